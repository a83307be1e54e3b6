internal import Platform

/// How git's texts are walked through.
enum TextLine {
    /// The end of the line that goes on at a place: where its line feed stands, or the text's end.
    static func end(_ text: Span<UInt8>, from start: Int) -> Int {
        guard start < text.count else { return text.count }
        return unsafe text.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress,
                let found = unsafe memchr(first + start, CInt(UInt8(ascii: "\n")), bytes.count - start)
            else { return bytes.count }
            return unsafe found - UnsafeMutableRawPointer(mutating: first)
        }
    }

    /// The bytes at some places.
    static func bytes(_ text: Span<UInt8>, _ places: Range<Int>) -> [UInt8] {
        unsafe text.withUnsafeBufferPointer { unsafe Array($0[places]) }
    }

    /// Steps over a word if the text has it here.
    static func take(_ word: StaticString, _ text: Span<UInt8>, _ next: inout Int) -> Bool {
        let count = word.utf8CodeUnitCount
        guard next >= 0, next <= text.count - count else { return false }
        for index in 0..<count where unsafe word.utf8Start[index] != text[next + index] { return false }
        next += count
        return true
    }
}

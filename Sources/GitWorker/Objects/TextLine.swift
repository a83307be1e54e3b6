/// How git's texts are walked through, byte by byte.
enum TextLine {
    /// The end of the line that goes on at a place: where its line feed stands, or the text's end.
    static func end(_ text: Span<UInt8>, from start: Int) -> Int {
        var end = min(start, text.count)
        while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
        return end
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

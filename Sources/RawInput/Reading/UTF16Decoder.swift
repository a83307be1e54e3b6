/// Turns UTF-16 with a byte order mark, as spreadsheets write "Unicode text", into UTF-8 while it is read.
///
/// Memory is bounded by one piece: between two of them it holds at most three bytes, of half a pair of surrogates.
struct UTF16Decoder {
    private let isBigEndian: Bool
    /// Bytes whose character is not whole yet.
    private var rest: [UInt8] = []

    /// The decoder for content that begins with these bytes; nil where they are no mark.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe]) else { return nil }
        isBigEndian = bytes[0] == 0xfe
    }

    /// Whether the bytes so far end with a whole character.
    var isComplete: Bool { rest.isEmpty }

    /// The characters of the next bytes in UTF-8, the mark included; nil when a surrogate has no other half.
    mutating func decode(_ bytes: [UInt8]) -> [UInt8]? {
        let input = rest + bytes
        var output: [UInt8] = []
        output.reserveCapacity(input.count)
        var next = 0
        while next + 1 < input.count {
            let unit = unit(input, next)
            var scalar = Unicode.Scalar(unit)
            var width = 2
            if UTF16.isLeadSurrogate(unit) {
                guard next + 3 < input.count else { break }
                let other = self.unit(input, next + 2)
                guard UTF16.isTrailSurrogate(other) else { return nil }
                scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xd800) << 10 + UInt32(other) - 0xdc00)
                width = 4
            }
            guard let scalar else { return nil }
            output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            next += width
        }
        rest = Array(input[next...])
        return output
    }

    private func unit(_ bytes: [UInt8], _ place: Int) -> UInt16 {
        let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
}

/// Turns UTF-16 with a byte order mark, as spreadsheets write "Unicode text", into UTF-8 while it is read.
///
/// Memory is bounded by one piece: between two of them it holds at most three bytes, of half a pair of surrogates.
struct UTF16Decoder {
    private let isBigEndian: Bool
    /// Bytes whose character is not whole yet.
    private var rest: [UInt8] = []

    /// The decoder for content that begins with these bytes; nil where they are not a mark.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe]) else { return nil }
        isBigEndian = bytes[0] == 0xfe
    }

    /// Whether the bytes so far end with a whole character.
    var isComplete: Bool { rest.isEmpty }

    /// The characters of the next bytes in UTF-8, the mark included; nil when a surrogate has no other half.
    mutating func decode(_ bytes: [UInt8]) -> [UInt8]? {
        rest += bytes
        var units = stride(from: 0, to: rest.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        // The other half of a pair may be in the next bytes.
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        rest.removeFirst(2 * units.count)
        var output: [UInt8] = []
        let isDamaged = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true) {
            output.append($0)
        }
        return isDamaged ? nil : output
    }
}

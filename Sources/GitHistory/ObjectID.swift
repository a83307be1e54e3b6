internal import RawInput

/// The SHA-1 id of a git object, kept as three numbers in the order of its bytes.
struct ObjectID: Hashable, Comparable, Sendable {
    /// The first eight bytes.
    let high: UInt64
    /// The next eight.
    let middle: UInt64
    /// The last four.
    let low: UInt32

    /// Ids order as their bytes do.
    static func < (left: ObjectID, right: ObjectID) -> Bool {
        if left.high != right.high { return left.high < right.high }
        return left.middle != right.middle ? left.middle < right.middle : left.low < right.low
    }

    /// The number of its bytes.
    static let size = 20
}

extension ObjectID {
    /// The id that a digest is.
    init(_ digest: InlineArray<20, UInt8>) {
        var words = (UInt64(0), UInt64(0), UInt32(0))
        for index in 0..<8 { words.0 = words.0 << 8 | UInt64(digest[index]) }
        for index in 8..<16 { words.1 = words.1 << 8 | UInt64(digest[index]) }
        for index in 16..<20 { words.2 = words.2 << 8 | UInt32(digest[index]) }
        self.init(high: words.0, middle: words.1, low: words.2)
    }

    /// Reads 40 lower-case hexadecimal digits at a place; nil for anything else.
    init?(_ text: Span<UInt8>, at start: Int) {
        guard text.count - start >= 40 else { return nil }
        var isHexadecimal = true
        func word(_ first: Int, _ count: Int) -> UInt64 {
            var word: UInt64 = 0
            for index in start + first..<start + first + count {
                let digit = ObjectID.digits[Int(text[index])]
                isHexadecimal = isHexadecimal && digit < 16
                word = word << 4 | UInt64(digit & 15)
            }
            return word
        }
        self.init(high: word(0, 16), middle: word(16, 16), low: UInt32(truncatingIfNeeded: word(32, 8)))
        guard isHexadecimal else { return nil }
    }

    /// The value of each byte as a digit; 16 and more for those that are none.
    private static let digits: InlineArray<256, UInt8> = {
        var digits = InlineArray<256, UInt8>(repeating: 255)
        for (value, digit) in "0123456789abcdef".utf8.enumerated() { digits[Int(digit)] = UInt8(value) }
        return digits
    }()

    /// Its bytes.
    func append(to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: high.bigEndian) { unsafe bytes.append(contentsOf: $0) }
        unsafe withUnsafeBytes(of: middle.bigEndian) { unsafe bytes.append(contentsOf: $0) }
        unsafe withUnsafeBytes(of: low.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}

extension ObjectID: CustomStringConvertible {
    /// 40 lower-case hexadecimal digits.
    var description: String {
        [(high, 16), (middle, 16), (UInt64(low), 8)].map { word, width in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: width - text.utf8.count) + text
        }.joined()
    }
}

internal import WorkerProtocol

/// The SHA-1 id of a git object, as three numbers in the order of its bytes.
struct ObjectID: Equatable, Sendable {
    /// The first eight bytes.
    let high: UInt64
    /// The next eight.
    let middle: UInt64
    /// The last four.
    let low: UInt32
}

extension ObjectID {
    /// The id that a digest is.
    init(_ digest: (UInt64, UInt64, UInt32)) {
        self.init(high: digest.0, middle: digest.1, low: digest.2)
    }

    /// Reads 40 lower-case hexadecimal digits at a place; nil for anything else.
    init?(_ text: Span<UInt8>, at start: Int) {
        guard text.count - start >= 40 else { return nil }
        var isHexadecimal = true
        func word(_ first: Int, _ count: Int) -> UInt64 {
            var word: UInt64 = 0
            for index in start + first..<start + first + count {
                // Without branches: which of the two it is cannot be foreseen.
                let number = text[index] &- UInt8(ascii: "0")
                let letter = text[index] &- UInt8(ascii: "a")
                let digit = number < 10 ? number : letter &+ 10
                isHexadecimal = isHexadecimal && (number < 10 || letter < 6)
                word = word << 4 | UInt64(digit & 15)
            }
            return word
        }
        self.init(high: word(0, 16), middle: word(16, 16), low: UInt32(truncatingIfNeeded: word(32, 8)))
        guard isHexadecimal else { return nil }
    }

    /// The id that a request names by 40 lower-case hexadecimal digits.
    init(named text: String) throws(WorkerFault) {
        let bytes = Array(text.utf8)
        guard bytes.count == 40, let id = ObjectID(bytes.span, at: 0) else {
            throw WorkerFault(.missingObject, "`\(text)` is not a commit's id")
        }
        self = id
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

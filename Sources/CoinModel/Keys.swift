@_spi(_Unicode) internal import Swift

/// A text that is equal to another one by its bytes alone.
///
/// This is the only place that compares keys from outside as they came. Swift's `String` compares by canonical equivalence,
/// for which KELVIN SIGN is the letter K and `é` is `e` with an accent; ids are kept apart by bytes. Ids that are stored are
/// in NFC (`isNormalized`), of which two texts are canonically equivalent only where their bytes are equal, so that a plain
/// `String` is as good for them; symbols, names and what is not checked yet need this.
public struct ExactText: Hashable, Sendable {
    /// The text.
    public let text: String

    /// The text as it came.
    public init(_ text: String) { self.text = text }

    /// Equal when the bytes are.
    public static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        // Canonically equivalent texts, which are rare, share a hash.
        hasher.combine(text)
    }
}

extension StringProtocol {
    /// Whether the text is in Unicode's normal form C.
    ///
    /// This is the only place where that is decided. Linear; ASCII is.
    public var isNormalized: Bool {
        utf8.allSatisfy { $0 < 0x80 } || String(self)._nfc.elementsEqual(unicodeScalars)
    }

    /// The characters of the text in Unicode's normal form D.
    var decomposed: [Unicode.Scalar] { Array(String(self)._nfd) }
}

extension Sequence where Element: Hashable {
    /// Each element once, in the order of their first occurrences.
    public func distinct() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Dictionary {
    /// The values by key, of those with one key the first.
    ///
    /// This is the only place where a dictionary is made of pairs: keys from outside may be equal, and that is not a crash.
    public init(firstOf pairs: some Sequence<(Key, Value)>) {
        self.init(pairs, uniquingKeysWith: { first, _ in first })
    }
}

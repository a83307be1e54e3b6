/// A protocol or a chain, in the words of a source of its figures, and whose the source says that it is.
///
/// Only the source's own pointer joins it to a coin: a symbol or a name never does.
public struct ProtocolKey: Hashable, Sendable {
    /// The source's id; of a chain its name behind `chain:`.
    public let id: String
    /// The id of its coin in the language of coin lists; nil where the source names none.
    public let coin: String?
    /// The id of what it is a version of; nil where it stands alone.
    public let parent: String?
    /// What kind of thing the source calls it, such as `Lending`; nil where it does not say.
    public let category: String?
    /// Its name, for people.
    public let name: String?

    /// A protocol by its id, with what an answer says of it.
    public init(
        _ id: String,
        coin: String? = nil,
        parent: String? = nil,
        category: String? = nil,
        name: String? = nil
    ) {
        (self.id, self.coin, self.parent, self.category, self.name) = (id, coin, parent, category, name)
    }

    /// The id of a chain.
    public static func chain(_ name: String) -> String { "chain:" + name }

    /// As a key of the store: what is said otherwise later is another key, so that a moment before keeps what was said then.
    public var text: String { [id, coin ?? "", parent ?? "", category ?? ""].joined(separator: ProtocolKey.separator) }

    /// Reads what `text` gives.
    public init(text: String, name: String? = nil) {
        let parts = text.split(separator: ProtocolKey.separator, omittingEmptySubsequences: false).map(String.init)
        func part(_ place: Int) -> String? {
            parts.count > place && !parts[place].isEmpty ? parts[place] : nil
        }
        self.init(part(0) ?? "", coin: part(1), parent: part(2), category: part(3), name: name)
    }

    private static let separator = "\u{1F}"
}

/// What is decided about two coins of sources, or about another name of one.
public struct CoinDecision: Hashable, Sendable, CustomStringConvertible {
    /// What two coins are to each other.
    public enum Relation: String, Sendable, CaseIterable {
        /// A person says that they are one coin; the second one's id stays.
        case same
        /// A person says that they are two coins.
        case other
        /// Symbol and name are equal and borne by one coin of each source, and prices of one day were within 5 %.
        case agreeing
        /// The second one is another name of the first one.
        case alias
    }

    /// The coin that is decided about.
    public let coin: CoinReference
    /// The relation.
    public let relation: Relation
    /// The other coin, or the other name.
    public let target: CoinReference
    /// What it was decided by, for people; no part of what is decided.
    public let evidence: String

    /// A decision.
    public init(_ coin: CoinReference, _ relation: Relation, _ target: CoinReference, evidence: String = "") {
        (self.coin, self.relation, self.target, self.evidence) = (coin, relation, target, evidence)
    }

    /// Reads `coinpaprika:btc-bitcoin same bitcoin`, where blanks and percent signs of ids are `%20` and `%25`; nil for
    /// anything else.
    public init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, let relation = Relation(rawValue: String(words[1])), !words[0].isEmpty,
            !words[2].isEmpty
        else { return nil }
        let ends = [words[0], words[2]].map { CoinReference(CoinDecision.unescaped($0)) }
        self.init(ends[0], relation, ends[1])
    }

    /// As it is read.
    public var description: String {
        "\(CoinDecision.escaped(coin.description)) \(relation.rawValue) \(CoinDecision.escaped(target.description))"
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
            .split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
    }

    private static func unescaped(_ text: some StringProtocol) -> String {
        text.split(separator: "%25", omittingEmptySubsequences: false).map {
            $0.split(separator: "%20", omittingEmptySubsequences: false).joined(separator: " ")
        }.joined(separator: "%")
    }
}

/// What is decided about two coins of sources, or about another name of one.
public struct CoinDecision: Hashable, Sendable, CustomStringConvertible {
    /// What two coins are to each other.
    public enum Relation: Hashable, Sendable {
        /// A person says that they are one coin; the second one's id stays.
        case same
        /// A person says that they are two coins.
        case other
        /// Symbol and name are equal and borne by one coin of each source, and prices of one day were within 5 %.
        case agreeing
        /// The second one is another name of the first one.
        case alias
        /// The first one became the second one.
        case migrated(MigrationTerms)
    }

    /// The coin that is decided about.
    public let coin: CoinArgument
    /// The relation.
    public let relation: Relation
    /// The other coin, or the other name.
    public let target: CoinArgument
    /// What it was decided by, for people; no part of what is decided.
    public let evidence: String

    /// A decision.
    public init(_ coin: CoinArgument, _ relation: Relation, _ target: CoinArgument, evidence: String = "") {
        (self.coin, self.relation, self.target, self.evidence) = (coin, relation, target, evidence)
    }

    /// Reads `coinpaprika:btc-bitcoin same bitcoin` or `lend migrated(100:1,2020-10-03) aave`, where blanks and percent
    /// signs of ids are `%20` and `%25`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, let relation = Relation(words[1]), !words[0].isEmpty,
            !words[2].isEmpty
        else { return nil }
        guard let coin = unescaped(words[0]), let target = unescaped(words[2]) else { return nil }
        self.init(CoinArgument(coin), relation, CoinArgument(target))
    }

    /// As it is read.
    public var description: String {
        "\(escaped(coin.description)) \(relation) \(escaped(target.description))"
    }
}

extension CoinDecision.Relation: CustomStringConvertible {
    private static let words: [(relation: Self, word: String)] = [
        (.same, "same"), (.other, "other"), (.agreeing, "agreeing"), (.alias, "alias"),
    ]
    private static let migrated = "migrated"

    /// Reads a word, or `migrated(100:1,2020-10-03)`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        if let plain = Self.words.first(where: { $0.word == text }) {
            self = plain.relation
        } else if text.hasPrefix(Self.migrated), let terms = MigrationTerms(text.dropFirst(Self.migrated.count)) {
            self = .migrated(terms)
        } else {
            return nil
        }
    }

    /// As it is read.
    public var description: String {
        if case .migrated(let terms) = self { return "\(Self.migrated)\(terms)" }
        return Self.words.first { $0.relation == self }?.word ?? ""
    }

    /// How and when a coin became the other one; nil for other relations.
    public var migration: MigrationTerms? {
        if case .migrated(let terms) = self { terms } else { nil }
    }
}

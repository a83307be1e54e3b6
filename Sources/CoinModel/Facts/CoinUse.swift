/// A figure of how much a coin's protocols or its chain are used: the only place that says what each is.
///
/// Each is a dated series of a source's own protocols and chains, which `ProtocolKey` joins to coins. It weighs nothing in a
/// score.
public enum Fundamental: Int, CaseIterable, Sendable {
    case lockedValue, chainValue, fees, revenue

    /// What is stored of it, in US dollars; 0 is a value.
    public var metric: Metric { Metric.fundamentals[rawValue] }

    /// The heading of its column, and what it is in one sentence.
    public var words: (title: String, meaning: String) {
        switch self {
        case .lockedValue:
            (
                "TVL",
                "Value locked in the coin's protocols by the newest answer, at most 28 days old; it moves with the price of "
                    + "what is locked. Exchanges and bridges, which hold other people's coins, are left out."
            )
        case .chainValue: ("Chain TVL", "Value locked in all protocols on the coin's chain, by the newest answer too.")
        case .fees:
            ("Fees 30 d", "What users of the coin's protocols and chain paid in the 30 days before that answer.")
        case .revenue:
            ("Revenue 30 d", "The part of these fees that protocol and chain keep; 0 where all goes to suppliers.")
        }
    }

    /// Categories of protocols whose figure is not the coin's, in small letters: what they hold is other people's.
    public var leftOut: Set<String> {
        self == .lockedValue ? ["cex", "chain", "bridge", "canonical bridge"] : []
    }
}

/// What is known of the use of a coin.
public struct CoinFundamentals: Hashable, Sendable {
    /// The newest figures, by `Fundamental`; nil where none is known.
    public var newest: [DatedFigure?] = Array(repeating: nil, count: Fundamental.allCases.count)
    /// The value locked now and 90 days before, of the protocols that both answers have; nil where that is not known.
    public var lockedChange: Change?
    /// The protocols and chains that were added up, by name.
    public var protocols: [String] = []

    /// A figure at two moments.
    public struct Change: Hashable, Sendable {
        /// The newest one.
        public let now: DatedFigure
        /// The earlier one.
        public let then: DatedFigure

        /// A figure at two moments.
        public init(now: DatedFigure, then: DatedFigure) { (self.now, self.then) = (now, then) }
    }

    /// Nothing is known.
    public init() {}

    /// A figure.
    public subscript(figure: Fundamental) -> DatedFigure? {
        get { newest[figure.rawValue] }
        set { newest[figure.rawValue] = newValue }
    }
}

/// What can be asked about the use of coins.
public enum UseQuestion: String, CaseIterable, Sendable {
    /// Values locked, fees and revenues of protocols and chains: all that a source has.
    case fundamentals
    /// Figures of chains by day, asset by asset.
    case onchain
    /// How often articles are read, by day.
    case attention
}

/// A weekly series of how much a coin's chain is used, or of how many people read about the coin: the only place that says what
/// each is.
///
/// Its facts are of days, under the source's own name of an asset or article; a coin list says which of these are a coin's, for
/// symbols and titles are other things' too. Stars alone are of weeks, and of the coin's repositories. It weighs nothing in a
/// score.
public enum WeeklyUse: Int, CaseIterable, Sendable {
    case activeAddresses, transactions, transferredValue, chainFees, activeSupply, pageViews
    /// The one that is of repositories, and stored by the week.
    case stars

    /// What is stored of it for a day, of stars for a week; 0 is a value.
    public var metric: Metric { self == .stars ? .stars : Metric.uses[rawValue] }

    /// What a week of it is, in words.
    public var meaning: String {
        switch self {
        case .activeAddresses: "Addresses that sent or received in a day, mean of a week; people have several."
        case .transactions: "Transactions of a day, mean of a week."
        case .transferredValue: "US dollars moved on the chain in a day, as the source adjusts it, mean of a week."
        case .chainFees: "US dollars of fees paid on the chain in a day, mean of a week."
        case .activeSupply: "Coins that moved within a year, mean of a week."
        case .pageViews: "Views of the coin's articles by people, sum of a week."
        case .stars:
            "New stars of a week that the coin's repositories on GitHub still have, by the coin's share of each; they can be bought."
        }
    }

    /// Why a coin has none of it.
    public var noneKnown: MissingReason {
        switch self {
        case .pageViews: .noArticle
        case .stars: .noStars
        case .activeAddresses, .transactions, .transferredValue, .chainFees, .activeSupply: .noAsset
        }
    }

    /// The figure of a week by those of its seven days, NaN for a day that is not known.
    ///
    /// A sum takes all of them, a mean five, so that days at both ends of a working week are among them.
    public func figure(ofDays days: some Collection<Double>) -> Double {
        let known = days.lazy.filter { !$0.isNaN }
        let count = known.count
        guard count >= (self == .pageViews ? 7 : 5) else { return .nan }
        let sum = known.reduce(0, +)
        return self == .pageViews ? sum : sum / Double(count)
    }
}

/// The weeks of a coin's use of one kind.
public struct UseWeeks: Hashable, Sendable {
    /// The source that they are read from.
    public let source: String
    /// The newest complete week first, as many as a cross-section has; NaN where a week is not known.
    public let values: [Double]

    /// The weeks of a source.
    public init(source: String, values: [Double]) { (self.source, self.values) = (source, values) }

    /// How many weeks back the newest known one is; nil where none is known.
    public var newest: Int? { values.firstIndex { !$0.isNaN } }
}

/// A number of issues or pull requests of a repository.
public enum RepositoryCount: Int, CaseIterable, Sendable {
    case openIssues, closedIssues, openPulls, mergedPulls

    /// What is stored of it at the moment of an answer; 0 is a value.
    public var metric: Metric { Metric.issuesAndPulls[rawValue] }
}

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

public import CoinModel
internal import CoinSources

/// What a person asks to be fetched from live sources of market data.
public struct MarketRequest: FetchBounds, Sendable {
    /// What is asked of each source.
    public enum Question: Sendable {
        /// The list of coins with prices: all of it, or the first by rank.
        case market(top: Int?)
        /// Days or hours of coins, so many back; all coins of the store's list where none is named.
        case history(coins: [String], days: Int?, isHourly: Bool)
        /// Details of coins, or the list of all where none is named.
        case coins([String])
        /// Figures of the whole market.
        case global
    }

    /// The sources, as `coingecko`.
    public var sources: [String]
    /// What is asked of each.
    public var question: Question
    /// The folder of raw answers.
    public var archive: String
    /// What the sources know us by, and where they are.
    public var access: SourceAccess
    /// How they are reached.
    public var route = FetchRoute()
    /// The currency that is asked for, in lower case.
    public var quote = "usd"
    /// The most requests to each source, redirects and repetitions among them.
    public var budget = UsualBounds.budget
    /// The most seconds of waiting for each source in sum, beside those that keep its pace.
    public var patience = UsualBounds.patience
    /// When the asking ends, done or not; nil for when it is done.
    public var end: ContinuousClock.Instant?
    /// How many hours an answer is held before it is asked for again.
    public var maximalAge = UsualBounds.marketAge
    /// Whether what came is loaded.
    public var isLoaded = false
    /// The clock.
    public var now: Instant

    /// The names of all sources.
    public static let allSources = marketSources.map(\.id)
    /// The variables of the environment that hold their keys.
    static let keyNames = marketSources.map(\.keyName)

    /// A request.
    public init(
        _ question: Question,
        of sources: [String],
        archive: String,
        access: SourceAccess = SourceAccess(),
        now: Instant
    ) {
        (self.question, self.sources, self.archive) = (question, sources, archive)
        (self.access, self.now) = (access, Instant(milliseconds: now.milliseconds / 1000 * 1000))
    }
}

extension MarketRequest.Question {
    /// The part of an archive that holds the answers.
    public var archivePart: String {
        switch self {
        case .market, .history: ArchivePart.market
        case .coins: ArchivePart.coins
        case .global: ArchivePart.global
        }
    }

    /// What the answers are loaded as; nil for what their content says.
    ///
    /// Named as coins, a source's list would make a universe, though it were one of a single coin.
    public var loadKind: LoadKind? { archivePart == ArchivePart.coins ? nil : .market }
}

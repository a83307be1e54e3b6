public import CoinModel

/// What a feed tells, and since when.
public struct FeedRequest: Sendable {
    /// The ranking whose changes are told, with the coins that alone are told of.
    public var ranking: RankRequest
    /// The moment behind which things are new.
    public let since: AsOf
    /// How many of the first coins, then or now, are told of in what was measured; nil for all coins.
    ///
    /// What a person noted or traded and what a rule says is told of every coin, and everything of coins that were chosen.
    public var top: Int? = 100
    /// The fewest places gained or lost that are told; from 1.
    public var places = 5
    /// The least change of a price that is told, in percent of the one before; above 0.
    public var priceChange = 20.0
    /// The least change of a circulating supply that is told, likewise.
    public var supplyChange = 5.0
    /// After how many weeks without a commit a repository is silent; from 1.
    public var silence = 12
    /// The person's notes; nil to leave them out.
    public var notes: NotesFile?
    /// The person's ledger; nil to leave trades out, as a feed that others see has to.
    public var portfolio: PortfolioFile?
    /// What others know that happened, of any time.
    public var others: [FeedEntry] = []

    /// What changed in a ranking since a moment.
    public init(_ ranking: RankRequest, since: AsOf) { (self.ranking, self.since) = (ranking, since) }

    /// Whether something of a time is new.
    func isNew(_ time: AsOf) -> Bool {
        time.limit > since.limit && (ranking.asOf.map { time.limit <= $0.limit } ?? true)
    }
}

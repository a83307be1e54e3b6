public import CoinModel

/// What is shown of a portfolio, and as of when.
public struct PortfolioRequest: Sendable {
    /// The moment up to which entries and prices enter; nil for the newest market fact, or the
    /// newest entry up to the day of `now` where that is later.
    public var asOf: AsOf?
    /// What the clock shows; nil where no entry lies behind it.
    public var now: Instant?
    /// The moment as of whose loads prices are read; nil for all.
    public var known: AsOf?
    /// The currency, lower-case.
    public var quote = "usd"
    /// The first day of a series or period; nil for none.
    public var since: Day?
    /// The days between two rows of a series.
    public var step = 1
    /// Another method of costs than the profile's.
    public var method: String?
    /// Whether it is for a page, which draws the value since the first entry.
    public var isPage = false

    /// What is shown without being asked for anything else.
    public init() {}
}

public import CoinModel

/// Which coins' images are fetched, and how.
public struct ImageRequest: FetchBounds, Sendable {
    /// The coins by id, symbol or name; empty for all of which the store knows an image.
    public var coins: [String]
    /// The folder of raw answers.
    public var archive: String
    /// How hosts are reached.
    public var route = FetchRoute()
    /// The most requests, redirects and repetitions among them.
    public var budget = UsualBounds.budget
    /// The most seconds of waiting at each host.
    public var patience = UsualBounds.imagePatience
    /// When the asking ends, done or not; nil for when it is done.
    public var end: ContinuousClock.Instant?
    /// How many hours an answer is held before it is asked for again.
    public var maximalAge = UsualBounds.imageAge
    /// Whether hosts of this machine and its networks may be asked too, on any port: for tests.
    public var asksPrivateHosts = false
    /// The clock.
    public var now: Instant

    /// A request.
    public init(coins: [String], archive: String, now: Instant) {
        self.coins = coins
        self.archive = archive
        self.now = Instant(milliseconds: now.milliseconds / 1000 * 1000)
    }
}

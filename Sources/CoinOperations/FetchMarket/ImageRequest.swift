public import CoinModel

/// Which coins' images are fetched, and how.
public struct ImageRequest: Sendable, FetchBounds {
    /// The coins by id, symbol or name; empty for all of which the store knows an image.
    public var coins: [String]
    /// The folder of raw answers.
    public var archive: String
    /// How hosts are reached.
    public var route = FetchRoute()
    /// The most requests, redirects and repetitions among them.
    public var budget = 1000
    /// The most seconds of waiting at each host.
    public var patience = 300
    /// When the asking ends, done or not; nil for when it is done.
    public var end: ContinuousClock.Instant?
    /// How many hours an answer is held before it is asked for again.
    public var maximalAge = ImageRequest.month
    /// Whether hosts of this machine and its networks may be asked too, on any port: for tests.
    public var asksPrivateHosts = false
    /// The clock.
    public var now: Instant

    /// Hours of 30 days: a coin's image changes seldom.
    public static let month = 720

    /// A request.
    public init(coins: [String], archive: String, now: Instant) {
        self.coins = coins
        self.archive = archive
        self.now = Instant(milliseconds: now.milliseconds / 1000 * 1000)
    }
}

/// What a fetch of images came to.
public struct ImageReport: Sendable {
    var outcome = SourceOutcome("images")
    /// How many are wanted; 0 where the store knows of none.
    public internal(set) var wanted = 0

    /// What to report: a line for each reason, then the sums.
    public var diagnostics: [Diagnostic] { outcome.diagnostics }

    /// The exit code: failed when none came, partial when some did not.
    public var status: ExitStatus { outcome.isWhole ? .success : outcome.isNothing ? .failed : .partial }
}

internal import CoinFetching
public import CoinModel

/// What all requests to live sources have: how they are reached, how much they may take, and how long answers are held.
public protocol FetchBounds {
    /// How sources are reached.
    var route: FetchRoute { get set }
    /// The most requests, redirects and repetitions among them.
    var budget: Int { get set }
    /// The most seconds of waiting in sum.
    var patience: Int { get set }
    /// When the asking ends, done or not; nil for when it is done.
    var end: ContinuousClock.Instant? { get set }
    /// How many hours an answer is held before it is asked for again.
    var maximalAge: Int { get set }
    /// The folder of raw answers.
    var archive: String { get }
    /// The clock.
    var now: Instant { get }
}

/// This is the only place that has the usual bounds of requests to live sources.
public enum UsualBounds {
    /// The most requests.
    public static let budget = 1000
    /// The most seconds of waiting.
    public static let patience = 900
    /// The most seconds of waiting for images, without which pages are whole too.
    public static let imagePatience = 300
    /// How many hours figures of the market are held.
    public static let marketAge = 12
    /// How many hours answers of GitHub are held.
    public static let repositoryAge = 24
    /// How many hours images are held, 30 days: they change seldom.
    public static let imageAge = 720
}

extension FetchBounds {
    /// What inquiries work with; the archive is made where there is none, unless nothing will be asked.
    ///
    /// An answer that is as old as may be is asked for again: with an age of 0 that of this very instant too.
    func context(isDry: Bool) throws -> FetchContext {
        let oldest = Instant(milliseconds: now.milliseconds - Int64(maximalAge) * 3_600_000).description
        return FetchContext(
            route: route.route,
            budget: budget,
            patience: patience,
            end: end,
            now: now,
            archive: try ArchiveClient(archive, askingAgain: oldest, isMade: !isDry)
        )
    }
}

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
}

extension FetchRequest: FetchBounds {}
extension MarketRequest: FetchBounds {}

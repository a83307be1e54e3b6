public import CoinModel
internal import WorkerProtocol

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
    /// The clock.
    var now: Instant { get }
}

extension FetchRequest: FetchBounds {}
extension MarketRequest: FetchBounds {}

extension FetchBounds {
    /// An answer of this moment or before is asked for again: with an age of 0 that of this very instant too.
    var oldestHeld: String {
        Instant(milliseconds: now.milliseconds - Int64(maximalAge) * 3_600_000).description
    }

    /// The order that asks some addresses within these bounds, so many requests of which were made before.
    func order(
        _ targets: [FetchOrder.Target],
        token: Secret = Secret(""),
        headers: [String],
        after requests: Int = 0
    ) -> FetchOrder {
        var order = FetchOrder(
            targets: targets,
            token: token,
            budget: max(0, budget - requests),
            patience: patience,
            seed: UInt64(bitPattern: now.milliseconds)
        )
        order.headers = headers
        order.route = route.route
        order.milliseconds = end?.millisecondsLeft ?? .max
        order.limits.processorSeconds = 3600
        // A worker that ends by itself needs no more time to report it.
        let left = end.map { $0.millisecondsLeft / 1000 + 5 } ?? .max
        order.limits.wallSeconds = min(patience + 60 * (order.budget + 2), left)
        return order
    }
}

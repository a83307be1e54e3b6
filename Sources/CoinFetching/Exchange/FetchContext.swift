package import CoinModel
package import WorkerProtocol

/// How sources are reached, how much may be asked of them, and what takes the answers.
package struct FetchContext: Sendable {
    package var route: NetworkRoute
    /// The most requests, redirects and repetitions among them.
    package var budget: Int
    /// The most seconds of waiting in sum.
    package var patience: Int
    /// When the asking ends, done or not; nil for when it is done.
    package var end: ContinuousClock.Instant?
    package var now: Instant
    /// Nil where nothing was archived yet, and nothing will be asked.
    package var archive: ArchiveClient?
    /// What the run has asked of sources so far.
    package var asked: AskedSources

    package init(
        route: NetworkRoute,
        budget: Int,
        patience: Int,
        end: ContinuousClock.Instant? = nil,
        now: Instant,
        archive: ArchiveClient?,
        asked: AskedSources = AskedSources()
    ) {
        (self.route, self.budget, self.patience) = (route, budget, patience)
        (self.end, self.now, self.archive) = (end, now, archive)
        self.asked = asked
    }

    /// An order, still without targets, so many requests of which were made before.
    func order(token: Secret = Secret(""), headers: [String], after requests: Int) -> FetchOrder {
        var order = FetchOrder(
            targets: [],
            token: token,
            budget: max(0, budget - requests),
            patience: patience,
            seed: UInt64(bitPattern: now.milliseconds)
        )
        order.headers = headers
        order.route = route
        order.milliseconds = end?.millisecondsLeft ?? .max
        order.limits.processorSeconds = 3600
        // A worker that ends by itself needs no more time to report it.
        let left = end.map { $0.millisecondsLeft / 1000 + 5 } ?? .max
        order.limits.wallSeconds = min(patience + 60 * (order.budget + 2), left)
        return order
    }
}

extension ContinuousClock.Instant {
    /// Milliseconds until then; 0 when it has passed.
    package var millisecondsLeft: Int {
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: self).components
        return max(0, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}

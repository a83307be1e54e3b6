internal import Synchronization
internal import WorkerProtocol

/// This is the only place that knows what a run has asked of each source so far, so that what follows keeps to its pace, and
/// one that failed is not asked again.
///
/// Inquiries that run side by side share one.
package final class AskedSources: Sendable {
    private struct Source: Sendable {
        /// When requests were made, as the end of what made them, and how many.
        var requests: [(end: ContinuousClock.Instant, count: Int)] = []
        var hasFailed = false
    }

    private let sources = Mutex<[String: Source]>([:])

    /// Nothing was asked yet.
    package init() {}

    /// Reasons for which nothing more is worth asking, whatever else was answered.
    private static let lasting: Set = [
        FetchFailure.rateLimited.rawValue, FetchFailure.proxy.rawValue, FetchFailure.certificate.rawValue,
        FetchFailure.token.rawValue, FetchFailure.failedBefore.rawValue, "credits-used-up", "paid-key-needed",
        "plan-ended",
    ]
    /// Those for which nothing more is where nothing was answered.
    private static let passing: Set = [
        FetchFailure.network.rawValue, FetchFailure.failing.rawValue, FetchFailure.redirect.rawValue, "blocked",
    ]

    /// Notes what came of an inquiry.
    package func note(_ outcome: FetchOutcome) {
        let reasons = Set(outcome.faults.keys).union(outcome.holes.map(\.reason))
        let hasNoAnswer = outcome.answered + outcome.partial <= outcome.cached
        let hasFailed =
            !reasons.isDisjoint(with: AskedSources.lasting)
            || hasNoAnswer && !reasons.isDisjoint(with: AskedSources.passing)
        if hasFailed { sources.withLock { $0[outcome.source, default: Source()].hasFailed = true } }
    }

    /// Notes how many requests a source got just now.
    func note(requests: Int, to source: String) {
        sources.withLock { $0[source, default: Source()].requests.append((.now, requests)) }
    }

    /// Whether a source failed in this run.
    func hasFailed(_ source: String) -> Bool { sources.withLock { $0[source]?.hasFailed ?? false } }

    /// How many requests a source got within the last minute, or may have got then.
    func recentRequests(to source: String) -> Int {
        sources.withLock { sources in
            sources[source]?.requests.filter { $0.end.duration(to: .now) < .seconds(60) }.reduce(0) { $0 + $1.count }
                ?? 0
        }
    }
}

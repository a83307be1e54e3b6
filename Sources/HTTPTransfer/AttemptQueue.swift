internal import WorkerProtocol

/// Which target is asked next: one that waited long enough, then one that was never asked, then the one with the shortest
/// wait.
struct AttemptQueue {
    /// The next attempt at one target.
    struct Attempt {
        /// The target's place among all.
        let number: Int
        /// How often it was asked before.
        var count = 0
        /// The count that it began with: more than 0 where it is asked instead of a target that failed.
        var firstCount = 0
        /// Milliseconds since 1970.
        var notBefore: Int64 = 0
        /// Why it is not settled yet.
        var failure: FetchFailure?
    }

    private var added: Int
    private let count: Int
    private var fresh = 0
    /// The next last.
    private var waiting: [Attempt] = []

    init(count: Int) {
        self.count = count
        added = count
    }

    /// Takes the next attempt; nil when nothing is left.
    mutating func next(at now: Int64) -> Attempt? {
        if let first = waiting.last, first.notBefore <= now || fresh == count { return waiting.popLast() }
        guard fresh < count else { return nil }
        defer { fresh += 1 }
        return Attempt(number: fresh)
    }

    /// Puts an attempt back, which was not made or whose target is asked again.
    mutating func put(_ attempt: Attempt) {
        func isBefore(_ other: Attempt) -> Bool {
            (other.notBefore, other.number) < (attempt.notBefore, attempt.number)
        }
        waiting.insert(attempt, at: waiting.firstIndex(where: isBefore) ?? waiting.endIndex)
    }

    /// Adds a target behind all others; it waits as another attempt at the one that it is asked instead of.
    mutating func add(count: Int, notBefore time: Int64, because failure: FetchFailure?) {
        put(Attempt(number: added, count: count, firstCount: count, notBefore: time, failure: failure))
        added += 1
    }

    /// Forgets why targets are not settled yet.
    mutating func forgetFailures() {
        for place in waiting.indices { waiting[place].failure = nil }
    }
}

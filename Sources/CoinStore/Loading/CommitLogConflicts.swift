internal import CoinModel

/// What the logs of one load have of each repository's commits, to find where two contradict each other.
///
/// Which of two is right follows from neither, so both are taken, the one that is read later over the other, as if it
/// came in a later load; but it is reported.
struct CommitLogConflicts {
    /// The commits that logs have of a repository, in the order in which they came.
    private struct Log {
        var commits: [CommitRecord]
        /// Where each came last; filled when a second log comes.
        var places: [UInt64: Int] = [:]

        mutating func note(from start: Int) {
            for place in start..<commits.count { places[commits[place].id] = place }
        }
    }

    private var logs: [CommitTable.Place: Log] = [:]

    /// Takes a log, developers by number; returns the commits that differ from a log before it, in its order.
    mutating func take(_ commits: [CommitRecord], at place: CommitTable.Place) -> [UInt64] {
        guard var log = logs.removeValue(forKey: place) else {
            logs[place] = Log(commits: commits)
            return []
        }
        defer { logs[place] = log }
        if log.places.isEmpty { log.note(from: 0) }
        let contradicted = commits.filter { commit in log.places[commit.id].map { log.commits[$0] != commit } ?? false }
        let count = log.commits.count
        log.commits += commits
        log.note(from: count)
        return contradicted.map(\.id)
    }
}

internal import CoinModel

/// What the logs of one load have of each repository's commits, to find where two contradict each other.
///
/// Which of two is right follows from neither, so both are taken, the one that is read later over the other, as if it
/// came in a later load; but it is reported.
struct CommitLogConflicts {
    /// The commits that logs have of a repository, in the order in which they came.
    private struct Log {
        var commits: CommitColumns
        /// Where each came last; filled when a second log comes.
        var places: [UInt64: Int] = [:]

        mutating func note(from start: Int) {
            for place in start..<commits.count { places[commits.ids[place]] = place }
        }
    }

    private var logs: [CommitTable.Place: Log] = [:]

    /// Takes a log, developers by number; returns the commits that differ from a log before it, in its order.
    mutating func take(_ commits: CommitColumns, at place: CommitTable.Place) -> [UInt64] {
        guard var log = logs.removeValue(forKey: place) else {
            logs[place] = Log(commits: commits)
            return []
        }
        defer { logs[place] = log }
        if log.places.isEmpty { log.note(from: 0) }
        let contradicted = commits.ids.enumerated().filter { index, id in
            guard let before = log.places[id] else { return false }
            return !commits.isDuplicate(index, as: log.commits, before)
                || commits.landed[index] != log.commits.landed[before]
        }
        let count = log.commits.count
        log.commits.append(commits)
        log.note(from: count)
        return contradicted.map(\.element)
    }
}

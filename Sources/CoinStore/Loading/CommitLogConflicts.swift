internal import CoinModel

/// What the logs of one load tell of each repository's commits, so that none contradicts another in silence.
///
/// Which of two is right follows from neither, so both are taken, the one that is read later over the other, as if it
/// came in a later load; but it is told.
struct CommitLogConflicts {
    /// The commits that logs told of a repository, in the order in which they did.
    private struct Told {
        var commits: CommitColumns
        /// Where each was told last; made when a second log comes.
        var places: [UInt64: Int] = [:]

        mutating func note(from start: Int) {
            for place in start..<commits.count { places[commits.ids[place]] = place }
        }
    }

    private var logs: [CommitTable.Place: Told] = [:]

    /// Takes a log.
    ///
    /// - Parameters:
    ///   - commits: its commits; developers by their number in the store.
    ///   - place: the repository and its source.
    /// - Returns: the ids of those that a log before it tells otherwise, in the order of the log.
    /// - Complexity: linear in the commits; the first log of a repository is only kept.
    mutating func take(_ commits: CommitColumns, at place: CommitTable.Place) -> [UInt64] {
        guard var told = logs.removeValue(forKey: place) else {
            logs[place] = Told(commits: commits)
            return []
        }
        defer { logs[place] = told }
        if told.places.isEmpty { told.note(from: 0) }
        var contradicted: [UInt64] = []
        for (index, id) in commits.ids.enumerated() {
            guard let before = told.places[id] else { continue }
            let isSame =
                commits.isTold(index, as: told.commits, before) && commits.landed[index] == told.commits.landed[before]
            if !isSame { contradicted.append(id) }
        }
        let count = told.commits.count
        told.commits.append(commits)
        told.note(from: count)
        return contradicted
    }
}

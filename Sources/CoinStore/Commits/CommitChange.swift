internal import CoinModel

/// What a reading of a repository changes of its known commits, which is all that is written.
///
/// A commit that is known keeps its landing. One that is told otherwise than before, as by another `.mailmap`, is told
/// anew; only where commits are gone, or over half of them are told otherwise, all of them are.
struct CommitChange {
    /// What is written.
    let commits: CommitColumns
    /// How many commits there are with them.
    let count: Int
    /// Whether they stand in place of all that is known.
    let isWhole: Bool
    /// Whether some of them are known and told anew.
    let isRetold: Bool

    /// The first commits of a repository.
    init(first commits: CommitColumns) {
        (self.commits, count, isWhole, isRetold) = (commits, commits.count, true, false)
    }

    /// New commits on top of so many.
    init(new commits: CommitColumns, onTopOf known: Int) {
        (self.commits, count, isWhole, isRetold) = (commits, known + commits.count, false, false)
    }

    /// Commits that are told with those that are known among them.
    ///
    /// - Parameters:
    ///   - told: the commits.
    ///   - known: those known before; developers of both by their number in the store.
    ///   - isPart: whether a known commit that is not told stays.
    init(told: CommitColumns, known: CommitColumns, isPart: Bool) {
        let places = Dictionary(zip(known.ids, known.ids.indices), uniquingKeysWith: { first, _ in first })
        var all = told
        var differing = CommitColumns()
        var (met, retold) = (0, 0)
        for (place, id) in told.ids.enumerated() {
            if let before = places[id] {
                met += 1
                all.landed[place] = known.landed[before]
                if all.isTold(place, as: known, before) { continue }
                retold += 1
            }
            differing.append(all, place)
        }
        isWhole = !isPart && (met < known.count || 2 * retold > known.count)
        isRetold = !isWhole && retold > 0
        commits = isWhole ? all : differing
        count = isWhole ? all.count : known.count + differing.count - retold
    }
}

extension CommitColumns {
    /// Each commit once, as it is told last.
    var lastOfEach: CommitColumns {
        let last = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { $1 })
        var commits = CommitColumns()
        for (place, id) in ids.enumerated() where last[id] == place { commits.append(self, place) }
        return commits
    }
}

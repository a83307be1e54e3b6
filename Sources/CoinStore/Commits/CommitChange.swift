internal import CoinModel

/// What a reading of a repository changes of its known commits, which is all that is written.
///
/// A commit that is known keeps its landing. One that differs from before, as by another `.mailmap`, is written again;
/// where commits are gone, or over half of them differ, all of them are.
struct CommitChange {
    /// What is written.
    let commits: CommitColumns
    /// How many commits there are with them.
    let count: Int
    /// Whether they stand in place of all that is known.
    let isWhole: Bool
    /// Whether some of them are known and differ.
    let isRetold: Bool

    /// The first commits of a repository.
    init(first commits: CommitColumns) {
        (self.commits, count, isWhole, isRetold) = (commits, commits.count, true, false)
    }

    /// New commits on top of so many.
    init(new commits: CommitColumns, onTopOf known: Int) {
        (self.commits, count, isWhole, isRetold) = (commits, known + commits.count, false, false)
    }

    /// Commits that are read with those that are known among them, developers of both by their number in the store; of a
    /// part of a repository, a known commit that is not read stays.
    init(read: CommitColumns, known: CommitColumns, isPart: Bool) {
        let places = Dictionary(zip(known.ids, known.ids.indices), uniquingKeysWith: { first, _ in first })
        var all = read
        var differing = CommitColumns()
        var (found, changed) = (0, 0)
        for (place, id) in read.ids.enumerated() {
            if let before = places[id] {
                found += 1
                all.landed[place] = known.landed[before]
                if all.isTold(place, as: known, before) { continue }
                changed += 1
            }
            differing.append(all, place)
        }
        isWhole = !isPart && (found < known.count || 2 * changed > known.count)
        isRetold = !isWhole && changed > 0
        commits = isWhole ? all : differing
        count = isWhole ? all.count : known.count + differing.count - changed
    }
}

extension CommitColumns {
    /// Each commit once, as it comes last.
    var lastOfEach: CommitColumns {
        let last = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { $1 })
        var commits = CommitColumns()
        for (place, id) in ids.enumerated() where last[id] == place { commits.append(self, place) }
        return commits
    }
}

internal import CoinModel

/// What a reading of a repository changes of its known commits, which is all that is written.
///
/// A commit of a clone that is known keeps its landing; one of a log has the time that its newest log says. One that
/// differs from before, as by another `.mailmap`, is written again; where commits are gone, or over half of them differ,
/// all of them are.
struct CommitChange {
    /// What is written.
    let commits: CommitColumns
    /// All commits that there are with them.
    let all: CommitColumns
    /// Whether they stand in place of all that is known.
    let isWhole: Bool
    /// Whether some of them are known and differ.
    let isRetold: Bool
    let count: Int

    /// Commits that are read of a repository, and all that are known of it, nil for none, developers of both by their
    /// number in the store; of a part of a repository, a known commit that is not read stays.
    init(_ read: CommitColumns, known: CommitColumns?, isContinued: Bool, isPart: Bool) {
        var joined = known ?? CommitColumns()
        guard let known, !isContinued else {
            var new = read
            new.markTwins(after: joined)
            joined.append(new)
            commits = new
            all = joined
            isWhole = known == nil
            isRetold = false
            count = joined.count
            return
        }
        let places = Dictionary(firstOf: zip(known.ids, known.ids.indices))
        var whole = read
        for (place, id) in read.ids.enumerated() where !isPart {
            guard let before = places[id] else { continue }
            whole.landed[place] = known.landed[before]
            whole.landingIDs[place] = known.landingIDs[before]
        }
        // Those of a part that are not read stay, and may be found to repeat what is.
        if isPart {
            let ids = Set(read.ids)
            for place in known.ids.indices where !ids.contains(known.ids[place]) { whole.append(known, place) }
        }
        whole.markTwins()
        var differing = CommitColumns()
        var (found, changed) = (0, 0)
        for (place, id) in whole.ids.enumerated() {
            if let before = places[id] {
                found += 1
                if whole.landed[place] == known.landed[before], whole.isDuplicate(place, as: known, before) { continue }
                changed += 1
            }
            differing.append(whole, place)
        }
        joined.append(differing)
        isWhole = !isPart && (found < known.count || 2 * changed > known.count)
        isRetold = !isWhole && changed > 0
        commits = isWhole ? whole : differing
        all = isWhole ? whole : isRetold ? joined.lastOfEach : joined
        count = isWhole ? whole.count : joined.count - changed
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

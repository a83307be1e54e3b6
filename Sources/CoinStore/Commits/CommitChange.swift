internal import CoinModel

/// What a reading of a repository changes of its known commits, which is all that is written.
///
/// A commit of a clone that is known keeps its landing; one of a log has the time that its newest log says. Where one of
/// the known commits differs from before, as by another `.mailmap`, or is gone, all of them are written again.
struct CommitChange {
    /// What is written.
    let commits: CommitColumns
    /// All commits that there are with them.
    let all: CommitColumns
    /// Whether they replace all that is known.
    let isWhole: Bool

    /// Commits that are read of a repository, and all that are known of it, nil for none, developers of both by their
    /// number in the store; of a part of a repository, a known commit that is not read stays.
    init(_ read: CommitColumns, known: CommitColumns?, isContinued: Bool, isPart: Bool) {
        guard let known else {
            var new = read
            new.markTwins()
            (commits, all, isWhole) = (new, new, true)
            return
        }
        var whole = read
        var isDifferent = false
        if isContinued {
            whole.markTwins(after: known)
        } else {
            let places = Dictionary(firstOf: zip(known.ids, known.ids.indices))
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
            var new = CommitColumns()
            for (place, id) in whole.ids.enumerated() {
                guard let before = places[id] else {
                    new.append(whole, place)
                    continue
                }
                let isSame = whole.landed[place] == known.landed[before] && whole.isDuplicate(place, as: known, before)
                isDifferent = isDifferent || !isSame
            }
            isDifferent = isDifferent || whole.count - new.count < known.count
            if !isDifferent { whole = new }
        }
        var joined = isDifferent ? CommitColumns() : known
        joined.append(whole)
        (commits, all, isWhole) = (whole, joined, isDifferent)
    }
}

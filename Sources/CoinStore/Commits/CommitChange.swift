internal import CoinModel

/// What a reading of a repository changes of its known commits, which is all that is written.
///
/// A commit of a clone that is known keeps its landing; one of a log has the time that its newest log says. Where one of
/// the known commits differs from before, as by another `.mailmap`, or is gone, all of them are written again.
struct CommitChange {
    /// What is written.
    let commits: [CommitRecord]
    /// All commits that there are with them.
    let all: [CommitRecord]
    /// Whether they replace all that is known.
    let isWhole: Bool

    /// Commits that are read of a repository, and all that are known of it, nil for none, developers of both by their
    /// number in the store; of a part of a repository, a known commit that is not read stays.
    init(_ read: [CommitRecord], known: [CommitRecord]?, isContinued: Bool, isPart: Bool) {
        var whole = read
        guard let known else {
            whole.markTwins()
            commits = whole
            all = whole
            isWhole = true
            return
        }
        guard !isContinued else {
            whole.markTwins(after: known)
            commits = whole
            all = known + whole
            isWhole = false
            return
        }
        let places = Dictionary(firstOf: zip(known.lazy.map(\.id), known.indices))
        if isPart {
            // Those of a part that are not read stay, and may be found to repeat what is.
            let ids = Set(read.lazy.map(\.id))
            whole += known.filter { !ids.contains($0.id) }
        } else {
            for (place, commit) in read.enumerated() {
                guard let before = places[commit.id] else { continue }
                whole[place].landed = known[before].landed
                whole[place].landingID = known[before].landingID
            }
        }
        whole.markTwins()
        let new = whole.filter { places[$0.id] == nil }
        isWhole =
            whole.count - new.count < known.count
            || whole.contains { commit in places[commit.id].map { known[$0] != commit } ?? false }
        commits = isWhole ? whole : new
        all = isWhole ? whole : known + new
    }
}

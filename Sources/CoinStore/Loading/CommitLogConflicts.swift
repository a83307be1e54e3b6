internal import CoinModel

/// What the logs of one load have of each repository's commits, to find where two contradict each other.
///
/// Which of two is right follows from neither, so both are taken, the one that is read later over the other, as if it
/// came in a later load; but it is reported. Of each commit its id and a digest of all that a log says of it are kept: two
/// that differ have one digest with a probability of 5 · 10⁻²⁰.
struct CommitLogConflicts {
    private var logs: [CommitTable.Place: [(id: UInt64, digest: Int)]] = [:]

    /// Takes a log, developers by number; returns the commits that differ from a log before it, in its order.
    mutating func take(_ commits: [CommitRecord], at place: CommitTable.Place) -> [UInt64] {
        let read = commits.map { (id: $0.id, digest: $0.hashValue) }
        let before = Dictionary((logs[place] ?? []).map { ($0.id, $0.digest) }) { $1 }
        logs[place, default: []] += read
        return read.filter { commit in before[commit.id].map { $0 != commit.digest } ?? false }.map(\.id)
    }
}

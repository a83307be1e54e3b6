/// When commits landed on the default branch.
///
/// A commit lands with the first-parent commit that brought it: the oldest one on the first-parent chain from which it
/// can be reached. Its landing time is that commit's committer time. A time before 2005 or more than a day after the
/// repository was taken is not believed: the time of the nearest first-parent ancestor with one that is stands in, else
/// that of the nearest descendant, else the time when the repository was taken.
struct Landing {
    /// The landing time of each row, in seconds since 1970.
    private(set) var times: [Int64]
    /// The row of the first-parent commit that brought each.
    private(set) var rows: [UInt32]
    /// Whether a time stands in for one that is not believed.
    private(set) var areReplaced: [Bool]

    private static let firstBelieved: Int64 = 1_104_537_600

    /// Finds all landing times in linear time; `earlier` is that of the known commit before the oldest on the
    /// first-parent chain.
    init(_ history: HistoryCommits, observedAt: Int64, after earlier: Int64? = nil) {
        times = Array(repeating: 0, count: history.rows.count)
        rows = Array(repeating: 0, count: history.rows.count)
        areReplaced = Array(repeating: false, count: history.rows.count)
        guard !history.rows.isEmpty else { return }
        let chain = Array(history.firstParentChain.reversed())
        let own = chain.map { history.rows[Int($0)].committed }
        let landings = Landing.believed(own, observedAt: observedAt, after: earlier)
        var hasLanded = areReplaced
        var pending: [UInt32] = []
        for ((tip, time), own) in zip(zip(chain, landings), own) {
            pending.append(tip)
            while let row = pending.popLast() {
                guard !hasLanded[Int(row)] else { continue }
                hasLanded[Int(row)] = true
                times[Int(row)] = time
                rows[Int(row)] = tip
                areReplaced[Int(row)] = time != own
                for parent in history.parents(of: row)
                where parent != HistoryCommits.elsewhere && !hasLanded[Int(parent)] {
                    pending.append(parent)
                }
            }
        }
    }

    /// The times of a first-parent chain, oldest first, with those not believed replaced.
    static func believed(_ chain: [Int64], observedAt: Int64, after earlier: Int64? = nil) -> [Int64] {
        var stand = earlier ?? chain.first { isBelieved($0, observedAt: observedAt) } ?? observedAt
        return chain.map { time in
            if isBelieved(time, observedAt: observedAt) { stand = time }
            return stand
        }
    }

    /// Whether a time is neither before 2005 nor more than a day after the repository was taken.
    static func isBelieved(_ time: Int64, observedAt: Int64) -> Bool {
        let latest = observedAt.addingReportingOverflow(86_400)
        return time >= firstBelieved && (latest.overflow || time <= latest.partialValue)
    }
}

internal import WorkerProtocol

/// Commits in the order in which a walk from the newest met them, and how they hang together.
///
/// The newest is the first; parents are named by their row. About 72 bytes a commit.
struct CommitRows {
    /// What is known of one commit.
    struct Row {
        /// Where its parents begin in `parents`.
        var firstParent: UInt32
        /// How many it has.
        var parentCount: UInt32
        /// Its author's place in the table of authors.
        var author: UInt32 = 0
        /// Seconds since 1970, as they stand in the commit.
        var committed: Int64 = 0
        /// Seconds since 1970, as they stand in the commit.
        var authored: Int64 = 0
        /// The first eight bytes of its tree's id.
        var tree: UInt64 = 0

        /// Whether it has two parents or more.
        var isMerge: Bool { parentCount > 1 }
    }

    /// A row for each commit.
    var rows: [Row] = []
    /// The parents of all commits, one commit's after the other.
    var parents: [UInt32] = []

    /// In the place of a parent's row: the parent was known before and is no row.
    static let elsewhere = UInt32.max

    /// Adds a row whose parents were added before.
    mutating func append(parentsFrom first: Int) {
        rows.append(Row(firstParent: UInt32(first), parentCount: UInt32(parents.count - first)))
    }

    /// The rows of a commit's parents, the first one first.
    func parents(of row: UInt32) -> ArraySlice<UInt32> {
        let start = Int(rows[Int(row)].firstParent)
        return parents[start..<start + Int(rows[Int(row)].parentCount)]
    }

    /// What to say where the rows and what is made from them would need more memory than the limits leave; else nil.
    static func memoryFault(_ commits: Int, _ limits: WorkerLimits) -> WorkerFault? {
        guard commits.multipliedReportingOverflow(by: bytesPerCommit).partialValue > limits.memory else { return nil }
        return WorkerFault(
            .memoryLimit,
            "more than \(commits) commits do not fit into \(limits.memory >> 20) MiB; \(WorkerFault.otherInputs)"
        )
    }

    /// What a commit takes at the worst moment, while arrays grow.
    private static let bytesPerCommit = 224
}

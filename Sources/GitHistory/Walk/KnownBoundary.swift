internal import WorkerProtocol

/// Where a walk that left out known commits ended: what it takes of those to tell of the new ones.
///
/// A whole history has none.
struct KnownBoundary {
    /// The landing time of the known commit on the first-parent chain; nil where the chain does not end at one.
    private(set) var landing: Int64?
    /// The trees of known first parents, by the row of their child.
    private var trees: [UInt32: UInt64] = [:]

    /// Reads the known first parents, by the row of their child.
    ///
    /// - Throws: `WorkerFault` when one cannot be read any more.
    init(
        _ history: CommitRows,
        _ firstParents: [UInt32: ObjectID],
        _ database: ObjectDatabase,
        observedAt: Int64
    ) throws(WorkerFault) {
        guard !firstParents.isEmpty else { return }
        for (row, parent) in firstParents { trees[row] = try KnownBoundary.read(parent, database).tree }
        var last: UInt32 = 0
        while let parent = history.parents(of: last).first, parent != CommitRows.elsewhere { last = parent }
        var next = firstParents[last]
        // A time that is not believed lands with that of the nearest first-parent ancestor that is.
        while let commit = next, landing == nil {
            let (_, time, parent) = try KnownBoundary.read(commit, database)
            if Landing.isBelieved(time, observedAt: observedAt) { landing = time }
            next = parent
        }
    }

    /// Whether a commit changes no file: it has one parent and that one's tree, or none and no files.
    ///
    /// A merge is no such commit.
    func isEmpty(_ place: Int, in history: CommitRows) -> Bool {
        let row = history.rows[place]
        switch row.parentCount {
        case 0: return row.tree == MailmapFile.emptyTree.high
        case 1:
            guard let parent = history.parents(of: UInt32(place)).first, parent != CommitRows.elsewhere else {
                return trees[UInt32(place)] == row.tree
            }
            return history.rows[Int(parent)].tree == row.tree
        default: return false
        }
    }

    private static func read(
        _ id: ObjectID,
        _ database: ObjectDatabase
    ) throws(WorkerFault) -> (tree: UInt64, committed: Int64, parent: ObjectID?) {
        try database.commit(id).withText { (text) throws(WorkerFault) in
            var parents: [ObjectID] = []
            CommitText.read(text, into: &parents)
            let head = try CommitText(text, parents: parents.count)
            return (head.tree.high, head.committed, parents.first)
        }
    }
}

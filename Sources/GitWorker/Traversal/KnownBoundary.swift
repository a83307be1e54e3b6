internal import WorkerProtocol

/// Where a walk that left out known commits ended: what the new ones need of those.
///
/// A whole history has none.
struct KnownBoundary {
    /// The landing time of the known commit on the first-parent chain; nil where the chain does not end at one.
    private(set) var landing: Int64?
    /// The trees of known first parents, by the row of their child.
    private var trees: [UInt32: UInt64] = [:]

    /// Reads the known first parents, by the row of their child.
    init(
        _ history: HistoryCommits,
        _ firstParents: [UInt32: ObjectID],
        _ database: ObjectDatabase,
        observedAt: Int64
    ) throws(WorkerFault) {
        guard !firstParents.isEmpty else { return }
        for (row, parent) in firstParents { trees[row] = try database.commit(parent).withText(CommitText.tree).high }
        var next = history.firstParentChain.last.flatMap { firstParents[$0] }
        // A time that is not believed lands with that of the nearest first-parent ancestor that is.
        while let commit = next, landing == nil {
            let text = try database.commit(commit).withText { (text) throws(WorkerFault) in try CommitText(text) }
            if Landing.isBelieved(text.committed, observedAt: observedAt) { landing = text.committed }
            next = text.parents.first
        }
    }

    /// Whether a commit changes no file: it has one parent and that one's tree, or none and no files.
    ///
    /// A merge is no such commit.
    func isEmpty(_ place: Int, in history: HistoryCommits) -> Bool {
        let tree = history.rows[place].tree
        let parents = history.parents(of: UInt32(place))
        guard let parent = parents.first else { return tree == MailmapFile.emptyTree.high }
        guard parents.count == 1 else { return false }
        return tree == (parent == HistoryCommits.elsewhere ? trees[UInt32(place)] : history.rows[Int(parent)].tree)
    }
}

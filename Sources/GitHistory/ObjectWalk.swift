internal import WorkerProtocol

/// The whole history by reading every commit, each once, from the newest on.
///
/// Breadth first: that is near the order in which packs keep commits. No date ends the walk: histories are merged in
/// through tips with old dates.
struct ObjectWalk {
    /// The commits.
    private(set) var history = CommitRows()
    /// Their ids, in the same order.
    private(set) var table = ObjectTable()
    /// Their authors.
    private(set) var authors = AuthorTable()

    /// Walks from a commit.
    ///
    /// - Throws: `WorkerFault` when any commit is missing, damaged or malformed.
    init(from tip: ObjectID, _ reader: ObjectReader, _ limits: WorkerLimits) throws(WorkerFault) {
        _ = table.place(of: tip)
        var next = 0
        while next < table.ids.count {
            if next & 0xfff == 0 { try CommitRows.checkMemory(table.ids.count, limits) }
            let id = table.ids[next]
            let row = try reader.withCommit(id) { (text) throws(WorkerFault) in
                let first = history.parents.count
                let commit = try CommitText(text) { (parent) throws(WorkerFault) in
                    history.parents.append(table.place(of: parent))
                }
                return CommitRows.Row(
                    committed: commit.committed,
                    authored: commit.authored,
                    firstParent: UInt32(first),
                    parentCount: UInt32(history.parents.count - first),
                    author: authors.place(of: commit.author, in: text)
                )
            }
            history.rows.append(row)
            next += 1
        }
    }
}

internal import WorkerProtocol

/// The whole history of a commit, found from commits alone.
///
/// Breadth first: that is near the order in which packs keep commits. No date ends the walk: histories are merged in
/// through tips with old dates. The walk itself only looks for parents; the texts are checked beside it.
struct ObjectWalk {
    /// The commits, complete.
    private(set) var history = CommitRows()
    /// Their authors.
    private(set) var authors = AuthorTable()
    /// Whether the newest commit known before was met, so that none of those is lost.
    private(set) var isContinued = false
    /// The first parents that were known before, by the row of their child.
    private(set) var borders: [UInt32: ObjectID] = [:]
    private let known: KnownHistory?
    private var table = ObjectTable()

    /// The ids of the rows.
    var ids: [ObjectID] { table.ids }

    /// Walks from a commit.
    ///
    /// - Parameters:
    ///   - tip: the commit.
    ///   - store: the repository's objects.
    ///   - limits: what may be used.
    ///   - known: commits at which the walk ends.
    /// - Throws: `WorkerFault` when any commit is missing, damaged or malformed.
    init(
        from tip: ObjectID,
        in store: ObjectStore,
        _ limits: WorkerLimits,
        leavingOut known: KnownHistory? = nil
    ) throws(WorkerFault) {
        self.known = known
        let reader = try ObjectReader(store)
        var reading = CommitReading()
        _ = table.place(of: tip)
        var next = 0
        while next < table.ids.count {
            try CommitRows.checkMemory(table.ids.count, limits)
            if table.ids.count - next >= ObjectWalk.worthBoth {
                let halves = try CommitFacts.halves(of: table.ids[next...], in: store)
                next = table.ids.count
                for facts in halves { take(facts) }
                reading.add(halves)
                continue
            }
            let first = history.parents.count
            let id = table.ids[next]
            try reader.withUncheckedCommit(id) { (text) throws(WorkerFault) in
                CommitText.parents(text) { append(parent: $0, ofRow: next, from: first) }
                try reading.add(text, row: UInt32(next), id: id)
            }
            history.append(parentsFrom: first, isMerge: history.parents.count - first > 1)
            next += 1
        }
        authors = try reading.finish(&history, table.ids, leavingOut: known)
    }

    /// Adds a parent of a row whose parents begin at a place; the parent is queued where it was neither met nor known.
    private mutating func append(parent id: ObjectID, ofRow row: Int, from first: Int) {
        guard let known, known.contains(id.high) else { return history.parents.append(table.place(of: id)) }
        if id.description == known.tip { isContinued = true }
        if history.parents.count == first { borders[UInt32(row)] = id }
        history.parents.append(CommitRows.elsewhere)
    }

    /// So many commits that wait are shared out between both cores.
    ///
    /// In a history without branches only one ever waits.
    private static let worthBoth = 64

    /// Takes the parents of rows that follow each other.
    private mutating func take(_ facts: CommitFacts) {
        var parents = facts.parents[...]
        for fact in facts.facts {
            let first = history.parents.count
            for parent in parents.prefix(Int(fact.parentCount)) {
                append(parent: parent, ofRow: history.rows.count, from: first)
            }
            parents = parents.dropFirst(Int(fact.parentCount))
            history.append(parentsFrom: first, isMerge: fact.parentCount > 1)
        }
    }
}

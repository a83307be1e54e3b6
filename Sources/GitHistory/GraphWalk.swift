internal import WorkerProtocol

/// The history of a commit, found from the repository's commit-graph; only commits newer than the graph are read.
///
/// The graph's corrected dates bound the times of all that can be reached from a commit, whatever its clock said, so a
/// walk may end where they lie before a time; the dates of the commits themselves would end it too early.
struct GraphWalk {
    /// The commits, with committer times and parents.
    private(set) var history = CommitRows()
    /// Whether the walk ended before some older commits.
    private(set) var leavesOutOlder = false
    /// Where each row was met: a number in the graph, or `outside` more than a place in `table`.
    private var origins: [UInt32] = []
    private var table = ObjectTable()
    private var rowsOfTable: [UInt32] = []
    private var rowsOfGraph: [UInt32]

    private static let outside: UInt32 = 1 << 31
    private static let noRow = UInt32.max

    /// Walks from a commit.
    ///
    /// - Parameters:
    ///   - tip: the commit.
    ///   - newest: its committer time.
    ///   - graph: the commit-graph.
    ///   - store: the repository's objects.
    ///   - request: how far back, and with what limits.
    /// - Returns: nil where the graph contradicts itself.
    /// - Throws: `WorkerFault` when the graph is damaged or a newer commit cannot be read.
    static func walk(
        from tip: ObjectID,
        _ newest: Int64,
        _ graph: CommitGraph,
        in store: ObjectStore,
        _ request: HistoryRequest
    ) throws(WorkerFault) -> GraphWalk? {
        var walk = GraphWalk(graph)
        let reader = try ObjectReader(store)
        _ = try walk.row(of: tip, graph)
        // Without a time at the tip that is believed, all is told.
        var since = Int64.min
        if case .committed(let span?) = request.detail, Landing.isBelieved(newest, observedAt: request.observedAt) {
            let start = newest.subtractingReportingOverflow(span)
            since = start.overflow ? .min : start.partialValue
        }
        var next = 0
        while next < walk.origins.count {
            if next & 0xfff == 0 { try CommitRows.checkMemory(walk.origins.count, request.limits) }
            let origin = walk.origins[next]
            let isSound =
                origin < GraphWalk.outside
                ? try walk.take(number: origin, graph, since: since)
                : try walk.take(place: origin - GraphWalk.outside, graph, reader)
            guard isSound else { return nil }
            next += 1
        }
        return walk
    }

    private init(_ graph: CommitGraph) {
        rowsOfGraph = Array(repeating: GraphWalk.noRow, count: graph.count)
    }

    /// The ids of all rows.
    func ids(_ graph: CommitGraph) throws(WorkerFault) -> [ObjectID] {
        var ids: [ObjectID] = []
        ids.reserveCapacity(origins.count)
        for origin in origins {
            ids.append(
                origin < GraphWalk.outside ? try graph.id(of: origin) : table.ids[Int(origin - GraphWalk.outside)]
            )
        }
        return ids
    }

    /// Takes a commit of the graph; false where the graph contradicts itself.
    private mutating func take(number: UInt32, _ graph: CommitGraph, since: Int64) throws(WorkerFault) -> Bool {
        let first = history.parents.count
        let commit = try graph.commit(number) { (parent, corrected) in
            if corrected >= since { history.parents.append(row(of: parent)) } else { leavesOutOlder = true }
        }
        guard let commit else { return false }
        history.append(committed: commit.committed, parentsFrom: first, isMerge: commit.parentCount > 1)
        return true
    }

    /// Takes a commit that is newer than the graph.
    private mutating func take(
        place: UInt32,
        _ graph: CommitGraph,
        _ reader: ObjectReader
    ) throws(WorkerFault) -> Bool {
        let first = history.parents.count
        let committed = try reader.withCommit(table.ids[Int(place)]) { (text) throws(WorkerFault) in
            try CommitText(text) { (parent) throws(WorkerFault) in
                history.parents.append(try row(of: parent, graph))
            }.committed
        }
        history.append(committed: committed, parentsFrom: first, isMerge: history.parents.count - first > 1)
        return true
    }

    /// The row of a commit of the graph, which is queued where it was not met before.
    private mutating func row(of number: UInt32) -> UInt32 {
        if rowsOfGraph[Int(number)] == GraphWalk.noRow {
            rowsOfGraph[Int(number)] = UInt32(origins.count)
            origins.append(number)
        }
        return rowsOfGraph[Int(number)]
    }

    /// The row of any commit.
    private mutating func row(of id: ObjectID, _ graph: CommitGraph) throws(WorkerFault) -> UInt32 {
        if let number = try graph.number(of: id) { return row(of: number) }
        let place = Int(table.place(of: id))
        if place == rowsOfTable.count {
            rowsOfTable.append(UInt32(origins.count))
            origins.append(GraphWalk.outside + UInt32(place))
        }
        return rowsOfTable[place]
    }
}

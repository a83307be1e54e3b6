internal import WorkerProtocol

/// Makes messages of a walked history: who is who, what landed when, and what was asked of each commit.
struct HistoryTelling {
    private let request: HistoryRequest
    private let tip: ObjectID
    private let store: ObjectStore

    typealias Telling = (Message) throws(WorkerFault) -> Void

    init(_ request: HistoryRequest, _ tip: ObjectID, _ store: ObjectStore) {
        self.request = request
        self.tip = tip
        self.store = store
    }

    /// Tells a history that was found from its commits.
    func tell(_ walk: ObjectWalk, _ tell: Telling) throws(WorkerFault) {
        guard case .authored = request.detail else { return try counts(walk.history, leavesOutOlder: false, tell) }
        try everything(walk.history, walk.ids, walk.authors, try mailmap(), borders: nil, tell)
    }

    /// Tells what is new since a known commit; false, and nothing told, where the branch does not go on from there or
    /// its developers are to be told anew.
    func tellNew(since known: KnownHistory, _ tell: Telling) throws(WorkerFault) -> Bool {
        if known.tip == tip.description {
            var summary = HistorySummary(commits: 0, newest: nil)
            summary.isContinued = true
            summary.mailmap = known.mailmap
            try tell(.summary(summary))
            return true
        }
        let mailmap = try mailmap()
        guard mailmap.stamp == known.mailmap, !known.contains(tip.high) else { return false }
        let walk = try ObjectWalk(from: tip, in: store, request.limits, leavingOut: known)
        guard walk.isContinued else { return false }
        try everything(walk.history, walk.ids, walk.authors, mailmap, borders: walk.borders, tell)
        return true
    }

    private func mailmap() throws(WorkerFault) -> (rules: Mailmap?, stamp: UInt64) {
        try MailmapFile.rules(at: tip, ObjectReader(store), isPartial: store.isPartial)
    }

    /// Tells a history that was found from a commit-graph; its commits are only read if more is asked than it has.
    func tell(_ walk: GraphWalk, _ graph: CommitGraph, _ tell: Telling) throws(WorkerFault) {
        guard case .authored = request.detail else {
            return try counts(walk.history, leavesOutOlder: walk.leavesOutOlder, tell)
        }
        let ids = try walk.ids(graph)
        var history = walk.history
        var reading = CommitReading()
        reading.add(try CommitFacts.halves(of: ids[...], in: store))
        let authors = try reading.finish(&history, ids)
        try everything(history, ids, authors, try mailmap(), borders: nil, tell)
    }

    /// Tells the times and merges of some commits of a graph.
    func tell(
        _ numbers: [UInt32],
        _ columns: GraphColumns,
        _ graph: CommitGraph,
        newest: Int64,
        _ tell: Telling
    ) throws(WorkerFault) {
        for start in stride(from: 0, to: numbers.count, by: CommitBatch.capacity) {
            let some = numbers[start..<min(start + CommitBatch.capacity, numbers.count)]
            var batch = CommitBatch()
            batch.marks = some.map { columns.parents[Int($0)].areMany ? .merge : [] }
            batch.committed = try some.map { (number) throws(WorkerFault) in try graph.committed(number) }
            try tell(.commits(batch))
        }
        try tell(.summary(HistorySummary(commits: numbers.count, newest: newest)))
    }

    private func counts(_ history: CommitRows, leavesOutOlder: Bool, _ tell: Telling) throws(WorkerFault) {
        let landing = request.detail == .landed ? Landing(history, observedAt: request.observedAt) : nil
        var batch = CommitBatch()
        for (place, row) in history.rows.enumerated() {
            var marks: CommitBatch.Marks = row.isMerge ? .merge : []
            if let landing {
                if landing.areReplaced[place] { marks.insert(.replacedTime) }
                batch.landed.append(landing.times[place])
            }
            batch.committed.append(row.committed)
            batch.marks.append(marks)
            try pass(&batch, tell)
        }
        let newest = landing?.times[0] ?? Landing.ofTip(history, observedAt: request.observedAt)
        try pass(&batch, from: 1, tell)
        let summary = HistorySummary(commits: history.rows.count, newest: newest, leavesOutOlder: leavesOutOlder)
        try tell(.summary(summary))
    }

    private func everything(
        _ history: CommitRows,
        _ ids: [ObjectID],
        _ authors: AuthorTable,
        _ mailmap: (rules: Mailmap?, stamp: UInt64),
        borders: [UInt32: ObjectID]?,
        _ tell: Telling
    ) throws(WorkerFault) {
        let border = try Border(history, borders ?? [:], store, observedAt: request.observedAt)
        let landing = Landing(history, observedAt: request.observedAt, after: border.landing)
        let developers = Developers(authors, mailmap.rules ?? Mailmap())
        for start in stride(from: 0, to: developers.keys.count, by: CommitBatch.capacity) {
            let end = min(start + CommitBatch.capacity, developers.keys.count)
            try tell(.developers(Array(developers.keys[start..<end])))
        }
        var summary = HistorySummary(
            commits: history.rows.count,
            developers: developers.keys.count,
            newest: landing.times[0],
            lacksMailmap: mailmap.rules == nil
        )
        summary.mailmap = mailmap.stamp
        summary.isContinued = borders != nil
        var batch = CommitBatch()
        for (place, row) in history.rows.enumerated() {
            var marks: CommitBatch.Marks = row.isMerge ? .merge : []
            if developers.areBots[Int(row.author)] { marks.insert(.bot) }
            if landing.areReplaced[place] { marks.insert(.replacedTime) }
            if border.isEmpty(place, in: history) { marks.insert(.empty) }
            if row.parentCount == 0 { summary.roots.append(ids[place].high) }
            batch.committed.append(row.committed)
            batch.authored.append(row.authored)
            batch.landed.append(landing.times[place])
            batch.developers.append(developers.numbers[Int(row.author)] ?? CommitBatch.nobody)
            ids[place].append(to: &batch.ids)
            batch.marks.append(marks)
            try pass(&batch, tell)
        }
        try pass(&batch, from: 1, tell)
        try tell(.summary(summary))
    }

    /// Tells a batch of at least so many commits and empties it.
    private func pass(
        _ batch: inout CommitBatch,
        from count: Int = CommitBatch.capacity,
        _ tell: Telling
    ) throws(WorkerFault) {
        guard batch.count >= count else { return }
        try tell(.commits(batch))
        batch.removeAll()
    }
}

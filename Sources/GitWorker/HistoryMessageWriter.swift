internal import WorkerProtocol

/// Makes messages of a walked history: who is who, what landed when, and what each commit is.
struct HistoryMessageWriter {
    let request: HistoryRequest
    let limits: WorkerLimits
    let tip: ObjectID
    let objects: RepositoryObjects
    let packed: PackedReferences

    typealias Sink = (HistoryMessage) throws(WorkerFault) -> Void

    /// Writes what is new since a known commit, or the whole history, up to its summary.
    func write(_ guarded: RepositoryGuard, _ send: Sink) throws(WorkerFault) -> HistorySummary {
        if let known = request.known, known.tip == tip.description {
            var summary = HistorySummary(commits: 0, newest: nil)
            summary.isContinued = true
            summary.mailmap = known.mailmap
            return summary
        }
        let mailmap = try MailmapFile(at: tip, in: objects)
        // Other rules change who developed the known commits.
        if let known = request.known, mailmap.stamp == known.mailmap, !known.contains(tip.high) {
            let commits = try traversal(leavingOut: known)
            if commits.isContinued { return try write(commits, known, mailmap, guarded, send) }
        }
        return try write(traversal(leavingOut: nil), nil, mailmap, guarded, send)
    }

    private func traversal(leavingOut known: StoredHistory?) throws(WorkerFault) -> HistoryTraversal {
        try HistoryTraversal(from: tip, in: objects, limits, leavingOut: known)
    }

    private func write(
        _ commits: HistoryTraversal,
        _ known: StoredHistory?,
        _ mailmap: MailmapFile,
        _ guarded: RepositoryGuard,
        _ send: Sink
    ) throws(WorkerFault) -> HistorySummary {
        let history = commits.history
        let boundary = try KnownBoundary(history, commits.boundaries, objects.database, observedAt: request.observedAt)
        let landing = Landing(history, observedAt: request.observedAt, after: boundary.landing)
        let developers = Developers(history.authors, mailmap.rules)
        for batch in HistoryMessageWriter.batches(of: developers.keys) { try send(.developers(Array(batch))) }
        var summary = HistorySummary(
            commits: history.rows.count,
            developers: developers.keys.count,
            newest: landing.times[0],
            lacksMailmap: mailmap.rules == nil
        )
        summary.mailmap = mailmap.stamp
        summary.isContinued = commits.isContinued
        // Asked for by tags, which many repositories lack.
        lazy var ids = Set(history.ids.map(\.high))
        do throws(WorkerFault) {
            let found = try ReleaseTags(guarded, packed, objects.database, observedAt: request.observedAt) { id in
                ids.contains(id) || known?.contains(id) ?? false
            }
            summary.releases = found.tags
        } catch {
            // Commits count without tags; what their releases are is unknown then.
            summary.tagFault = error.detail
        }
        var batch = CommitBatch()
        for (written, number) in commits.order.enumerated() {
            let place = Int(number)
            let row = history.rows[place]
            let parentCount = history.parents(of: number).count
            let coauthors = developers.coauthors(history.coauthors[number, default: []])
            var flags = developers.flags(of: Int(row.author), isHelpedByAgent: coauthors.hasAgent)
            if parentCount > 1 { flags.insert(.merge) }
            batch.coauthors += coauthors.people
            batch.coauthored += coauthors.people.map { _ in UInt32(batch.count) }
            if landing.areReplaced[place] { flags.insert(.replacedTime) }
            if boundary.isEmpty(place, in: history) { flags.insert(.empty) }
            if parentCount == 0 { summary.roots.append(history.ids[place].high) }
            batch.committed.append(row.committed)
            batch.authored.append(row.authored)
            batch.works.append(row.work)
            batch.landed.append(landing.times[place])
            batch.landingIDs.append(history.ids[Int(landing.rows[place])].high)
            batch.developers.append(developers.numbers[Int(row.author)] ?? CommitBatch.noDeveloper)
            batch.ids.append(history.ids[place].high)
            batch.flags.append(flags)
            guard batch.count == CommitBatch.capacity || written == commits.order.count - 1 else { continue }
            try send(.commits(batch))
            batch = CommitBatch()
        }
        return summary
    }

    /// Developers in batches, each no more than one message takes.
    static func batches(of keys: [[UInt8]]) -> [ArraySlice<[UInt8]>] {
        var batches: [ArraySlice<[UInt8]>] = []
        var (start, bytes) = (0, 0)
        for (place, key) in keys.enumerated() {
            if place - start == CommitBatch.capacity || bytes + key.count > mostBytes, place > start {
                batches.append(keys[start..<place])
                (start, bytes) = (place, 0)
            }
            bytes += key.count
        }
        return start < keys.count ? batches + [keys[start...]] : batches
    }

    /// The bytes of a batch of developers at most: an address may be long.
    private static let mostBytes = 8 << 20
}

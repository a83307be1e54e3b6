public import WorkerProtocol

/// The history of one repository's default branch, told in messages.
public enum RepositoryHistory {
    /// Reads a repository and tells its commits.
    ///
    /// What is told is void if this throws: a history that cannot be read whole is not told in part.
    ///
    /// - Parameters:
    ///   - request: the repository and how much is asked.
    ///   - tell: takes developers, commits and the closing summary.
    /// - Throws: `WorkerFault` with the reason for which it cannot be read, and what `tell` throws.
    public static func read(
        _ request: HistoryRequest,
        tell: (Message) throws(WorkerFault) -> Void
    ) throws(WorkerFault) {
        let folder = try RepositoryFolder(request.path)
        let isPartial = try RepositoryFormat.check(folder)
        guard let tip = try DefaultBranch.tip(folder) else {
            return try tell(.summary(HistorySummary(commits: 0, newest: nil)))
        }
        let store = try ObjectStore(folder, isPartial: isPartial)
        let reader = try ObjectReader(store)
        let walk = try ObjectWalk(from: tip, reader, request.limits)
        let landing = Landing(walk.history, observedAt: request.observedAt)
        let rules = try MailmapFile.rules(at: tip, reader, isPartial: store.isPartial)
        let developers = Developers(walk.authors, rules ?? Mailmap())
        for start in stride(from: 0, to: developers.keys.count, by: CommitBatch.capacity) {
            let end = min(start + CommitBatch.capacity, developers.keys.count)
            try tell(.developers(Array(developers.keys[start..<end])))
        }
        var isBurst = [Bool](repeating: false, count: developers.keys.count)
        isBurst = BotRules.bursts(
            walk.history.rows.indices.compactMap { row in
                developers.numbers[Int(walk.history.rows[row].author)].map { number in
                    (number, Int32(clamping: landing.times[row] / 86_400))
                }
            },
            count: developers.keys.count
        )
        var batch = CommitBatch()
        for (place, row) in walk.history.rows.enumerated() {
            let developer = developers.numbers[Int(row.author)]
            var marks: CommitBatch.Marks = row.parentCount > 1 ? .merge : []
            if developers.areBots[Int(row.author)] || developer.map({ isBurst[Int($0)] }) == true { marks.insert(.bot) }
            if landing.areReplaced[place] { marks.insert(.replacedTime) }
            batch.marks.append(marks)
            batch.committed.append(row.committed)
            batch.authored.append(row.authored)
            batch.landed.append(landing.times[place])
            batch.developers.append(developer ?? CommitBatch.nobody)
            walk.table.ids[place].append(to: &batch.ids)
            if batch.count == CommitBatch.capacity {
                try tell(.commits(batch))
                batch.removeAll()
            }
        }
        if batch.count > 0 { try tell(.commits(batch)) }
        try tell(
            .summary(
                HistorySummary(
                    commits: walk.history.rows.count,
                    developers: developers.keys.count,
                    newest: landing.times[0],
                    lacksMailmap: rules == nil
                )
            )
        )
    }
}

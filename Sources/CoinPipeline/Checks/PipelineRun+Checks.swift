internal import CoinModel
internal import CoinOperations
internal import CoinTables

extension PipelineRun {
    /// Holds a ranking against its checks; warnings are reported.
    ///
    /// - Throws: `OperationError` when one that is fatal does not hold: nothing is written then.
    func check(_ scored: ScoredRanking) throws {
        let run = CheckRun(
            table: scored.table,
            coinsBefore: { try RunHistory(of: store).newest(of: path)?.coins },
            store: store,
            moment: definition.request.asOf?.limit ?? clock()
        )
        let failures = try run.failures(of: definition.checks)
        failures.forEach(log.note)
        let fatal = failures.count { $0.level == .error }
        guard fatal > 0 else { return }
        let what = "\(fatal) of \(definition.checks.count) checks failed; the outputs of the run before stay"
        throw OperationError(.checksFailed, "checks-failed", place: path, what)
    }

    /// Holds a ranking against the alert rules and delivers what happened; true where something did.
    mutating func alert(of scored: ScoredRanking) throws -> Bool {
        guard !definition.alerts.isEmpty else { return false }
        var book = try AlertBook(of: store)
        let (events, undelivered) = try book.take(
            definition.alerts,
            scored,
            preset: definition.request.preset,
            coins: chosenCoins
        )
        for event in events { log.note(Diagnostic(.note, "alert", place: event.coin, event.sentence)) }
        record.alerts = events
        if let program = definition.alertCommand.first, !undelivered.isEmpty,
            let complaint = AlertCommand(definition.alertCommand, environment).failure(delivering: undelivered)
        {
            log.note(Diagnostic(.warning, "alert-command-failed", place: program, complaint))
        } else {
            try book.settle()
        }
        return !events.isEmpty
    }
}

extension Definition {
    /// What checks and alerts read of a ranking.
    var conditions: [RankRequest] {
        let texts = checks.compactMap { check in
            if case .rows(let condition, _, _) = check.rule { condition } else { nil }
        }
        return (texts + alerts.map(\.condition)).map { text in
            var request = request
            (request.columns, request.filter) = ("coin_id,symbol,name", text)
            return request
        }
    }
}

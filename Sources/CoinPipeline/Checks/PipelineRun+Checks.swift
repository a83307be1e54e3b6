internal import CoinModel
internal import CoinOperations
internal import CoinTables

extension PipelineRun {
    /// Holds a ranking against its checks; warnings are reported.
    ///
    /// - Throws: `OperationError` when one that is fatal does not hold: nothing is written then.
    func check(_ scored: ScoredRanking) throws {
        let last = try RunHistory(of: store).newest(of: path, upTo: scored.asOf)
        let run = CheckRun(
            table: scored.table,
            coinsBefore: last?.coins,
            tableBefore: try last.flatMap(ranking),
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

    /// The ranking of an earlier run with the columns of jumps, made again from what the store knew when that run ended.
    private func ranking(of last: RunRecord) throws -> Table? {
        let columns = definition.checks.compactMap(\.jumpColumn)
        guard !columns.isEmpty, let asOf = AsOf(last.asOf), let known = AsOf(last.known ?? last.ended) else {
            return nil
        }
        var request = definition.request
        (request.asOf, request.known) = (asOf, known)
        request.columns = (["coin_id"] + columns).joined(separator: ",")
        do {
            return try score(request, in: store, for: .showing([request], storing: false)).table
        } catch let error as OperationError where error.status == .failed || error.status == .nothingSelected {
            let what = "the store no longer tells what it knew at \(known), so jumps since that run are not checked"
            log.note(Diagnostic(.warning, "no-last-run", place: store.path, what))
            return nil
        }
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
            if case .rows(let condition, _, _) = check.rule { condition } else { check.jumpColumn.map { "\($0) > 0" } }
        }
        return (texts + alerts.map(\.condition)).map { text in
            var request = request
            (request.columns, request.filter) = ("coin_id,symbol,name", text)
            return request
        }
    }
}

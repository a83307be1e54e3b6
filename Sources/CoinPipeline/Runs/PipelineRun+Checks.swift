internal import CoinModel
internal import CoinOperations
internal import CoinTables

extension PipelineRun {
    /// Holds a ranking against its checks; warnings are reported.
    ///
    /// - Throws: `OperationError` when one that is fatal does not hold: nothing is written then.
    func check(_ scored: ScoredRanking) throws {
        let last = try RunHistory(of: store).newest(like: record, upTo: scored.asOf)
        if last == nil, definition.checks.contains(where: { [.jump, .change].contains($0.kind) }) {
            let what = "has no earlier run: jumps and the number of coins are checked from the next one on"
            log.note(Diagnostic(.note, "no-last-run", place: path, what))
        }
        var run = CheckRun(store: store, moment: checkedMoment)
        (run.table, run.coinsBefore, run.tableBefore) = (scored.table, last?.coins, try last.flatMap(ranking))
        let failures = try run.failures(of: definition.checks)
        failures.forEach(log.note)
        let fatal = failures.count { $0.level == .error }
        guard fatal > 0 else { return }
        let what = "\(fatal) of \(definition.checks.count) checks failed; the outputs of the run before stay"
        throw OperationError(.checksFailed, "checks-failed", place: path, what)
    }

    /// The moment against which sources are old.
    private var checkedMoment: Instant { definition.request.asOf?.limit ?? clock() }

    /// Whether all sources are as young as checks have it.
    ///
    /// Time alone makes them old: a source without new data brings nothing new.
    func hasYoungSources() throws -> Bool {
        let checks = definition.checks.filter { $0.kind == .age }
        return try CheckRun(store: store, moment: checkedMoment).failures(of: checks).isEmpty
    }

    /// The ranking of an earlier run with the columns of jumps, made again from what the store knew when that run ended.
    private func ranking(of last: RunRecord) throws -> Table? {
        let columns = definition.checks.filter { $0.kind == .jump }.map(\.subject)
        guard !columns.isEmpty, let asOf = AsOf(last.asOf), let known = AsOf(last.known ?? last.ended) else {
            return nil
        }
        var request = definition.request
        (request.asOf, request.known) = (asOf, known)
        request.columns = (["coin_id"] + columns).joined(separator: ",")
        do {
            return try score(request, in: store, showing: [request]).table
        } catch let error as OperationError where error.status == .failed || error.status == .nothingSelected {
            let why = "its ranking cannot be made again (\(error.diagnostic.message))"
            let what = "jumps since the run of \(known) are not checked: \(why)"
            log.note(Diagnostic(.warning, "no-last-run", place: store.path, what))
            return nil
        }
    }

    /// What its alerts said before.
    private var alertLog: AlertLog { AlertLog(of: store, for: path) }

    /// The events that the user's command has still to get.
    ///
    /// - Throws: `OperationError` when the state of alerts does not read.
    func undeliveredAlerts() throws -> [RunEvent] {
        try selection.takes(.alert) && !definition.alerts.isEmpty ? alertLog.undelivered() : []
    }

    /// Holds a ranking against the alert rules and delivers what happened; true where something did.
    mutating func alert(of scored: ScoredRanking) throws -> Bool {
        var unasked = definition.request
        unasked.asOf = nil
        let taken = try alertLog.take(
            definition.alerts,
            scored,
            preset: definition.request.preset,
            newest: moment(of: unasked, in: store),
            coins: chosenCoins,
            exchanged: { try exchangedCoins(in: store) }
        )
        guard let (events, undelivered) = taken else {
            let what = "its alerts know a later moment than \(scored.asOf), so a ranking of the past sets off none"
            log.note(Diagnostic(.note, "no-alerts-of-the-past", place: path, what))
            return false
        }
        for event in events { log.note(Diagnostic(.note, "alert", place: event.coin ?? "", event.sentence)) }
        record.events = (record.events ?? []) + events
        try deliver(undelivered)
        return !events.isEmpty
    }

    /// Hands events to the user's command, and forgets those that it took; without one, those that are in their file.
    func deliver(_ events: [RunEvent]) throws {
        let alerts = events.filter(\.isAlert)
        if let program = definition.alertCommand.first, !alerts.isEmpty,
            let complaint = AlertCommand(definition.alertCommand, overrides.environment).failure(delivering: alerts)
        {
            log.note(Diagnostic(.warning, "alert-command-failed", place: program, complaint))
        } else {
            try alertLog.settle(events)
        }
    }
}

extension Definition {
    /// What checks and alerts read of a ranking.
    var conditions: [RankRequest] {
        let rules = alerts.filter(\.news.isEmpty)
        return (checks.compactMap(\.condition) + rules.map(\.condition)).map { text in
            var request = request
            (request.columns, request.filter) = ("coin_id,symbol,name" + (rules.isEmpty ? "" : ",flags"), text)
            return request
        }
    }
}

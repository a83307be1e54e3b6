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
        record(alerts: events)
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

extension PipelineRun {
    /// The digests of the watchlists that the definition names: a list that was changed makes a run of its own.
    ///
    /// - Throws: `OperationError` for what is no name of a list.
    func watchlistDigests() throws -> [String: String]? {
        let names = Set(definition.alerts.compactMap(\.watchlist) + definition.outputs.compactMap(\.watchlist))
        let digests = try names.map { ($0, contentDigest(ofFile: try file(ofList: $0).path) ?? "") }
        return digests.isEmpty ? nil : Dictionary(uniqueKeysWithValues: digests)
    }

    private func file(ofList name: String) throws -> WatchlistFile {
        try WatchlistFile(name, in: ProfileFolder(path: ProfileFolder.path(by: environment), wait: store.wait))
    }

    /// The coins of a watchlist of whoever runs it.
    ///
    /// - Throws: `OperationError` when there is no such list, or it holds no coin.
    func chosenCoins(on list: String) throws -> ChosenCoins {
        let file = try file(ofList: list)
        return try CoinOperations.chosenCoins(on: file, known: definition.request.known, in: store, tell: log.note)
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

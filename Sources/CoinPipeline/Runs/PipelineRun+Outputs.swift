internal import CoinModel
internal import CoinOperations
internal import CoinTables

extension PipelineRun {
    /// Writes an output and notes it in the record.
    mutating func write(_ output: Definition.Output, _ scored: ScoredRanking) throws {
        let path = path(of: output)
        var request = definition.request
        request.coins = try output.watchlist.map(chosenCoins)
        switch output.kind {
        case .ranking:
            var shown = try definition.request(for: output) ?? request
            shown.coins = request.coins
            // That no coin is so today is an answer, and ends nothing else of the run.
            shown.mayBeEmpty = true
            var table = try scored.table(for: shown)
            let others = definition.outputs.filter { $0.name != output.name && !$0.isPrivate }
            if table.rows.isEmpty, !scored.table.rows.isEmpty {
                log.note(Diagnostic(.note, "no-rows", place: path, "no coin is selected, so it has no rows"))
            }
            table.overview?.files = others.map(\.start) + ["run.json"]
            if shown.form == .page { table.notes = try newsLines(of: scored.asOf) + table.notes }
            try write(table, of: output)
        case .site:
            var site = SiteRequest(request)
            (site.coins, site.images) = (output.coins, output.images)
            site.ranking.now = clock()
            site.others = try eventEntries(of: store, withAlerts: false, report: log.note)
            if let folder = definition.siteScreens {
                try site.add(Screen.all(in: folder).map { $0.question(request) }, in: store)
            }
            let report = try writeSite(site, to: path, isForced: overrides.isForced, in: store, report: log.note)
            record.outputs.append(.init(path: path, report.files, rows: nil))
        case .export:
            let export = try exportTables(request, to: path, isForced: overrides.isForced, in: store, report: log.note)
            record.outputs.append(.init(path: path, export.files, rows: export.rows))
        case .digest:
            let table = try digest(of: scored.asOf, by: request, as: output)
            try write(table, of: output)
        case .portfolio:
            var portfolio = output.portfolio
            (portfolio.asOf, portfolio.known, portfolio.quote) = (request.asOf, request.known, request.quote)
            portfolio.now = clock()
            portfolio.isPage = try definition.writer(for: output).form == .page
            let file = try portfolioFile()
            try write(file.table(output.report, portfolio, in: store), of: output, reading: [file.path])
        }
    }

    /// What stands out and what changed, without alerts: these go to the user's own command.
    private func digest(of asOf: AsOf, by request: RankRequest, as output: Definition.Output) throws -> Table {
        var feed = FeedRequest(request, since: output.since.moment(before: asOf))
        (feed.places, feed.priceChange) = (output.places, output.priceChange)
        (feed.ranking.asOf, feed.ranking.coins) = (asOf, nil)
        feed.ranking.form = try definition.writer(for: output).form
        feed.screens = try Screen.all(in: definition.screens).map { $0.question(request) }
        feed.others = try eventEntries(of: store, withAlerts: false, report: log.note)
        var request = DigestRequest(feed)
        request.watched = try output.watchlist.map(chosenCoins)
        return try CoinOperations.digest(request, in: store).table
    }

    private mutating func write(_ table: Table, of output: Definition.Output, reading others: [String] = []) throws {
        let path = path(of: output)
        let isPrivate = output.isPrivate
        let bytes = try definition.writer(for: output).bytes(of: table)
        let file = try OutputFile(
            path,
            in: definition.folder,
            isForced: isOwnFolder,
            reading: inputs + others,
            isPrivate: isPrivate
        )
        try file.replace(with: bytes, report: log.note)
        // The notes of what is for the person alone name what they hold.
        let source = isPrivate ? nil : table.notes.last
        record.outputs.append(.init(path: path, bytes, rows: table.rows.count, isPrivate: isPrivate, madeFrom: source))
    }

    /// Where an output is written.
    func path(of output: Definition.Output) -> String { definition.path(of: output.name) }

    /// Where something of the output folder is.
    func path(of name: String) -> String { definition.path(of: name) }
}

extension PipelineRun {
    /// Checks the watchlists that this run shows or alerts of, the portfolio that it reports, and what alerts said before,
    /// ahead of everything that is written.
    ///
    /// - Throws: `OperationError` when there is no such list, it has no coin, or a file does not read.
    func checkPersonal() throws {
        if outputs.contains(where: \.isPrivate) { try portfolioFile().check() }
        _ = try undeliveredAlerts()
        let alerts = selection.takes(.alert) ? definition.alerts.compactMap(\.watchlist) : []
        for name in Set(alerts + outputs.compactMap(\.watchlist)).sorted() { try file(ofList: name).check() }
    }

    /// The digests of the watchlists that the definition names: a list that was changed makes a run of its own.
    ///
    /// - Throws: `OperationError` for what is not a name of a list.
    func watchlistDigests() throws -> [String: String]? {
        let names = Set(definition.alerts.compactMap(\.watchlist) + definition.outputs.compactMap(\.watchlist))
        let digests = try names.map { ($0, contentDigest(ofFile: try file(ofList: $0).path) ?? "") }
        return digests.isEmpty ? nil : Dictionary(firstOf: digests)
    }

    /// The digests of the screens that the definition names, and of all that its site shows: one that was changed makes a run of
    /// its own.
    ///
    /// - Throws: `OperationError` where the folder of a site's screens is not there.
    func screenDigests() throws -> [String: String]? {
        let hasSite = definition.outputs.contains { $0.kind == .site }
        let shown = try hasSite ? definition.siteScreens.map(Screen.names) ?? [] : []
        let named = definition.alerts.compactMap(\.screen) + definition.outputs.compactMap(\.screen)
        let digests = Set(shown + named).map { name in
            (name, contentDigest(ofFile: Screen.path(of: name, in: definition.screens)) ?? "")
        }
        return digests.isEmpty ? nil : Dictionary(firstOf: digests)
    }

    /// The digest of the portfolio where an output reads it.
    func portfolioDigest() throws -> String? {
        try definition.outputs.contains(where: \.isPrivate) ? portfolioFile().digest : nil
    }

    /// The coins of a watchlist of the person who runs it.
    ///
    /// - Throws: `OperationError` when there is no such list, or it has no coin.
    func chosenCoins(on list: String) throws -> ChosenCoins {
        try file(ofList: list).chosenCoins(known: definition.request.known, in: store, report: log.note)
    }

    private func file(ofList name: String) throws -> WatchlistFile { try WatchlistFile(name, in: profile()) }

    private func portfolioFile() throws -> PortfolioFile { PortfolioFile(in: try profile()) }

    private func profile() throws -> ProfileFolder {
        ProfileFolder(path: try ProfileFolder.path(by: overrides.environment), wait: store.wait)
    }
}

extension Definition {
    /// The rows and columns of the ranking that an output shows; nil where it is not a file of it.
    func request(for output: Output) throws -> RankRequest? {
        guard output.kind == .ranking else { return nil }
        var request = request
        (request.columns, request.sort, request.filter) = (output.columns, output.sort, output.filter)
        (request.isShort, request.top) = (output.isShort, output.top)
        request.form = try writer(for: output).form
        return request
    }

    /// How an output is written: of a folder the file to open first.
    func writer(for output: Output) -> OutputWriter {
        OutputWriter(output: path(of: output.start), style: output.style)
    }

    func path(of output: String) -> String { folder + "/" + output }
}

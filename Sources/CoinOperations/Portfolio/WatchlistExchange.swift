public import CoinModel
internal import CoinPortfolio
internal import CoinSources
public import CoinTables

extension WatchlistFile {
    /// Puts the coins of a table on the list.
    ///
    /// It has the columns of a list's file, or any with one of `coin_id`, `id`, `symbol` and `name`. What is there already keeps
    /// its day; rows that name no coin or several are reported with their line and left out.
    ///
    /// - Returns: how the command ends: partial where rows were left out, failed where all were.
    /// - Throws: `OperationError` when the table or the list does not read.
    public func take(_ path: String, anyway: Bool, _ context: CommandContext) throws -> ExitStatus {
        let own = [PersonalTable.Column("added", .time), PersonalTable.Column("note"), PersonalTable.Column("tags")]
        let table = try PersonalTable(ofFile: path, ProfileCoins.columns + own, .point, isGuarded: true)
        try ProfileCoins.check(table.found, of: path)
        let coins = try ProfileCoins(context.location)
        var rejects = table.rejects
        var entries: [WatchedCoin] = []
        for row in table.rows {
            do {
                let id = try coins.id(of: row, anyway: anyway)
                let added = row["added"].flatMap { AsOf($0)?.limit.day } ?? context.now.day
                let tags = WatchedCoin.tags(of: row["tags"] ?? "")
                entries.append(WatchedCoin(coin: id, added: added, note: row["note"] ?? "", tags: tags))
            } catch let error as OperationError {
                rejects.append(Reject(row, error))
            }
        }
        let changes = entries.isEmpty ? [] : try add(entries)
        if let warning = coins.unchecked { context.report(warning) }
        reportRejects(rejects, of: path, report: context.report)
        let (added, changed) = (changes.count { $0 == .added }, changes.count { $0 == .changed })
        let present = entries.count - added - changed
        let counts = "\(changed) changed, \(present) there already, \(rejects.count) rejected"
        let what = "\(counted(added, "coin")) added to \(name), \(counts)"
        context.report(Diagnostic(.note, "imported", place: path, what))
        return rejects.isEmpty ? .success : entries.isEmpty ? .failed : .partial
    }
}

/// Reports the rows of a file that are left out: the first ones by line, of the others how many there are.
func reportRejects(_ rejects: [Reject], of path: String, report: DiagnosticSink) {
    let most = 20
    for reject in rejects.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }).prefix(most) {
        let place = [reject.line, reject.column].compactMap { $0 }.reduce(path) { "\($0):\($1)" }
        report(Diagnostic(.warning, reject.reason, place: place, reject.detail))
    }
    guard rejects.count > most else { return }
    report(Diagnostic(.warning, "more-rejects", place: path, "\(rejects.count - most) more rows are also left out"))
}

extension Reject {
    /// A row that an operation refused.
    init(_ row: TextRow, _ error: OperationError) {
        let what = error.diagnostic
        let place = what.place.isEmpty ? "" : "`\(what.place)` "
        self.init(what.identifier, line: row.line, detail: place + what.message)
    }
}

extension WatchlistFile {
    /// The list for other people: its coins with their market pages and repositories; notes and tags only where asked for.
    ///
    /// - Throws: `OperationError` when there is no such list or it does not read whole.
    public func shared(tags: [String], withNotes: Bool, in location: StoreLocation, report: DiagnosticSink) throws
        -> Table
    {
        let coins = try ProfileCoins(location)
        if let warning = coins.unchecked { report(warning) }
        let entries = try self.coins(tagged: tags)
        let pages = try coins.marketPages(of: entries.map(\.coin))
        func text(_ text: String) -> Cell { text.isEmpty ? .missing(.notListed) : .text(text) }
        let columns = [
            Column("coin_id", "Coin", .text, meaning: "The coin's id."),
            Column("symbol", "Symbol", .text, meaning: "The ticker symbol; not unique."),
            Column("name", "Name", .text, meaning: "The coin's name."),
            Column(
                "market_page",
                "Market page",
                .text,
                meaning: "Its page at a market site, by the id that this site gave itself."
            ),
            Column("repositories", "Repositories", .text, meaning: "Where its code is, separated by blanks."),
        ]
        let noted = WatchedCoin.columns.suffix(2)
        let rows = entries.map { entry -> [Cell] in
            let coin = coins.coin(ofID: entry.coin)
            let addresses = coin?.repositories.map(\.address) ?? []
            let id = coin?.id ?? entry.coin
            let row = [
                .text(id), text(coin?.symbol ?? ""), text(coin?.name ?? ""),
                pages[id].map(Cell.text) ?? .missing(.notSaid),
                text(addresses.joined(separator: " ")),
            ]
            return row + (withNotes ? [text(entry.note), text(entry.tags.joined(separator: ";"))] : [])
        }
        return Table(title: "Watchlist \(name)", columns: columns + (withNotes ? noted : []), rows: rows)
    }
}

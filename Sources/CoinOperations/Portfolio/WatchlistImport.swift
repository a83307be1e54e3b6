public import CoinModel
internal import CoinPortfolio
internal import CoinSources

/// Puts the coins of a table on a watchlist.
///
/// It has the columns of a list's file, or any with one of `coin_id`, `id`, `symbol` and `name`. What is there already keeps
/// its day; rows that name no coin or several are reported with their line and left out.
///
/// - Returns: how the command ends: partial where rows were left out, failed where all were.
/// - Throws: `OperationError` when the table or the list does not read.
public func importWatchlist(
    _ path: String,
    to list: WatchlistFile,
    in location: StoreLocation,
    today: Day,
    anyway: Bool,
    tell: DiagnosticSink
) throws -> ExitStatus {
    let columns =
        ProfileCoins.columns + [
            PersonalTable.Column("added", .time), PersonalTable.Column("note"), PersonalTable.Column("tags"),
        ]
    let table = try PersonalTable(ofFile: path, columns, .point, isGuarded: true)
    try ProfileCoins.check(table, of: path)
    let coins = try ProfileCoins(location)
    var rejects = table.rejects
    var entries: [Watchlist.Entry] = []
    for row in table.rows {
        do {
            let id = try coins.id(of: row, anyway: anyway)
            let added = row["added"].flatMap { AsOf($0)?.limit.day } ?? today
            let tags = Watchlist.Entry.tags(of: row["tags"] ?? "")
            entries.append(Watchlist.Entry(coin: id, added: added, note: row["note"] ?? "", tags: tags))
        } catch let error as OperationError {
            rejects.append(Reject(row, error))
        }
    }
    var (added, changed) = (0, 0)
    if !entries.isEmpty {
        try list.profile.change {
            var watchlist = try list.read() ?? Watchlist()
            for entry in entries {
                switch watchlist.add(entry) {
                case .added: added += 1
                case .changed: changed += 1
                case .present: break
                }
            }
            try list.write(watchlist)
        }
    }
    if let warning = coins.unchecked { tell(warning) }
    report(rejects, of: path, tell: tell)
    let present = entries.count - added - changed
    let counts = "\(changed) changed, \(present) there already, \(rejects.count) rejected"
    let what = "\(counted(added, "coin")) added to \(list.name), \(counts)"
    tell(Diagnostic(.note, "imported", place: path, what))
    return rejects.isEmpty ? .success : entries.isEmpty ? .failed : .partial
}

/// Reports the rows of a file that are left out: the first ones by line, of the others how many there are.
func report(_ rejects: [Reject], of path: String, tell: DiagnosticSink) {
    let most = 20
    for reject in rejects.sorted(by: { ($0.line ?? 0) < ($1.line ?? 0) }).prefix(most) {
        let place = [reject.line, reject.column].compactMap { $0 }.reduce(path) { "\($0):\($1)" }
        tell(Diagnostic(.warning, reject.reason, place: place, reject.detail))
    }
    guard rejects.count > most else { return }
    tell(Diagnostic(.warning, "more-rejects", place: path, "\(rejects.count - most) more rows are left out likewise"))
}

extension Reject {
    /// A row that an operation refused.
    init(_ row: TextRow, _ error: OperationError) {
        let what = error.diagnostic
        let place = what.place.isEmpty ? "" : "`\(what.place)` "
        self.init(reason: what.identifier, line: row.line, detail: place + what.message)
    }
}

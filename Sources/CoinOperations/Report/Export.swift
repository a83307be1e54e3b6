internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinReports
internal import CoinStore
internal import CoinTables
internal import RawInput

/// Writes a folder of described tables: the ranking with all columns, weekly facts as far back as the store goes, coins,
/// repositories, the market's totals, the columns; and `datapackage.json`, which says what each is.
///
/// Text stands as it is, without the apostrophe that keeps spreadsheets from executing it: the tables are for programs.
///
/// - Parameters:
///   - request: the ranking.
///   - folder: where the files go; it is made if it is not there.
///   - isForced: whether it may have files of others.
///   - location: the store.
///   - tell: takes what is to be reported.
/// - Returns: what was written, in one sentence, what is to be reported where no coin has a rank or figures are too old, the
///   files, and how many rows they have.
/// - Throws: `OperationError` for an empty store, or a folder that cannot be written.
public func exportTables(
    _ request: RankRequest,
    to folder: String,
    isForced: Bool = false,
    in location: StoreLocation,
    tell: @escaping DiagnosticSink
) throws -> (note: Diagnostic, failure: OperationError?, files: [WrittenFile], rows: Int) {
    var output = try OutputFolder(folder, isForced: isForced, reading: location.reserved, tell: tell)
    let names = ["ranking", "weekly", "coins", "repositories", "market", "columns"]
    try output.check(names.map { $0 + ".csv" } + ["datapackage.json"])
    var request = request
    request.columns = "all"
    let scored = try score(request, in: location)
    let ranking = try scored.table(for: request)
    var package = DataPackage()
    var rows = 0
    func chosen(_ table: Table) -> Table { request.coins?.rows(of: table) ?? table }
    func write(_ file: String, _ whole: Table, key: [String], _ bytes: [UInt8]? = nil) throws {
        let table = chosen(whole)
        rows += table.rows.count
        let written = try output.write(bytes ?? csv(of: table), to: file)
        package.add(written, table, key: key)
    }
    try write("ranking.csv", ranking, key: ["coin_id"])
    try location.panel(for: request) { panel in
        var weekly = Table(
            title: "All weeks of all coins",
            columns: WeeklyFacts.columns(quote: panel.shownQuote ?? panel.quote),
            rows: []
        )
        var bytes = try csv(of: weekly)
        let header = bytes.count
        try WeeklyFacts.visit(upTo: scored.asOf, panel) { chunk in
            weekly.rows = chunk
            weekly = chosen(weekly)
            rows += weekly.rows.count
            bytes += try csv(of: weekly).dropFirst(header)
        }
        weekly.rows = []
        try write("weekly.csv", weekly, key: ["coin_id", "week_start"], bytes)
        let section = try panel.wholeSection(at: scored.asOf, [.development])
        try write("coins.csv", CoinListTables.coins(section), key: ["coin_id"])
        try write("repositories.csv", CoinListTables.repositories(section), key: ["coin_id", "repository"])
    }
    var whole = request.whole
    whole.asOf = scored.asOf
    try write("market.csv", market(whole, in: location), key: ["week"])
    try write("columns.csv", columnTable([]), key: ["column"])
    let inputs = try location.open(.read).ledger().filter {
        $0.forgottenBy == nil && $0.forgets == nil && !$0.isRefused
    }
    let sources = inputs.map { "\($0.input.path) (\($0.input.format), sha256:\($0.input.digest))" }
    let madeFrom = [ranking.lead, ranking.notes.last ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    let json = try package.json(madeFrom: madeFrom, sources: sources)
    try output.write(json, to: "datapackage.json")
    let what = "6 tables of \(counted(rows, "row")), described by datapackage.json"
    let note = Diagnostic(.note, "written", place: folder, what)
    return (note, scored.failure ?? scored.staleness?.error, output.files, rows)
}

private func csv(of table: Table) throws -> [UInt8] { try table.bytes(as: .csv, style: ReportStyle(rawText: true)) }

/// The coin list as tables.
private enum CoinListTables {
    static func coins(_ section: CrossSection) -> Table {
        let columns = [
            Column("coin_id", "Coin", .text, meaning: "The coin's id in the coin list."),
            Column("symbol", "Symbol", .text, meaning: "The ticker symbol; not unique."),
            Column("name", "Name", .text, meaning: "The coin's name."),
            Column("tags", "Tags", .text, meaning: "The list's tags, separated by `;`."),
            Column("repositories", "Repositories", .integer, meaning: "How many repositories it has."),
        ]
        let rows = section.coins.map { coin -> [Cell] in
            [
                .text(coin.id), coin.symbol.isEmpty ? .missing(.notListed) : .text(coin.symbol),
                coin.name.isEmpty ? .missing(.notListed) : .text(coin.name),
                coin.tags.isEmpty ? .missing(.notListed) : .text(coin.tags.joined(separator: ";")),
                .integer(coin.repositories.count),
            ]
        }
        return Table(title: "Coins of the list", columns: columns, rows: rows)
    }

    static func repositories(_ section: CrossSection) -> Table {
        let columns = [
            Column("coin_id", "Coin", .text, meaning: "The coin whose repository it is."),
            Column.text("repository", "Repository", "Its name: `owner/name`, on another host with the host."),
            Column("address", "Address", .text, meaning: "Where it is on the web."),
            Column("source", "Source", .text, meaning: "Where its counts come from."),
            Column("first_week", "First week", .text, meaning: "The first week with a commit."),
            Column.text("role", "Role", "What it is to the coin: `core` or `side` (library, interface, tool)."),
            Column.number(
                "share",
                "Share",
                .plain,
                "The share of its work that is the coin's, 0 to 1; equal parts unless a list writes weights."
            ),
        ]
        let rows = section.coins.indices.flatMap { coin in
            zip(section.repositoriesOfCoin[coin], section.rolesOfCoin[coin]).map { row, role -> [Cell] in
                let repository = section.repositories[row]
                return [
                    .text(section.coins[coin].id), .text(repository.name.description), .text(repository.name.address),
                    repository.source.map(Cell.text) ?? .missing(.notObserved),
                    repository.firstActiveWeek.map { .text($0.description) } ?? .missing(.notObserved),
                    .text(role.name), .number(repository.share(of: section.coins[coin].id), orMissing: .notObserved),
                ]
            }
        }
        return Table(title: "Repositories of coins", columns: columns, rows: rows)
    }
}

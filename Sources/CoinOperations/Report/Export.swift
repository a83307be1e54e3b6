internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinReports
internal import CoinSources
internal import CoinStore
internal import CoinTables
internal import RawInput

/// Writes a folder of described tables: the ranking with all columns, weekly facts as far back as the store goes, coins,
/// repositories, the market's totals, the columns; and `datapackage.json`, which says what each is.
///
/// Text stands as it is, without the apostrophe that keeps spreadsheets from executing it: the tables are for programs.
///
/// The folder is made if it is not there, and may have files of others only if it `isForced`.
///
/// - Returns: what was written, in one sentence, what is to be reported where no coin has a rank or figures are too old, the
///   files, and how many rows they have.
/// - Throws: `OperationError` for an empty store, or a folder that cannot be written.
public func exportTables(
    _ request: RankRequest,
    to folder: String,
    isForced: Bool = false,
    in location: StoreLocation,
    report: @escaping DiagnosticSink
) throws -> (note: Diagnostic, failure: OperationError?, files: [WrittenFile], rows: Int) {
    var output = try OutputFolder(folder, isForced: isForced, reading: location.reserved, report: report)
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
    var series: [String] = []
    try location.panel(for: request) { panel in
        series = try panel.marketSources()
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
    try write("columns.csv", explanations(of: []).table, key: ["column"])
    let (sources, credits) = try origins(of: series, in: location)
    let madeFrom = [ranking.lead, ranking.notes.last ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    let json = try package.json(madeFrom: madeFrom, sources: sources, credits: credits)
    try output.write(json, to: "datapackage.json")
    let what = "6 tables of \(counted(rows, "row")), described by datapackage.json"
    let note = Diagnostic(.note, "written", place: folder, what)
    return (note, scored.failure ?? scored.staleness?.error, output.files, rows)
}

/// What the store took in, and whose the figures are, those of series that tables of several sources have among them.
private func origins(
    of series: [String],
    in location: StoreLocation
) throws -> (sources: [String], credits: [SourceCredit]) {
    let inputs = try location.open(.read).ledger().filter {
        $0.forgottenBy == nil && $0.forgets == nil && !$0.isRefused
    }
    let sources = inputs.map { "\($0.input.path) (\($0.input.format), sha256:\($0.input.digest))" }
    return (sources, SourceCredit.all(of: series + inputs.map(\.input.format)))
}

private func csv(of table: Table) throws -> [UInt8] { try table.bytes(as: .csv, style: ReportStyle(rawText: true)) }

/// The coin list as tables.
private enum CoinListTables {
    static func coins(_ section: CrossSection) -> Table {
        let columns: [FilledColumn<Coin>] = [
            .text("coin_id", "Coin", "The coin's id in the coin list.") { $0.id },
            .text("symbol", "Symbol", orMissing: .notListed, "The ticker symbol; not unique.") { $0.symbol },
            .text("name", "Name", orMissing: .notListed, "The coin's name.") { $0.name },
            .text("tags", "Tags", orMissing: .notListed, "The list's tags, separated by `;`.") {
                $0.tags.joined(separator: ";")
            },
            .count("repositories", "Repositories", "How many repositories it has.") { $0.repositories.count },
        ]
        return Table("Coins of the list", columns, of: section.coins)
    }

    static func repositories(_ section: CrossSection) -> Table {
        let name = "Its name: `owner/name`, on another host with the host."
        let role = "What it is to the coin: `core` or `side` (library, interface, tool)."
        let share = "The share of its work that is the coin's, 0 to 1; equal parts unless a list writes weights."
        let columns: [FilledColumn<(coin: Coin, of: RepositoryHistory, role: RepositoryRole)>] = [
            .text("coin_id", "Coin", "The coin whose repository it is.") { $0.coin.id },
            .text("repository", "Repository", name) { $0.of.name.description },
            .text("address", "Address", "Where it is on the web.") { $0.of.name.address },
            .text("source", "Source", orMissing: .notObserved, "Where its counts come from.") { $0.of.source },
            .text("first_week", "First week", orMissing: .notObserved, "The first week with a commit.") {
                $0.of.firstActiveWeek?.description
            },
            .text("role", "Role", role) { $0.role.name },
            .number("share", "Share", .plain, orMissing: .notObserved, share) { $0.of.share(of: $0.coin.id) },
        ]
        let listed = section.coins.indices.flatMap { coin in
            zip(section.repositoriesOfCoin[coin], section.rolesOfCoin[coin]).map { row, role in
                (section.coins[coin], section.repositories[row], role)
            }
        }
        return Table("Repositories of coins", columns, of: listed)
    }
}

internal import CoinModel
internal import RawInput

/// A coin list: `id` or `coin_id`, and where known `symbol`, `name`, repositories, tags and `upstreams`.
///
/// Repositories stand in `repos`, `github_repos` or `repositories`, parted by `;` or blanks; one that is no `owner/name`
/// is rejected and the coin stays. Likewise `upstreams`, of which each says that a repository comes from another:
/// `fork/name<source/name`. A second row for an id is rejected.
struct CoinListCSV: CSVSource {
    let id = "coins-csv"
    let dependsOnName = false
    let kind = LoadKind.coins
    let title = "Coin list: id or coin_id, symbol, name, repos, tags, upstreams (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        let header = Set(sketch.header)
        let others = [
            "category", "unit", "time", "date", "timestamp", "snapshot_time", "observed_at", "week_start", "ecosystem",
        ]
        return !header.isDisjoint(with: ["id", "coin_id"]) && header.isDisjoint(with: others)
            && !header.contains { $0.hasPrefix("price") }
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        var table = try CSVTable(&file)
        let idColumn = try table.required("id", "coin_id")
        let (symbol, name) = (table.column("symbol"), table.column("name"))
        let repositories = table.column("repos", "github_repos", "repositories")
        let (tags, upstreams) = (table.column("tags"), table.column("upstreams"))
        var keys = ByteKeys()
        var coins: [Coin] = []
        while try table.next(&file, emit) {
            let id = table.row.text(idColumn)
            guard !id.isEmpty else {
                try emit(
                    .reject(RowError("missing-id", column: idColumn, "the row names no coin id").reject(table.row.line))
                )
                continue
            }
            let known = keys.count
            guard keys.index(of: Array(id.utf8)) == known else {
                let detail = "the coin id \(table.row.excerpt(idColumn)) stands in an earlier row"
                try emit(.reject(RowError("duplicate-id", column: idColumn, detail).reject(table.row.line)))
                continue
            }
            var rejects: [Reject] = []
            /// What each entry of a column says, once.
            func list<Entry: Hashable>(_ column: Int?, _ reason: String, _ form: String, _ read: (Substring) -> Entry?)
                -> [Entry]
            {
                var said: [Entry] = []
                for word in column.map({ words(table.row.text($0)) }) ?? [] {
                    if let entry = read(word) {
                        if !said.contains(entry) { said.append(entry) }
                    } else {
                        let error = RowError(reason, column: column, "`\(word.prefix(80))` is no \(form)")
                        rejects.append(error.reject(table.row.line))
                    }
                }
                return said
            }
            let named = list(repositories, "bad-repository", "owner/name or address of a repository") {
                RepositoryName($0)
            }
            let sources = list(upstreams, "bad-upstream", "fork/name<source/name") { RepositoryUpstream($0) }
            for reject in rejects { try emit(.reject(reject)) }
            coins.append(
                Coin(
                    id: id,
                    symbol: table.row.text(symbol),
                    name: table.row.text(name),
                    repositories: named,
                    tags: tags.map { table.row.text($0).split(separator: ";").map(trimmed).filter { !$0.isEmpty } }
                        ?? [],
                    upstreams: sources
                )
            )
            if coins.count == 10_000 {
                try emit(.coins(coins))
                coins = []
            }
        }
        if !coins.isEmpty { try emit(.coins(coins)) }
    }

    private func words(_ text: String) -> [Substring] {
        // By scalars: to find characters in a list of thousands of coins takes longer than to read it.
        text.unicodeScalars.split { $0 == ";" || $0.properties.isWhitespace }.map { Substring($0) }
    }
}

/// A text without the blanks around it.
func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
}

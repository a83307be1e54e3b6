internal import CoinModel
internal import RawInput

/// A coin list: `id` or `coin_id`, and where known `symbol`, `name`, repositories, tags, `upstreams`, `renames`,
/// `search_terms` and `derivative`.
///
/// Repositories stand in `repos`, `github_repos` or `repositories`, parted by `;` or blanks: `owner/name`, `owner/*` for all
/// of an owner, or an address on any host; behind a name a role and a weight may follow, as in `owner/app:side:0.6`
/// (`ListedRepository`). One that is none is rejected and the coin stays. Likewise `upstreams`, of which each says that a repository comes from another:
/// `fork/name<source/name`, and `renames`, of which each says that a repository got another name:
/// `former/name>current/name`. `search_terms`, parted by `;`, are the columns of search-interest exports that mean the coin,
/// words or topics (`/m/…`, `/g/…`), of which the first is its own. `coinpaprika_id`, `coinmarketcap_id` and `cryptocompare_id` name the coin in these sources; `coinmetrics` has
/// its assets there and `wikipedia` its articles, `language:Title`, parted by `;`; an article that was moved has its former title before it, `en:Former>en:Title`.
/// `derivative` says whether the coin borrows another's value, and how. `migrates_from`,
/// `migration_ratio` and `migration_date` say which coin became this one; a row with one of them needs all three, and what
/// contradicts an earlier row is rejected. A second row for an id is rejected.
///
/// A table of nothing but ids and `derivative` decides about coins and lists none.
struct CoinListCSV: CSVSource {
    let id: String
    let title: String
    private let decides: Bool
    let kind = LoadKind.coins

    static let list = CoinListCSV(
        id: "coins-csv",
        title:
            "Coin list: id or coin_id, symbol, name, repos, tags, upstreams, renames, search_terms, derivative (CSV)",
        decides: false
    )
    static let decisions = CoinListCSV(
        id: "derivatives-csv",
        title: "Which coins borrow another's value: coin_id, derivative: no, yes or how (CSV)",
        decides: true
    )

    /// Further columns of a list.
    private static let others = [
        "symbol", "name", "repos", "github_repos", "repositories", "tags", "upstreams", "renames", "search_terms",
    ]

    func dependsOnName(_ head: InputHead) -> Bool { false }

    func recognises(_ sketch: TextSketch) -> Bool {
        let header = Set(sketch.header)
        let others = [
            "category", "unit", "time", "date", "timestamp", "snapshot_time", "observed_at", "week_start", "ecosystem",
            "last_updated",
        ]
        return !header.isDisjoint(with: ["id", "coin_id"]) && header.isDisjoint(with: others)
            && !header.contains { $0.hasPrefix("price") }
            && decides == (header.contains("derivative") && header.isDisjoint(with: CoinListCSV.others))
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        var table = try CSVTable(&file, context.hints.notation, columns: context.hints.columns)
        let idColumn = try table.required("id", "coin_id")
        let (symbol, name) = (table.column("symbol"), table.column("name"))
        let repositories = table.column("repos", "github_repos", "repositories")
        let (tags, derivative) = (table.column("tags"), table.column("derivative"))
        let (upstreams, renames) = (table.column("upstreams"), table.column("renames"))
        let searchTerms = table.column("search_terms")
        let spaces = CoinArgument.spaces.sorted().map { ($0, "\($0)_id") }
        let otherIDs = (spaces + CoinArgument.namesOnly.sorted().map { ($0, $0) }).compactMap { space, name in
            table.column(name).map { (space: space, column: $0) }
        }
        var migrations = CoinListMigrations(
            former: table.column("migrates_from"),
            ratio: table.column("migration_ratio"),
            day: table.column("migration_date")
        )
        // Texts of one NFC form are equal here.
        var ids: Set<String> = []
        var coins: [Coin] = []
        var (pointing, decisions): ([SourceCoin], [CoinDecision]) = ([], [])
        try table.forEachRow(&file, emit) { row in
            let id = row.text(idColumn)
            guard !id.isEmpty else { throw RowError("missing-id", column: idColumn, "the row names no coin id") }
            guard !ids.contains(id) else {
                let detail = "the coin id \(row.excerpt(idColumn)) is in an earlier row"
                throw RowError("duplicate-id", column: idColumn, detail)
            }
            ids.insert(try checkedID(id, column: idColumn))
            let form = "owner/name, owner/* or address of a repository, perhaps with :side and a weight such as :0.6"
            let listed = try entries(row, repositories, "bad-repository", form, emit) { Listed($0) }
            let sources = try entries(row, upstreams, "bad-upstream", "fork/name<source/name", emit) {
                RepositoryUpstream($0)
            }
            let renamed = try entries(row, renames, "bad-rename", "former/name>current/name", emit) {
                RepositoryRename($0)
            }
            if !renamed.isEmpty { try emit(.renames(renamed)) }
            var words = CoinListCSV.words(row.text(tags))
            words += CoinListCSV.words(row.text(searchTerms)).map { DeclaredSearchTerm($0).tag }
            if let decision = try decision(row, derivative, emit) { words.append(decision.tag) }
            try rejecting(row.line, emit) {
                if let became = try migrations.decision(of: id, row) { decisions.append(became) }
            }
            var coin = Coin(id: id, symbol: row.text(symbol), name: row.text(name), tags: words, upstreams: sources)
            coin.list(listed.compactMap(\.repository))
            coin.owners = listed.compactMap(\.owner)
            coins.append(coin)
            let pointers = try otherIDs.flatMap { try CoinListCSV.named(in: $0.space, $0.column, row, emit) }
            if !pointers.isEmpty { pointing.append(SourceCoin(CoinArgument(id), pointers: pointers)) }
            if coins.count == 10_000 {
                try emit(.coins(coins))
                coins = []
            }
        }
        if !coins.isEmpty { try emit(.coins(coins)) }
        if !pointing.isEmpty { try emit(.sourceCoins(pointing)) }
        if !decisions.isEmpty { try emit(.decisions(decisions)) }
    }

    /// What another source calls the coin: its id there, or several names that only a list gives, of which one that is none is
    /// rejected alone.
    private static func named(
        in space: String,
        _ column: Int,
        _ row: borrowing CSVScanner,
        _ emit: ItemSink
    ) throws -> [CoinArgument] {
        let text = row.text(column)
        let areSeveral = CoinArgument.namesOnly.contains(space)
        return try (areSeveral ? words(text) : [text].filter { !$0.isEmpty }).compactMap { word in
            if space != "wikipedia" { return CoinArgument(space: space, id: try checkedID(word, column: column)) }
            let titles = word.split(separator: ">", omittingEmptySubsequences: false).map { WikipediaArticle($0) }
            let known = titles.compactMap { $0?.description }
            if known.count == titles.count, Set(known).count == known.count {
                return CoinArgument(space: space, id: known.joined(separator: ">"))
            }
            let forms = "language:Title, such as en:Bitcoin, nor former>title of different ones"
            let detail = "`\(word.prefix(80))` is neither \(forms)"
            try emit(.reject(RowError("bad-article", column: column, detail).reject(row.line)))
            return nil
        }
    }

    /// What a row decides about following another coin; a word that is none costs a row of decisions, else only itself.
    private func decision(_ row: borrowing CSVScanner, _ column: Int?, _ emit: ItemSink) throws
        -> DerivativeDecision?
    {
        let decision = DerivativeDecision(word: row.text(column).lowercased())
        guard decision == nil, let column, decides || !row.isEmpty(column) else { return decision }
        let known = DerivativeDecision.words.joined(separator: ", ")
        let error = RowError("bad-derivative", column: column, "\(row.excerpt(column)) is none of \(known)")
        guard !decides else { throw error }
        try emit(.reject(error.reject(row.line)))
        return nil
    }

    /// The words of a field, parted by `;` or line breaks.
    private static func words(_ field: String) -> [String] {
        field.split { $0 == ";" || $0.isNewline }.map(trimmed).filter { !$0.isEmpty }
    }

    /// A repository, or all of an owner's.
    private struct Listed: Hashable {
        let repository: ListedRepository?
        let owner: RepositoryOwner?

        init?(_ text: some StringProtocol) {
            owner = RepositoryOwner(text)
            repository = owner == nil ? ListedRepository(text) : nil
            if owner == nil, repository == nil { return nil }
        }
    }

    /// The entries of a field, each once; one that cannot be read is rejected alone.
    private func entries<Entry: Hashable>(
        _ row: borrowing CSVScanner,
        _ column: Int?,
        _ reason: String,
        _ form: String,
        _ emit: ItemSink,
        _ read: (Substring) -> Entry?
    ) throws -> [Entry] {
        var entries: [Entry] = []
        // By scalars: to find characters in a list of thousands of coins takes longer than to read it.
        for word in row.text(column).unicodeScalars.split(whereSeparator: { $0 == ";" || $0.properties.isWhitespace }) {
            if let entry = read(Substring(word)) {
                if !entries.contains(entry) { entries.append(entry) }
            } else {
                let detail = "`\(Substring(word).prefix(80))` is not \(form)"
                try emit(.reject(RowError(reason, column: column, detail).reject(row.line)))
            }
        }
        return entries
    }
}

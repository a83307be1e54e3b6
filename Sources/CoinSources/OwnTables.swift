public import CoinModel

/// The kinds of tables that people write.
extension OwnTable {
    /// The tables that people write, the likeliest first.
    static let all: [OwnTable] = [market, commits, trends, coins]

    private static let market = OwnTable(
        reader: TidyMarketCSV.plain,
        title: "market data",
        header: "date,coin_id,price_usd",
        needs: [
            Column(
                "date snapshot_time observed_at timestamp time",
                like: "date datum day tag time zeit zeitpunkt fecha jour data stand"
            ),
            Column(
                "symbol coin_id id",
                like: "symbol ticker kürzel kuerzel code",
                or: "name",
                isCoin: true
            ),
            Column(
                "price market_cap volume",
                like: "price kurs preis close schlusskurs schluss precio prix cours wert value",
                isMoney: true
            ),
        ],
        others: [
            Column(
                "name",
                like: "name coin bezeichnung nom nombre asset währung waehrung münze muenze token crypto krypto"
            ),
            Column("market_cap", like: "cap mcap marketcap marktkap kapitalisierung capitalisation", isMoney: true),
            Column("volume", like: "volume volumen umsatz handelsvolumen vol", isMoney: true),
            Column("circulating_supply", like: "supply circulating umlauf umlaufmenge"),
            Column("total_supply max_supply source open high low", like: ""),
        ]
    )

    private static let commits = OwnTable(
        reader: CommitsWeeklyCSV(),
        title: "weekly commits",
        header: "repo,week_start,commits",
        needs: [
            Column("repo", like: "repo repository github project projekt"),
            Column("week_start", like: "week woche semaine semana"),
            Column("commits", like: "commits commit"),
        ],
        others: [
            Column("developers distinct_authors authors", like: "developers authors entwickler autoren"),
            Column("merges", like: "merges"),
            Column(
                "bots bot_commits agents agent_commits bot_merges commits_by_people developer_days",
                like: "bots"
            ),
        ]
    )

    private static let trends = OwnTable(
        reader: TrendsTidyCSV(),
        title: "search interest",
        header: "coin_id,term,week_start,value",
        needs: [
            Column("coin_id", like: "coin"),
            Column("term", like: "term keyword suchbegriff begriff query"),
            Column("week_start", like: "week woche semaine semana"),
            Column("value", like: "value wert interest interesse"),
        ],
        others: [Column("region", like: "region geo"), Column("file", like: "")]
    )

    private static let coins = OwnTable(
        reader: CoinListCSV.list,
        title: "coins",
        header: "id,symbol,name,repos",
        needs: [
            Column("id coin_id", like: "coin asset token"),
            Column("symbol", like: "symbol ticker kürzel kuerzel code", or: "name repos github_repos repositories"),
        ],
        others: [
            Column("name", like: "name bezeichnung"),
            Column("repos github_repos repositories", like: "repos repo repository repositories github"),
            Column("tags", like: "tags category kategorie sector"),
            Column("upstreams renames search_terms derivative", like: ""),
        ]
    )

    /// Those that a load of a kind takes; nil stands for any.
    static func those(of kind: LoadKind?) -> [OwnTable] { all.filter { kind == nil || $0.reader.kind == kind } }
}

extension ColumnMap {
    /// The names that no table of a person's own has.
    public var unknownNames: [String] {
        headings.keys.filter { name in !OwnTable.all.contains { $0.has(name) } }.sorted()
    }

    /// The names that a table may have.
    public static let knownNames = OwnTable.all.flatMap { $0.needs + $0.others }.flatMap { column in
        column.names + (column.isMoney ? column.names.map { $0 + "_usd" } : [])
    }

    /// The format of a table whose header has the names instead of its headings.
    ///
    /// - Throws: `SourceError` `missing-column` for one that lacks a needed column.
    public func reader(for head: InputHead, kind: LoadKind?, namesCoin: Bool) throws(SourceError) -> any SourceReader {
        let header = if case .text(let sketch) = head.shape { sketch.header } else { [String]() }
        let tables = OwnTable.those(of: kind).filter { headings.keys.allSatisfy($0.has) }
        let missing = tables.map { ($0, $0.missing(in: header, namesCoin: namesCoin)) }
        guard let (table, lacks) = missing.min(by: { $0.1.count < $1.1.count }) else {
            let names = listed(headings.keys.sorted().map { "'\($0)'" }, most: 6)
            let kinds = OwnTable.those(of: kind).map(\.title).joined(separator: " or ")
            throw SourceError("missing-column", detail: "no table of \(kinds) has all that --map names: \(names)")
        }
        if lacks.isEmpty { return table.reader }
        let detail =
            "is mapped as a table of \(table.title) and lacks \(listed(lacks.map(OwnTable.sentence))): add it to --map"
        throw SourceError("missing-column", detail: detail + OwnTable.coinHint(lacks))
    }
}

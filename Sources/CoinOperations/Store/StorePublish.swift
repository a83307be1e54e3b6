internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinStore
internal import CoinTables

/// Writes what the store holds into a SQLite file of plain tables, for programs that cannot read tiles.
///
/// - Parameters:
///   - location: the store.
///   - output: the file to make, nil for `NAME.published.sqlite` beside the store.
/// - Returns: what was written, in one sentence.
/// - Throws: `OperationError` when the file is another one's, or cannot be written, or the store is damaged.
public func publishStore(_ location: StoreLocation, to output: String?) throws -> Diagnostic {
    let ending = ".sqlite"
    let name = location.path.hasSuffix(ending) ? String(location.path.dropLast(ending.count)) : location.path
    let target = output ?? name + ".published" + ending
    try OutputFile.refuse(asStore: target, reading: location.files)
    var (tables, rows) = (0, 0)
    let size = try location.open(.read).publish(to: target) { reader, file in
        let published = PublishedRows(reader)
        for table in try published.tables() {
            try file.add(table.name, table.columns, key: table.key) { insert in
                try table.fill { cells in
                    rows += 1
                    try insert(cells)
                }
            }
            tables += 1
        }
    }
    let what = "holds \(tables) tables of \(rows) rows, \(size) bytes, for any program that reads SQLite"
    return Diagnostic(.note, "published", place: target, what)
}

/// The published tables: which there are, and where their rows come from.
private struct PublishedRows {
    struct Published {
        let name: String
        let columns: [Column]
        let key: [String]
        let fill: (_ take: ([Cell]) throws -> Void) throws -> Void
    }

    private let reader: StoreReader
    private let resolution: EntityResolution
    private let none = MissingReason("not-observed", "No loaded input observed it.")

    init(_ reader: StoreReader) {
        self.reader = reader
        resolution = EntityResolution(reader.catalog)
    }

    func tables() throws -> [Published] {
        try [weeklyMarket, weeklyActivity, weeklyInterest, latest(), coverage, rankings()]
    }

    // MARK: Weeks

    private var weeklyMarket: Published {
        let money = "in units of the quote currency"
        let columns = [
            coinID, PublishedRows.week, source, text("quote", "The currency of the amounts, such as usd."),
            number("close", "Newest positive price of the week, \(money)."),
            number("market_cap", "Newest market capitalisation of the week, \(money)."),
            number("volume", "Mean of the week's 24-hour volumes, \(money)."),
            number("volume_median", "Median of the week's 24-hour volumes, \(money)."),
        ]
        return Published(
            name: "v_weekly_market",
            columns: columns,
            key: ["coin_id", "week_start", "source", "quote"]
        ) { take in
            let coins = self.coins
            let weeks = WeeklySources(reader: reader, entities: coins.map(\.entities))
            for quote in quotes {
                let metrics: [Metric] = [
                    .close(quote), .capitalisation(quote), .volumeMean(quote), .volumeMedian(quote),
                ]
                try weeks.visit(metrics) { row in
                    try take(cells([coins[row.thing].name, row.week.description, row.source, quote], row.values))
                }
            }
        }
    }

    /// The currencies that coins are quoted in.
    private var quotes: [String] {
        let quotes = reader.catalog.metrics.values.compactMap { metric -> String? in
            let quote = metric.unit.lowercased()
            return [.price(quote), .marketCap(quote), .volume(quote)].contains(metric) ? quote : nil
        }
        return Set(quotes).sorted()
    }

    private var weeklyActivity: Published {
        let counted = [
            ("commits", Metric.commits, "Commits, bots' and merges among them where the source has these."),
            ("merges", .merges, "Those of them that are merges."),
            ("bot_commits", .botCommits, "Those of them that bots made."),
            ("developers", .developers, "Distinct authors."),
            ("developer_days", .developerDays, "Distinct (author, UTC day) pairs."),
        ]
        let name = text("repository", "Its current name: owner/name, on another host with the host.")
        let columns = [name, PublishedRows.week, source] + counted.map { number($0.0, $0.2) }
        return Published(name: "v_weekly_activity", columns: columns, key: ["repository", "week_start", "source"]) {
            take in
            let repositories = self.repositories
            let weeks = WeeklySources(reader: reader, entities: repositories.map(\.entities))
            try weeks.visit(counted.map(\.1)) { row in
                try take(cells([repositories[row.thing].name, row.week.description, row.source], row.values))
            }
        }
    }

    private var weeklyInterest: Published {
        let columns = [
            text("export", "The export, by the digest of its file and, in a collection, the part of it."),
            Column("series", "series", .integer, meaning: "Which of the export's terms it is, from 1 on."),
            PublishedRows.week, source, text("term", "The search term as written."),
            text("region", "The region as written; empty where the export names none."),
            text("category", "The category, and what was searched if not the web."),
            text("spacing", "How far apart the export's rows are: hour, day, week, month or year."),
            text("coin_id", "The coin that the term means; NULL where it means none of the list."),
            number("value", "Search interest, 0 to 100 on its own export's scale; 0.5 stands for <1."),
        ]
        return Published(
            name: "v_weekly_interest",
            columns: columns,
            key: ["export", "series", "week_start", "source"]
        ) { take in
            let terms = reader.catalog.terms
            var counts: [String: Int] = [:]
            let series = terms.map { term in
                counts[reader.catalog.export(of: term), default: 0] += 1
                return counts[reader.catalog.export(of: term)] ?? 1
            }
            try WeeklySources(reader: reader, entities: terms.map { [$0.entity] }).visit([.interest]) { row in
                let (stored, match) = (terms[row.thing], resolution.coinsOfTerms[row.thing])
                let term = stored.term
                let start: [Cell] = [
                    .text(reader.catalog.export(of: stored)), .integer(series[row.thing]),
                    .text(row.week.description), .text(row.source), .text(term.term), .text(term.region),
                    .text(term.category), .text(term.granularity.rawValue),
                    match.map { .text(resolution.universe.coins[$0.coin].id) } ?? .missing(none),
                ]
                try take(start + [.number(row.values[0], orMissing: none)])
            }
        }
    }

    // MARK: Other tables

    private func latest() throws -> Published {
        var facts: [[String]: [StoreReader.Latest?]] = [:]
        var nameOfEntity: [Int32: String] = [:]
        for coin in coins { for entity in coin.entities { nameOfEntity[entity] = coin.name } }
        let metrics = try reader.latest { entity, source, found in
            guard let name = nameOfEntity[entity] else { return }
            let known = facts[[name, source]] ?? found
            facts[[name, source]] = zip(known, found).map { known, found in
                guard let known, let found else { return known ?? found }
                return found.isNewer(than: known) ? found : known
            }
        }
        let columns = metrics.flatMap { metric in
            [
                number(metric, "Newest \(metric) that the source has of the coin."),
                text(metric + "_time", "When it was so: a moment, or the day of a fact of a whole day."),
            ]
        }
        return Published(name: "v_latest", columns: [coinID, source] + columns, key: ["coin_id", "source"]) { take in
            for (key, facts) in facts.sorted(by: { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }) {
                let values = facts.flatMap { fact -> [Cell] in
                    fact.map { [.number($0.value), .text($0.time)] } ?? [.missing(none), .missing(none)]
                }
                try take(key.map(Cell.text) + values)
            }
        }
    }

    private var coverage: Published {
        let columns = [
            source, text("metric", "What is measured."), text("unit", "Its unit."),
            text("resolution", "snapshot, day or week."), text("first", "Day of the first fact."),
            text("last", "Day of the last fact."),
            Column("values", "values", .integer, meaning: "How many facts there are."),
        ]
        let key = ["source", "metric", "resolution"]
        return Published(name: "v_coverage", columns: columns, key: key, fill: reader.coverage)
    }

    private func rankings() throws -> Published {
        let stored = try reader.rankingColumns()
        let leading = [
            text("preset", "The preset."), text("as_of", "The as-of moment."),
            text("options", "What else the numbers depend on; empty for the preset's own settings."),
            Column("position", "position", .integer, meaning: "The row's place in the ranking."),
            Column("is_current", "is_current", .integer, meaning: "1 where nothing was loaded since it was made."),
            text("missing", "Why values are missing: column=code, parted by blanks."),
        ]
        let others = stored.map { Column($0.name, $0.name, $0.type, meaning: "See `assay explain \($0.name)`.") }
        let key = ["preset", "as_of", "options", "position"]
        return Published(name: "v_ranking", columns: leading + others, key: key) { take in
            try reader.rankings(columns: stored.map(\.name), take)
        }
    }

    // MARK: Names

    private typealias Named = (name: String, entities: [Int32])

    /// The coins, listed or not, with the entities that mean each.
    private var coins: [Named] {
        var entities: [String: [Int32]] = [:]
        for entity in reader.catalog.entities where entity.kind == .coin && !entity.isForgotten {
            let coin = Int(resolution.coinOfEntity[Int(entity.id)])
            let reference = CoinReference(space: entity.space, id: entity.key.replacing("\u{1F}", with: " "))
            let name = coin >= 0 ? resolution.universe.coins[coin].id : reference.description
            entities[name, default: []].append(entity.id)
        }
        return entities.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The repositories by their current names, with the entities of all names of each, the current one first.
    private var repositories: [Named] {
        let names = RepositoryNames(reader.catalog.renames)
        let stored = reader.catalog.entities.filter { $0.kind == .repository && !$0.isForgotten }
        let entityOfKey = Dictionary(stored.map { ($0.key, $0) }) { first, _ in first }
        return Set(stored.map { names.current(of: $0.key) }).sorted().map { key in
            let entities = names.all(of: key).compactMap { entityOfKey[$0] }
            return (entityOfKey[key]?.name ?? key, entities.map(\.id))
        }
    }

    // MARK: Columns

    private var coinID: Column {
        text("coin_id", "The coin's id in the coin list; one that fits no listed coin by its source's word, SOURCE:ID.")
    }
    private var source: Column { text("source", "The format that says so, as `assay sources` names it.") }
    private static let week = Column(
        "week_start",
        "week_start",
        .text,
        meaning: "The Sunday on which the week begins, UTC; the newest week may not be over."
    )

    private func text(_ name: String, _ meaning: String) -> Column { Column(name, name, .text, meaning: meaning) }

    private func number(_ name: String, _ meaning: String) -> Column { Column(name, name, .number, meaning: meaning) }

    private func cells(_ words: [String], _ values: [Double]) -> [Cell] {
        words.map(Cell.text) + values.map { .number($0, orMissing: none) }
    }
}

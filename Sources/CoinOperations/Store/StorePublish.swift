internal import CoinModel
internal import CoinPanel
internal import CoinStore
internal import CoinTables
internal import RawInput

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
    let (offset, mark) = Store.publishedMark
    try OutputFile.refuse(asStore: target, replacing: .only(offset: offset, bytes: mark), reading: location.reserved)
    let made = try location.open(.read).publish(to: target, PublishedStore.tables)
    let what =
        "has \(counted(made.tables, "table")) of \(counted(made.rows, "row")), \(made.size) bytes, for any program that reads "
        + "SQLite"
    return Diagnostic(.note, "published", place: target, what)
}

/// Which tables a published file has and SQL finds, and those of no weeks.
enum PublishedStore {
    /// The tables that a state of a store gives.
    static func tables(of reader: StoreReader) throws -> [PublishedTable] {
        let names = PublishedNames(reader)
        let weekly = PublishedWeeks(reader: reader, names: names)
        return [
            weekly.market, weekly.activity, weekly.interest, try latest(reader, names), coverage(reader),
            try rankings(reader),
        ]
    }

    private static func latest(_ reader: StoreReader, _ names: PublishedNames) throws -> PublishedTable {
        let metrics = try reader.latestMetrics()
        let columns = metrics.map(\.name).flatMap { metric -> [Column] in
            [
                .number(metric, "Newest \(metric) that the source has of the coin."),
                .text(metric + "_time", "When it was so: a moment, or the day of a fact of a whole day."),
            ]
        }
        return PublishedTable(
            name: "v_latest",
            columns: [Column.coinID, .source] + columns,
            key: ["coin_id", "source"]
        ) { take in
            var facts: [[String]: [LatestFact?]] = [:]
            for (place, metric) in metrics.enumerated() {
                for (source, found) in try reader.latest(of: metric) {
                    for coin in names.coins {
                        let known = coin.entities.compactMap { found.indices.contains(Int($0)) ? found[Int($0)] : nil }
                        guard let newest = known.max(by: { $1.isNewer(than: $0) }) else { continue }
                        let none = [LatestFact?](repeating: nil, count: metrics.count)
                        facts[[coin.name, source], default: none][place] = newest
                    }
                }
            }
            for (key, facts) in facts.sorted(by: { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }) {
                let values = facts.flatMap { fact -> [Cell] in
                    fact.map { [.number($0.value), .text($0.time)] } ?? [
                        .missing(.notObserved), .missing(.notObserved),
                    ]
                }
                try take(key.map(Cell.text) + values)
            }
        }
    }

    private static func coverage(_ reader: StoreReader) -> PublishedTable {
        let columns: [Column] = [
            .source, .text("metric", "What is measured."), .text("unit", "Its unit."),
            .text("resolution", "snapshot, day or week."), .text("first", "Day of the first fact."),
            .text("last", "Day of the last fact."),
            .integer("values", "How many facts there are."),
        ]
        let key = ["source", "metric", "resolution"]
        return PublishedTable(name: "v_coverage", columns: columns, key: key) { take in
            for row in try reader.coverage() { try take(Array(row.prefix(columns.count))) }
        }
    }

    private static func rankings(_ reader: StoreReader) throws -> PublishedTable {
        let stored = try reader.rankingColumns()
        let leading: [Column] = [
            .text("preset", "The preset."), .text("as_of", "The as-of moment."),
            .text("options", "What else the numbers depend on; empty for the preset's own settings."),
            .integer("position", "The row's place in the ranking."),
            .integer("is_current", "1 where nothing was loaded since it was made."),
            .text("missing", "Why values are missing: column=code, parted by blanks."),
        ]
        let others = stored.map { Column($0.name, $0.name, $0.type, meaning: "See `assay explain \($0.name)`.") }
        let key = ["preset", "as_of", "options", "position"]
        return PublishedTable(name: "v_ranking", columns: leading + others, key: key) { take in
            try reader.rankings(columns: stored.map(\.name), take)
        }
    }
}

/// The columns of published tables, whose meanings stand in the file's schema.
extension Column {
    static let coinID = text("coin_id", "The coin's id in the coin list; SOURCE:ID where it fits no listed coin.")
    static let source = text("source", "The format that says so, as `assay formats` names it.")
    static let week = text("week_start", "The Sunday on which the week begins, UTC; the newest week may not be over.")

    static func text(_ name: String, _ meaning: String) -> Column { Column(name, name, .text, meaning: meaning) }

    static func number(_ name: String, _ meaning: String) -> Column { Column(name, name, .number, meaning: meaning) }

    static func integer(_ name: String, _ meaning: String) -> Column { Column(name, name, .integer, meaning: meaning) }
}

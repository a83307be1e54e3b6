public import CoinModel
internal import CoinStore

/// What a store holds: a row for each metric of each source, with its size and encodings.
///
/// - Parameter location: the store.
/// - Returns: the table; its notes tell the loads, rejects and the content digest.
/// - Throws: `OperationError` when the store is damaged.
public func storeInfo(_ location: StoreLocation) throws -> Table {
    let store = try location.open(.read)
    let ledger = try store.ledger()
    return try store.reading { reader in
        let columns = [
            Column("source", "Source", .text, meaning: "The source whose series they are."),
            Column("metric", "Metric", .text, meaning: "What was measured."),
            Column("resolution", "By", .text, meaning: "How facts are timed: snapshot, day or week."),
            Column("first", "First", .text, meaning: "The day of the first value."),
            Column("last", "Last", .text, meaning: "The day of the last value."),
            Column("values", "Values", .integer, meaning: "Values that are there."),
            Column("tiles", "Tiles", .integer, meaning: "Tiles that hold them."),
            Column("bytes", "Bytes", .integer, unit: "bytes", meaning: "Bytes of those tiles."),
            Column(
                "bits_a_value",
                "Bits a value",
                .number,
                unit: "bits",
                display: .fixed(1),
                meaning: "8 × bytes / values."
            ),
            Column("encodings", "Encodings", .text, meaning: "How many runs each encoding holds."),
        ]
        let rows = try reader.sizes().map { size -> [Cell] in
            let encodings = size.encodings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            return [
                .text(size.source), .text(size.metric.name), .text("\(size.resolution)"),
                .text(size.span.first.description), .text(size.span.last.description), .integer(size.values),
                .integer(size.tiles), .integer(size.bytes),
                .number(8 * Double(size.bytes) / Double(max(size.values, 1))), .text(encodings),
            ]
        }
        let loaded = ledger.filter { !$0.isRefused }
        let rejected = loaded.reduce(0) { $0 + $1.outcome.rejected }
        let entities = Dictionary(grouping: reader.catalog.entities, by: \.kind).mapValues(\.count)
        let notes = [
            "\(reader.catalog.coins.count) listed coins; series of \(entities[.coin] ?? 0) coins, "
                + "\(entities[.repository] ?? 0) repositories and \(entities[.term] ?? 0) search terms.",
            "\(loaded.count) inputs in \(Set(loaded.map(\.loadID)).count) loads, "
                + "\(ledger.count - loaded.count) refused; \(rejected) rows rejected (table `reject`).",
            "Content digest \(try reader.contentDigest()).",
        ]
        return Table(title: "Store \(store.path)", columns: columns, rows: rows, notes: notes)
    }
}

/// Checks a store: SQLite's integrity, every tile's checksum, counts, spans and entities.
///
/// - Parameter location: the store.
/// - Returns: a row for each finding; none when all is well.
/// - Throws: `OperationError` when the file cannot be read at all.
public func storeCheck(_ location: StoreLocation) throws -> Table {
    let store = try location.open(.read)
    let ledger = Dictionary(grouping: try store.ledger(), by: \.loadID)
    let none = MissingReason("unknown-load", "The finding belongs to no single load.")
    let findings = try store.reading { try $0.check() }
    let columns = [
        Column("place", "Place", .text, meaning: "Where in the store."),
        Column("finding", "Finding", .text, meaning: "What is not as it was written."),
        Column("load", "Load", .integer, meaning: "The load that wrote it."),
        Column("inputs", "Inputs", .text, meaning: "The inputs of that load: load them again into a new store."),
    ]
    let rows = findings.map { finding -> [Cell] in
        let inputs = finding.load.flatMap { ledger[$0] }?.map(\.input.path).joined(separator: " ")
        return [
            .text(finding.place), .text(finding.detail), finding.load.map(Cell.integer) ?? .missing(none),
            inputs.map(Cell.text) ?? .missing(none),
        ]
    }
    return Table(title: "Check of \(store.path)", columns: columns, rows: rows)
}

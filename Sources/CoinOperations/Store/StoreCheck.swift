internal import CoinModel
internal import CoinStore
public import CoinTables

/// Checks a store: SQLite's integrity, what its tables claim about each other, every tile's checksum, counts, spans and
/// entities.
///
/// - Throws: `OperationError` when the file cannot be read at all.
public func storeCheck(_ location: StoreLocation) throws -> Table {
    let store = try location.open(.read, isTolerant: true)
    let none = MissingReason("unknown-load", "The finding belongs to no single load.")
    let findings = try store.check()
    let columns = [
        Column("place", "Place", .text, meaning: "Where in the store."),
        Column("finding", "Finding", .text, meaning: "What is not as it was written."),
        Column("load", "Load", .integer, meaning: "The load that wrote it."),
        Column("inputs", "Inputs", .text, meaning: "The inputs of that load: `assay store rebuild` loads them again."),
    ]
    let rows = findings.map { finding -> [Cell] in
        [
            .text(finding.place), .text(finding.detail), finding.load.map(Cell.integer) ?? .missing(none),
            finding.inputs.isEmpty ? .missing(none) : .text(finding.inputs.joined(separator: " ")),
        ]
    }
    return Table(title: "Check of \(store.path)", columns: columns, rows: rows)
}

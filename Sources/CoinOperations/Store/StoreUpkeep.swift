internal import CoinModel
internal import CoinStore
public import CoinTables
internal import RawInput

/// Copies a store to another file while it is in use.
///
/// - Throws: `OperationError` when the target exists or cannot be written, or the store is damaged.
public func backUpStore(_ location: StoreLocation, to target: String, replacing: Bool) throws -> Diagnostic {
    let replaced: OutputPlace.Replaced = replacing ? .anything : .nothing(next: "name another file or add --force")
    try OutputFile.refuse(asStore: target, replacing: replaced, reading: location.reserved)
    let size = try location.open(.read).backup(to: target)
    return Diagnostic(.note, "backed-up", place: target, "contains a copy of \(location.path), \(size) bytes")
}

/// Rewrites a store's file without unused pages.
///
/// - Throws: `OperationError` when the store is missing, busy or damaged, or the disk has too little room.
public func compactStore(_ location: StoreLocation) throws -> Diagnostic {
    let (before, after) = try location.open(.existing).compact()
    let gain = after < before ? ", \(before - after) fewer than before" : "; nothing was to be gained"
    return Diagnostic(.note, "compacted", place: location.path, "takes \(after) bytes\(gain)")
}

/// Checks a store: SQLite's integrity, what its tables claim about each other, every tile's checksum, counts, spans and
/// entities.
///
/// - Throws: `OperationError` when the file cannot be read at all.
public func storeCheck(_ location: StoreLocation) throws -> Table {
    let store = try location.open(.read, isTolerant: true)
    let findings = try store.check()
    let columns = [
        Column("place", "Place", .text, meaning: "Where in the store."),
        Column("finding", "Finding", .text, meaning: "What is not as it was written."),
        Column("load", "Load", .integer, meaning: "The load that wrote it."),
        Column("inputs", "Inputs", .text, meaning: "The inputs of that load: `assay store rebuild` loads them again."),
    ]
    let rows = findings.map { finding -> [Cell] in
        let inputs = finding.inputs.joined(separator: " ")
        return [
            .text(finding.place), .text(finding.detail), finding.load.map(Cell.integer) ?? .missing(.unknownLoad),
            inputs.isEmpty ? .missing(.unknownLoad) : .text(inputs),
        ]
    }
    return Table(title: "Check of \(store.path)", columns: columns, rows: rows)
}

internal import CoinModel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// The chosen rows and columns of the stored ranking of the preset and moment, or of one computed now.
///
/// - Throws: `OperationError` when a column, order or filter does not read, or nothing passes the filter.
public func rank(_ request: RankRequest, in location: StoreLocation, drawing: Bool = false) throws -> Table {
    let selection = try Selection(request)
    if !drawing, let kept = try keptTable(request, selection, in: location.open(.read)) {
        return try selection.apply(to: kept)
    }
    let use = try RankingUse.showing([request], drawing: drawing, keeping: false)
    return try score(request, in: location, for: use).table(for: request, drawing: drawing)
}

extension ScoredRanking {
    /// The chosen rows and columns of this ranking in the chosen order, among those that it was computed for.
    ///
    /// - Throws: `OperationError` when a column, order or filter does not read, or nothing passes the filter.
    public func table(for request: RankRequest, drawing: Bool = false) throws -> Table {
        var whole = table
        if drawing { whole.traces = traces }
        let selection = try Selection(request)
        whole.notes.append(provenance(of: selection.needed.map(\.name)).note)
        return try selection.apply(to: whole)
    }

    /// What was computed, in one sentence.
    public var summary: Diagnostic {
        Diagnostic(.note, "scored", "kept \(table.rows.count) coins of preset \(key.preset) as of \(key.asOf)")
    }
}

/// Writes a ranking into the store, so that `rank` reads it.
///
/// - Throws: `OperationError` when the store cannot be written.
public func keep(_ scored: ScoredRanking, in location: StoreLocation) throws {
    var table = scored.table
    table.notes.append(scored.provenance(of: []).note)
    try location.open(.existing)
        .storeRanking(table, under: scored.key, ledgerMark: scored.ledgerMark, columns: scored.keptColumns)
}

/// The state of the store that a ranking made now would be made from; nil where none is stored for the request.
///
/// - Throws: `OperationError` when the store cannot be read.
public func keptState(of request: RankRequest, in location: StoreLocation) throws -> String? {
    guard let asOf = request.asOf else { return nil }
    let key = RankingKey(preset: request.preset, asOf: asOf.description, options: request.canonicalOptions)
    return try location.open(.read).stateOfRanking(under: key, known: request.known)?.description
}

/// Removes a store into which nothing was ever loaded; any other stays.
///
/// - Throws: `OperationError` when the store cannot be read or removed.
public func removeEmptyStore(_ location: StoreLocation) throws {
    try location.open(.existing).removeIfEmpty()
}

/// The kept ranking, with the columns that the selection needs.
private func keptTable(_ request: RankRequest, _ selection: Selection, in store: Store) throws -> Table? {
    let asOf: String
    if let given = request.asOf {
        asOf = given.description
    } else if request.known != nil {
        // The newest fact known then is not the newest one of the store.
        return nil
    } else {
        guard let newest = try store.newestMarketFact(quote: request.quote) else { return nil }
        asOf = newest.description
    }
    let key = RankingKey(preset: request.preset, asOf: asOf, options: request.canonicalOptions)
    let limit = selection.keepsOrder ? request.top ?? .max : .max
    return try store.storedRanking(under: key, columns: selection.needed, reasons: ColumnDictionary.reasons, limit: limit)
}

public import CoinModel
internal import CoinRanking
internal import CoinStore

/// The table that a person asked for: the kept ranking of the preset and moment, or one computed now.
///
/// - Parameters:
///   - request: what is wanted of which ranking.
///   - location: the store.
///   - drawing: whether weekly series are wanted beside the rows.
/// - Returns: the chosen rows and columns in the chosen order.
/// - Throws: `OperationError` when a column, order or filter does not read, or nothing passes the filter.
public func rank(_ request: RankRequest, in location: StoreLocation, drawing: Bool = false) throws -> Table {
    let selection = try Selection(request)
    if !drawing, let kept = try keptTable(request, selection, in: location.open(.read)) {
        return try selection.apply(to: kept)
    }
    return try score(request, in: location).table(for: request, drawing: drawing)
}

extension ScoredRanking {
    /// The chosen rows and columns of this ranking in the chosen order.
    ///
    /// - Parameters:
    ///   - request: what is wanted of it.
    ///   - drawing: whether weekly series are wanted beside the rows.
    /// - Throws: `OperationError` when a column, order or filter does not read, or nothing passes the filter.
    public func table(for request: RankRequest, drawing: Bool = false) throws -> Table {
        var whole = table
        if drawing { whole.traces = traces }
        return try Selection(request).apply(to: whole)
    }

    /// What was computed, in one sentence.
    public var summary: Diagnostic {
        Diagnostic(.note, "scored", "kept \(table.rows.count) coins of preset \(key.preset) as of \(key.asOf)")
    }
}

/// Writes a ranking into the store, so that `rank` reads it.
///
/// - Parameters:
///   - scored: the ranking.
///   - location: the store that it was computed from.
/// - Throws: `OperationError` when the store cannot be written.
public func keep(_ scored: ScoredRanking, in location: StoreLocation) throws {
    try location.open(.existing).keep(scored.table, under: scored.key, ledgerMark: scored.ledgerMark)
}

/// The kept ranking, with the columns that the selection needs.
private func keptTable(_ request: RankRequest, _ selection: Selection, in store: Store) throws -> Table? {
    let asOf: String
    if let given = request.asOf {
        asOf = given.description
    } else {
        guard let newest = try store.newestMarketFact(quote: request.quote) else { return nil }
        asOf = newest.description
    }
    let key = RankingKey(preset: request.preset, asOf: asOf, options: request.canonicalOptions)
    let limit = selection.keepsOrder ? request.top ?? .max : .max
    return try store.kept(
        under: key, columns: selection.needed, reasons: ColumnDictionary.reasons, limit: limit)
}

/// Which rows and columns of a ranking are wanted, in which order.
struct Selection {
    /// The columns wanted, in order.
    let columns: [Column]
    /// All columns that the work takes: those, and what the order and the filter read.
    let needed: [Column]

    private let order: [SortKey]
    private let filter: Filter?
    private let top: Int?

    /// Whether the rank's own order and all rows are wanted, so that a top can be cut early.
    var keepsOrder: Bool { order.isEmpty && filter == nil }

    init(_ request: RankRequest) throws {
        let dictionary = ColumnDictionary.columns(quote: request.quote)
        do {
            let own = try request.knownPreset().defaultColumns(quote: request.quote).compactMap { name in
                dictionary.first { $0.name == name }
            }
            columns = try request.columns.map {
                try ColumnChoice(parsing: $0, defaults: own.map(\.name), among: dictionary).columns
            } ?? own
            order = try request.sort.map { try SortKey.list(parsing: $0, columns: dictionary) } ?? []
            filter = try request.filter.map { try Filter(parsing: $0, columns: dictionary) }
        } catch {
            throw OperationError(.usage, "bad-selection", "\(error)")
        }
        top = request.top
        // The filter may read any column, so with one all are fetched.
        let named = Set(columns.map(\.name) + order.map(\.column.name))
        needed = filter == nil ? dictionary.filter { named.contains($0.name) } : dictionary
    }

    func apply(to table: Table) throws -> Table {
        var table = table
        if let filter {
            let reads = try Filter(parsing: filter.text, columns: table.columns)
            table = table.filtered { reads.selects($0) }
            guard !table.rows.isEmpty else {
                throw OperationError(
                    .nothingSelected, "nothing-selected", "no coin passes the filter `\(filter.text)`")
            }
        }
        if !order.isEmpty { table = table.sorted(by: order) }
        if let top { table = table.prefix(top) }
        return table.choosing(columns)
    }
}

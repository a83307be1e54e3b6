internal import CoinModel
internal import CoinRanking
internal import CoinTables

/// Which rows and columns of a ranking are wanted, in which order.
struct Selection {
    /// All columns that the work takes: the wanted ones, and what the order and the filter read.
    let needed: [Column]

    private let columns: String
    private let defaults: [String]
    private let order: [SortKey]
    private let filter: String?
    private let top: Int?

    /// Whether the rank's own order and all rows are wanted, so that a top can be cut early.
    var keepsOrder: Bool { order.isEmpty && filter == nil }

    init(_ request: RankRequest) throws {
        columns = request.columns ?? ""
        let preset = try request.knownPreset()
        defaults =
            request.isForTerminal
            ? preset.terminalColumns(quote: request.quote) : preset.defaultColumns(quote: request.quote)
        filter = request.filter
        top = request.top
        let dictionary = ColumnDictionary.columns(quote: request.quote)
        do {
            let empty = Table(title: "", columns: dictionary, rows: [])
            order = try request.sort.map { try SortKey.keys(parsing: $0) } ?? []
            let wanted = try empty.sorted(by: order).choosing(columns: columns, defaults: defaults).columns
            let read = try filter.map { try Filter(parsing: $0, columns: dictionary).columns } ?? []
            let named = Set(wanted.map(\.name) + order.map(\.column) + read.map { dictionary[$0].name })
            needed = dictionary.filter { named.contains($0.name) }
        } catch {
            throw OperationError(.usage, "bad-selection", "\(error)")
        }
    }

    func apply(to whole: Table) throws -> Table {
        var table = whole
        if let filter {
            table = table.filtered(by: try Filter(parsing: filter, columns: table.columns))
            guard !table.rows.isEmpty else {
                throw OperationError(.nothingSelected, "nothing-selected", "no coin passes the filter `\(filter)`")
            }
        }
        if !order.isEmpty { table = try table.sorted(by: order) }
        if let top, top < table.rows.count { table = table.top(top) }
        return try table.choosing(columns: columns, defaults: defaults)
    }
}

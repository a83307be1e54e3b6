internal import CoinModel
internal import CoinRanking
internal import CoinTables

extension RankRequest {
    /// Refuses a short list of a preset that has none, and limits that no coin is within.
    fileprivate func checkShortList(of preset: Preset) throws {
        let limits = [capFrom, capTo].compactMap(\.self)
        if preset != .discovery, isShort || !limits.isEmpty {
            let why = "has no short list; leave out --short, --cap-from and --cap-to, or rank by preset discovery"
            throw OperationError(.usage, "bad-option", place: preset.rawValue, why)
        }
        if limits.count == 2, limits[0] > limits[1] {
            let why = "no market capitalisation is from \(limits[0]) to \(limits[1]); exchange the two"
            throw OperationError(.usage, "bad-option", place: "--cap-from", why)
        }
    }
}

/// Which rows and columns of a table are wanted, in which order.
struct Selection {
    /// All columns that the work takes: the wanted ones, and what the order and the filter read.
    let needed: [Column]

    private let columns: String
    private let defaults: [String]
    private let order: [SortKey]
    private let filter: String?
    private let coins: ChosenCoins?
    private let top: Int?
    private let isShort: Bool
    private let mayBeEmpty: Bool

    /// The column that says which coins stand out.
    private static let shortColumn = "worth_a_look"

    /// Whether the table's own order and all rows are wanted, so that a top can be cut early.
    var keepsOrder: Bool { order.isEmpty && filter == nil && coins == nil && !isShort }

    /// What is wanted of a ranking.
    init(_ request: RankRequest) throws {
        let preset = try request.knownPreset()
        let defaults =
            switch request.form {
            case .terminal: preset.terminalColumns
            case .page: preset.pageColumns
            case .rows, .workbook: preset.defaultColumns
            }
        try request.checkShortList(of: preset)
        var always: Set = request.coins == nil ? ["rank"] : ["rank", "coin_id"]
        if request.isShort { always.insert(Selection.shortColumn) }
        try self.init(request, of: ColumnDictionary.columns(quote: request.quote), defaults(request.quote), always)
    }

    /// What is wanted of a table with columns of its own, by default all of them.
    ///
    /// - Throws: `SelectionError` or `FilterError` when a column, order or filter does not read.
    init(_ request: RankRequest, of all: [Column], _ defaults: [String]? = nil, _ always: Set<String> = []) throws {
        self.defaults = defaults ?? all.map(\.name)
        (columns, filter, top) = (request.columns ?? "", request.filter, request.top)
        (coins, isShort) = (request.coins, request.isShort)
        mayBeEmpty = request.mayBeEmpty || request.isShort
        order = try request.sort.map { try SortKey.keys(parsing: $0) } ?? []
        let empty = Table(title: "", columns: all, rows: [])
        let wanted = try empty.sorted(by: order).choosing(columns: columns, defaults: self.defaults).columns
        let read = try filter.map { try Filter(parsing: $0, columns: all).columns } ?? []
        let dates = wanted.contains(where: \.isPrice) ? Table.priceDates : []
        let named = always.union(wanted.map(\.name) + order.map(\.column) + read.map { all[$0].name } + dates)
        needed = all.filter { named.contains($0.name) }
    }

    /// The chosen rows and columns in the chosen order, of a table that has the needed columns.
    ///
    /// - Throws: `OperationError` when nothing passes the filter, or no row is a chosen coin's.
    func apply(to whole: Table) throws -> Table {
        var table = whole.datingPrices()
        if let coins {
            table = coins.confined(table)
            guard mayBeEmpty || !table.rows.isEmpty else {
                throw OperationError(.nothingSelected, "nothing-selected", "no coin of \(coins.title) is among them")
            }
        }
        if isShort { table = table.keeping(["yes"], under: Selection.shortColumn) }
        if let filter {
            table = table.filtered(by: try Filter(parsing: filter, columns: table.columns))
            guard mayBeEmpty || !table.rows.isEmpty else {
                throw OperationError(.nothingSelected, "nothing-selected", "no coin passes the filter `\(filter)`")
            }
        }
        if !order.isEmpty { table = try table.sorted(by: order) }
        if let top, top < table.rows.count { table = table.top(top) }
        return try table.choosing(columns: columns, defaults: defaults)
    }
}

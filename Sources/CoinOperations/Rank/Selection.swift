internal import CoinModel
internal import CoinRanking
internal import CoinTables

extension RankRequest {
    /// Refuses what a ranking cannot show, such as an unknown column, before any work is done.
    ///
    /// - Throws: an error when a column, order or filter does not read, or there is no such preset.
    public func check() throws { _ = try Selection(self) }

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

    private let request: RankRequest
    private let defaults: [String]
    private let order: [SortKey]

    /// The column that says which coins stand out.
    private static let shortColumn = "worth_a_look"

    /// Whether the table's own order and all rows are wanted, so that a top can be cut early.
    var keepsOrder: Bool { order.isEmpty && request.filter == nil && request.coins == nil && !request.isShort }

    /// What is wanted of a ranking.
    init(_ request: RankRequest) throws {
        let preset = try request.knownPreset()
        let defaults =
            switch request.form {
            case .terminal: request.isScreen ? preset.screenColumns : preset.terminalColumns
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
    /// - Throws: `RequestError` when a column, order or filter does not read.
    init(_ request: RankRequest, of all: [Column], _ defaults: [String]? = nil, _ always: Set<String> = []) throws {
        self.request = request
        self.defaults = defaults ?? all.map(\.name)
        order = try request.sort.map { try SortKey.keys(parsing: $0) } ?? []
        let empty = try Table(title: "", columns: all, rows: []).sorted(by: order)
        let wanted = try empty.choosing(columns: request.columns ?? "", defaults: self.defaults).columns
        let read = try request.filter.map { try Filter(parsing: $0, columns: all).columns } ?? []
        let dates = wanted.contains(where: \.isPrice) ? Table.priceDates : []
        let named = always.union(wanted.map(\.name) + order.map(\.column) + read.map { all[$0].name } + dates)
        needed = all.filter { named.contains($0.name) }
    }

    /// The chosen rows and columns in the chosen order, of a table that has the needed columns; `asOf` is the moment of a
    /// ranking.
    ///
    /// - Throws: `OperationError` when nothing passes the filter, or no row is a chosen coin's.
    func apply(to whole: Table, asOf: AsOf? = nil) throws -> Table {
        var table = whole.datingPrices()
        if request.isScreen, table.summary == nil, let asOf { table.summary = RankingSummary(of: table, asOf: asOf) }
        func check(_ why: String) throws {
            guard table.rows.isEmpty, !request.mayBeEmpty, !request.isShort else { return }
            throw OperationError(.nothingSelected, "nothing-selected", why)
        }
        if let coins = request.coins {
            table = coins.confined(table)
            try check("no coin of \(coins.title) is among them")
        }
        if request.isShort { table = table.keeping(["yes"], under: Selection.shortColumn) }
        if let filter = request.filter {
            table = table.filtered(by: try Filter(parsing: filter, columns: table.columns))
            try check("no coin passes the filter `\(filter)`")
        }
        if !order.isEmpty { table = try table.sorted(by: order) }
        if let top = request.top, top < table.rows.count { table = table.top(top) }
        return try table.choosing(columns: request.columns ?? "", defaults: defaults)
    }
}

internal import CoinModel

/// The columns that name a row's coin.
struct CoinColumns {
    private let id: Int?
    private let symbol: Int?
    private let name: Int?

    /// Those of `coin_id` or `id`, `symbol` and `name` that a table has.
    ///
    /// - Throws: `SourceError` `wrong-header` when it has neither id nor symbol.
    init(_ table: CSVTable) throws(SourceError) {
        id = table.column("coin_id", "id")
        symbol = id == nil ? try table.required("symbol") : table.column("symbol")
        name = table.column("name")
    }

    /// Checks that the row names a coin.
    func check(_ row: borrowing CSVScanner) throws(RowError) {
        if let id, !row.isEmpty(id) { return }
        if let symbol, !row.isEmpty(symbol) { return }
        throw RowError("missing-coin", column: id ?? symbol, "the row names no coin")
    }

    /// Adds the bytes that tell the row's coin from others.
    func append(_ row: borrowing CSVScanner, to key: inout [UInt8]) {
        if let id { row.append(id, to: &key) }
        if let symbol { row.append(symbol, to: &key) }
        if let name { row.append(name, to: &key) }
    }

    /// The row's coin.
    func key(_ row: borrowing CSVScanner) -> CoinKey {
        CoinKey(id: part(id, row), symbol: part(symbol, row), name: part(name, row))
    }

    private func part(_ column: Int?, _ row: borrowing CSVScanner) -> String? {
        guard let column, !row.isEmpty(column) else { return nil }
        return row.text(column)
    }
}

/// The column that says where each row comes from; the last value is remembered.
struct SourceColumn {
    private let column: Int?
    private let format: String
    private var lastText: [UInt8] = []
    private var last: String

    /// The series of a format, parted by the values of a column if there is one.
    init(_ column: Int?, _ format: String) {
        self.column = column
        self.format = format
        last = format
    }

    /// The current row's series.
    mutating func read(_ row: borrowing CSVScanner) -> String {
        guard let column else { return format }
        var text: [UInt8] = []
        row.append(column, to: &text)
        if text != lastText {
            lastText = text
            last = row.isEmpty(column) ? format : format + ":" + row.text(column)
        }
        return last
    }
}

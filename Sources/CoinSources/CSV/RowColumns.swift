internal import CoinModel

/// The columns that name a row's coin, and the coins that they named so far; or one coin of all rows.
struct CoinColumns {
    /// The most coins that are remembered at once.
    private static let limit = 1 << 18

    private let id: Int?
    let symbol: Int?
    private let name: Int?
    /// Where all of them are, if they are neighbours.
    private let neighbours: ClosedRange<Int>?
    private var keys = ByteKeys()
    private var key: [UInt8] = []
    private(set) var coins: [CoinKey] = []

    /// Those of `coin_id` or `id`, `symbol` and `name` that a table has.
    ///
    /// - Throws: `SourceError` `wrong-header` when it has none of them.
    init(_ table: borrowing CSVTable) throws(SourceError) {
        id = table.column("coin_id", "id")
        symbol = table.column("symbol")
        name = id == nil && symbol == nil ? try table.required("symbol", "name") : table.column("name")
        neighbours = CoinColumns.neighbours(among: [id, symbol, name])
    }

    /// Columns of a symbol and, where there is one, of a name.
    init(symbol: Int, name: Int?) {
        (id, self.symbol, self.name) = (nil, symbol, name)
        neighbours = CoinColumns.neighbours(among: [symbol, name])
    }

    private static func neighbours(among columns: [Int?]) -> ClosedRange<Int>? {
        let sorted = columns.compactMap(\.self).sorted()
        guard let first = sorted.first, first + sorted.count - 1 == sorted.last else { return nil }
        return first...(first + sorted.count - 1)
    }

    /// No columns: all rows are about one coin.
    init(of coin: CoinKey) {
        (id, symbol, name, neighbours) = (nil, nil, nil, nil)
        coins = [coin]
        _ = keys.index(of: [])
    }

    /// Whether all rows are about one coin.
    var areNone: Bool { id == nil && symbol == nil && name == nil }

    /// Checks that the row names a coin.
    func check(_ row: borrowing CSVScanner) throws(RowError) {
        if let id, !row.isEmpty(id) { return }
        if let symbol, !row.isEmpty(symbol) { return }
        guard let column = id ?? symbol ?? name else { return }
        // A name stands for a coin only where a table has nothing else of one.
        if column == name, !row.isEmpty(column) { return }
        throw RowError("missing-coin", column: column, "the row names no coin")
    }

    /// The number of the current row's coin, counted from 0.
    mutating func number(_ row: borrowing CSVScanner) -> Int {
        let number =
            if let neighbours, let plain = row.plainPlace(of: neighbours) {
                keys.index(of: row.bytes.span.extracting(plain))
            } else {
                keys.index(of: joined(row))
            }
        if number == coins.count {
            coins.append(CoinKey(id: part(id, row), symbol: part(symbol, row), name: part(name, row)))
        }
        return number
    }

    /// The bytes of the columns: as they would stand without quotes, unless quotes are needed or columns stand apart.
    private mutating func joined(_ row: borrowing CSVScanner) -> [UInt8] {
        key.removeAll(keepingCapacity: true)
        if let neighbours, !neighbours.contains(where: { row.needsQuotes($0) }) {
            for column in neighbours { key += row.bytes(column) + [row.separator] }
            key.removeLast()
        } else {
            // One by one: a list of them would be allocated for every row.
            if let id { row.append(id, to: &key) }
            if let symbol { row.append(symbol, to: &key) }
            if let name { row.append(name, to: &key) }
        }
        return key
    }

    /// The coins that a copy of these columns named and they did not: what they are known by, and the number of the first.
    struct Finds: Sendable {
        let first: Int
        fileprivate let keys: [[UInt8]]
        fileprivate let coins: [CoinKey]
    }

    /// What it found since it was a copy of others.
    func finds(since original: CoinColumns) -> Finds {
        let new = original.coins.count..<coins.count
        return Finds(first: new.lowerBound, keys: new.map { keys[$0] }, coins: Array(coins[new]))
    }

    /// The numbers here of coins that a copy found.
    mutating func learn(_ finds: Finds) -> [Int32] {
        zip(finds.keys, finds.coins).map { key, coin in
            let number = keys.index(of: key)
            if number == coins.count { coins.append(coin) }
            return Int32(number)
        }
    }

    /// Whether so many coins are known that they should be forgotten.
    var areTooMany: Bool { coins.count > CoinColumns.limit }

    mutating func removeAll() {
        coins = []
        keys = ByteKeys()
    }

    private func part(_ column: Int?, _ row: borrowing CSVScanner) -> String? {
        guard let column, !row.isEmpty(column) else { return nil }
        return row.text(column)
    }
}

/// The column that names a row's repository, and the repositories that it named so far; or one repository of all rows.
struct RepositoryColumn {
    private let column: Int?
    private var texts = ByteKeys()
    /// The number of each text's repository; nil where it names none.
    private var numberOfText: [Int?] = []
    private var numberOfName: [RepositoryName: Int] = [:]
    private(set) var names: [RepositoryName] = []
    /// The numbers of the repositories, in which each has its place in `names`.
    let numbering = SubjectNumbering()

    init(_ column: Int) { self.column = column }

    /// No column: all rows are about one repository.
    init(of repository: RepositoryName) {
        column = nil
        _ = add(repository)
    }

    /// The number of the current row's repository, counted from 0.
    mutating func number(_ row: borrowing CSVScanner) throws(RowError) -> Int {
        guard let column else { return 0 }
        let text = texts.index(of: row.bytes.span.extracting(row.place(of: column)))
        if text == numberOfText.count { numberOfText.append(RepositoryName(row.text(column)).map { add($0) }) }
        guard let number = numberOfText[text] else {
            let detail = "\(row.excerpt(column)) is not a repository name; write owner/name"
            throw RowError("bad-repository", column: column, detail)
        }
        return number
    }

    private mutating func add(_ name: RepositoryName) -> Int {
        if let number = numberOfName[name] { return number }
        numberOfName[name] = names.count
        names.append(name)
        return numbering.add(.repository(name))
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

internal import CoinModel
public import CoinTables
internal import GRDB

extension Store {
    /// Answers one SQL statement that only reads: its rows, NULL as missing, and whether there were more.
    ///
    /// At most so many rows and seconds. It sees the plain tables and those that are made when they are named, all in one state. `published` gives the tables that
    /// a published file of the state would have. Limits in time and memory hold but for temporary tables and the statement's
    /// own sorting, which lie on disk unless the store keeps them in memory. What `isCancelled` says is asked between steps.
    public func query(
        _ sql: String,
        rows limit: Int = 100_000,
        seconds: Double = 60,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        published: @escaping (StoreReader) throws -> [PublishedTable] = { _ in [] }
    ) throws -> (table: CoinTables.Table, isCut: Bool) {
        var rows: [[Cell]] = []
        var isCut = false
        var bytes = 0
        // What watches the connection stays on it, so it is the query's own.
        let own = try Store(path: path, mode: .read, wait: wait, temporariesInMemory: keepsTemporariesInMemory)
        let watcher = QueryGuard(seconds: seconds, isCancelled: isCancelled)
        let names = try StoreError.translatingDatabase(path) {
            try own.queue.inDatabase { database in
                let connection = try QueryConnection(database, path, watcher, published)
                var names: [String] = []
                try database.inTransaction(.deferred) {
                    names = try connection.run(sql) { row in
                        isCut = rows.count == limit
                        if isCut { return false }
                        bytes += row.count * MemoryLayout<Cell>.stride
                        for case .text(let text) in row { bytes += text.utf8.count }
                        guard bytes <= Store.longestResult else {
                            let limit = "\(Store.longestResult >> 20) MiB"
                            throw QueryError(
                                sql: .limit,
                                "gives more than \(limit); narrow it down with WHERE or LIMIT"
                            )
                        }
                        rows.append(row)
                        return true
                    }
                    return .commit
                }
                return names
            }
        }
        return (CoinTables.Table(title: "Query of \(path)", columns: Store.columns(names, rows), rows: rows), isCut)
    }

    /// The most bytes of a result.
    private static let longestResult = 256 << 20

    /// A column for each name; a name that comes again gets a number.
    private static func columns(_ names: [String], _ rows: [[Cell]]) -> [CoinTables.Column] {
        var used: Set<String> = []
        return names.enumerated().map { index, name in
            var unique = name
            var number = 2
            while !used.insert(unique).inserted {
                unique = "\(name)_\(number)"
                number += 1
            }
            return CoinTables.Column(unique, unique, type(of: rows, at: index), meaning: "As the query names it.")
        }
    }

    private static func type(of rows: [[Cell]], at column: Int) -> CoinTables.Column.ValueType {
        var type: CoinTables.Column.ValueType?
        for row in rows {
            switch row[column] {
            case .text: return .text
            case .number: type = .number
            case .integer: type = type ?? .integer
            case .missing: break
            }
        }
        return type ?? .text
    }
}

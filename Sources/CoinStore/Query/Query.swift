internal import CoinModel
public import CoinTables
internal import GRDB

/// How much a query from outside may take.
public struct QueryLimits: Hashable, Sendable {
    /// The most rows of the result.
    public var rows: Int
    /// The most seconds that it runs.
    public var seconds: Double

    /// Limits.
    public init(rows: Int = 100_000, seconds: Double = 60) { (self.rows, self.seconds) = (rows, seconds) }

    static let resultBytes = 256 << 20
}

extension Store {
    /// Answers one SQL statement that only reads, over the plain tables and the table functions `weekly` and
    /// `snapshots`, all in one state: its rows, NULL as missing, and whether there were more; within the limits in time
    /// and memory, but for the statement's own sorting, which lies on disk.
    public func query(_ sql: String, _ limits: QueryLimits) throws -> (table: CoinTables.Table, isCut: Bool) {
        var rows: [[Cell]] = []
        var isCut = false
        var bytes = 0
        let names = try withConnection(limits) { connection in
            try connection.run(sql) { row in
                isCut = rows.count == limits.rows
                if isCut { return false }
                bytes += row.count * MemoryLayout<Cell>.stride
                for case .text(let text) in row { bytes += text.utf8.count }
                guard bytes <= QueryLimits.resultBytes else {
                    let limit = "\(QueryLimits.resultBytes >> 20) MiB"
                    throw QueryError(.limit, "gives more than \(limit); narrow it down with WHERE or LIMIT")
                }
                rows.append(row)
                return true
            }
        }
        return (CoinTables.Table(title: "Query of \(path)", columns: Store.columns(names, rows), rows: rows), isCut)
    }

    /// Reads by a connection of the query's own that sees the same state as its table functions.
    ///
    /// While one of both reads, no writer commits. A writer that is about to lets no other reader in, and would wait
    /// for the first: so that one steps back, and both begin again.
    private func withConnection<Value>(_ limits: QueryLimits, _ body: (QueryConnection) throws -> Value) throws -> Value
    {
        let end = ContinuousClock.now + .seconds(wait)
        while true {
            let value: Value? = try reading { reader in
                let functions = try FactFunction.Kind.allCases.map { try FactFunction($0, reader) }
                let connection: QueryConnection
                do {
                    connection = try QueryConnection(path: path, seconds: limits.seconds, functions: functions)
                } catch let error as StoreError where error.reason == .busy && .now < end {
                    return nil
                }
                return try body(connection)
            }
            if let value { return value }
        }
    }

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

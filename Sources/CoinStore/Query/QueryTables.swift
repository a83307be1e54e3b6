internal import CoinTables
internal import GRDB

/// A table that a statement can name.
public struct QueryTable {
    /// Its name.
    public let name: String
    /// `table` or `view` of the file, or `made`: from the state of the store, when a statement names it.
    public let kind: String
    /// The names of its columns, in order.
    public let columns: [String]
}

extension StoreReader {
    /// The tables that a statement can name: those of the file by name, those of facts, and those that `published` makes.
    public func queryTables(published: (StoreReader) throws -> [PublishedTable]) throws -> [QueryTable] {
        let sql = "SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name"
        let stored = try database.rows(sql).map { row -> QueryTable in
            let name = try row.writtenText("name")
            let columns: [String] = try database.values("SELECT name FROM pragma_table_info(?) ORDER BY cid", [name])
            return QueryTable(name: name, kind: try row.writtenText("type"), columns: columns)
        }
        let made = try factTables() + published(self)
        return stored + made.map { QueryTable(name: $0.name, kind: "made", columns: $0.columns.map(\.name)) }
    }
}

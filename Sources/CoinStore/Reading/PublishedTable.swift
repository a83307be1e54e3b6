internal import CoinModel
public import CoinTables
internal import GRDB

/// A plain table that is made from a state of the store: rows of values under keys that a person knows.
///
/// Published files have such tables, and a statement of SQL finds those that it names.
public struct PublishedTable {
    let name: String
    let columns: [CoinTables.Column]
    let key: [String]
    let fill: (_ take: ([Cell]) throws -> Void) throws -> Void

    /// A table; `fill` hands over its rows, whose missing cells become NULL; those of the key never are.
    public init(
        name: String,
        columns: [CoinTables.Column],
        key: [String],
        fill: @escaping (_ take: ([Cell]) throws -> Void) throws -> Void
    ) {
        (self.name, self.columns) = (name, columns)
        (self.key, self.fill) = (key, fill)
    }

    /// Makes the table, for this connection alone if it is `temporary`, and fills it; returns how many rows it has.
    ///
    /// The schema carries the meaning of each column as a remark, which `.schema` shows. Errors of writing are about the file
    /// at a path, made in a `draft`.
    func make(in database: Database, temporary: Bool = false, path: String, madeIn draft: String? = nil) throws -> Int {
        let keys = key.map(\.quotedName).joined(separator: ", ")
        let ending = key.isEmpty ? "" : "  PRIMARY KEY (\(keys))\n"
        let lines = columns.enumerated().map { place, column in
            let condition = key.contains(column.name) ? " NOT NULL" : ""
            let comma = ending.isEmpty && place == columns.count - 1 ? "" : ","
            let meaning = column.meaning.replacing("\n", with: " ")
            let definition = "\(column.name.quotedName) \(column.type.affinity)\(condition)"
            return "  \(definition)\(comma) -- \(meaning)\n"
        }
        let table = (temporary ? "temp." : "") + name.quotedName
        let schema = "CREATE TABLE \(table) (\n\(lines.joined())\(ending)) STRICT"
        try StoreError.translatingDatabase(path, madeIn: draft) { try database.execute(sql: schema) }
        let insertion = "INSERT INTO \(table) VALUES (\(databaseQuestionMarks(count: columns.count)))"
        var rows = 0
        try fill { cells in
            try StoreError.translatingDatabase(path, madeIn: draft) {
                try database.insert(insertion, cells.map(\.binding))
            }
            rows += 1
        }
        return rows
    }
}

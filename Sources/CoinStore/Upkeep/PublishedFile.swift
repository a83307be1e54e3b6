internal import CoinModel
public import CoinTables
internal import GRDB

/// The tables of a SQLite file that other programs read: plain rows, strict types, keys that a person knows.
///
/// The schema carries the meaning of each column as a remark, which `.schema` shows. There is nothing in the file that a
/// program of another kind does not know: no function of this program, no generated column, no virtual table, no table
/// without row numbers, of which DuckDB cannot count the rows, and no view, whose SQL DuckDB would read as its own.
public struct PublishedTables {
    fileprivate let database: Database
    fileprivate let path: String
    fileprivate let draft: String

    /// Makes a table and takes its rows; cells that are missing are NULL, those of the key never are.
    ///
    /// - Throws: `StoreError` when the disk is full, or what `fill` throws.
    public func add(
        _ name: String,
        _ columns: [CoinTables.Column],
        key: [String],
        _ fill: (_ insert: ([Cell]) throws -> Void) throws -> Void
    ) throws {
        let lines = columns.map { column in
            let condition = key.contains(column.name) ? " NOT NULL" : ""
            let meaning = column.meaning.replacing("\n", with: " ")
            return "  \(column.name.quotedDatabaseIdentifier) \(column.type.affinity)\(condition), -- \(meaning)\n"
        }
        let keys = key.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
        let table = name.quotedDatabaseIdentifier
        let schema = "CREATE TABLE \(table) (\n\(lines.joined())  PRIMARY KEY (\(keys))\n) STRICT"
        try StoreError.translatingDatabase(path, madeIn: draft) { try database.execute(sql: schema) }
        let insertion = "INSERT INTO \(table) VALUES (\(databaseQuestionMarks(count: columns.count)))"
        try fill { cells in
            try StoreError.translatingDatabase(path, madeIn: draft) {
                try database.insert(insertion, cells.map(\.binding))
            }
        }
    }
}

extension Store {
    /// Writes tables made from one state of the store into a file of their own, which takes its place by rename.
    ///
    /// The same tables give the same bytes. A file that is there is replaced.
    ///
    /// - Returns: the file's size in bytes.
    public func publish(to target: String, _ body: (StoreReader, PublishedTables) throws -> Void) throws -> Int {
        let draft = try StoreDraft(for: target, copying: path)
        let file = try StoreError.translating(target, madeIn: draft.path) {
            let file = try DatabaseQueue(path: StorePlace.literal(draft.path))
            // Its first page has to say that it is no store before further ones are written, which else get checksums.
            try file.write { try $0.execute(sql: "PRAGMA application_id = \(FileHeader.publishedID)") }
            return file
        }
        try reading { reader in
            try StoreError.translatingDatabase(target, madeIn: draft.path) {
                try file.write { database in
                    Interruption.end(statementsOf: database)
                    try StoreError.translatingDatabase(path) {
                        try body(reader, PublishedTables(database: database, path: target, draft: draft.path))
                    }
                }
            }
        }
        return try StoreError.translating(target, madeIn: draft.path) {
            // Rows come by source and span of weeks, which leaves gaps in the indexes of keys.
            try file.vacuum()
            try file.close()
            try draft.put(at: draft.target)
            return Store.size(of: target)
        }
    }

    /// What each published file has in its header: where, and which bytes.
    public static let publishedMark = (offset: 68, bytes: Array("ASYP".utf8))
}

internal import CoinModel
internal import GRDB

extension Store {
    /// Writes tables made from one state of the store into a SQLite file of their own, which takes its place by rename.
    ///
    /// The same tables give the same bytes. A file that is there is replaced. There is nothing in it that a program of
    /// another kind does not know: no function of this program, no generated column, no virtual table, no table without row
    /// numbers, of which DuckDB cannot count the rows, and no view, whose SQL DuckDB would read as its own.
    ///
    /// - Returns: how many tables and rows there are, and the file's size in bytes.
    /// - Throws: `StoreError` when the store is damaged or the file cannot be written, and what `tables` throws.
    public func publish(
        to target: String,
        _ tables: (StoreReader) throws -> [PublishedTable]
    ) throws -> (tables: Int, rows: Int, size: Int) {
        let draft = try StoreDraft(for: target, copying: path)
        let file = try StoreError.translating(target, madeIn: draft.path) {
            let file = try DatabaseQueue(path: StorePlace.literal(draft.path))
            // Its first page has to say that it is not a store before further ones are written, which else get checksums.
            try file.write { try $0.execute(sql: "PRAGMA application_id = \(FileHeader.publishedID)") }
            return file
        }
        let rows = try reading { reader in
            try StoreError.translatingDatabase(target, madeIn: draft.path) {
                try file.write { database in
                    Interruption.end(statementsOf: database)
                    return try StoreError.translatingDatabase(path) {
                        try tables(reader).map { try $0.make(in: database, path: target, madeIn: draft.path) }
                    }
                }
            }
        }
        return try StoreError.translating(target, madeIn: draft.path) {
            // Rows come by source and span of weeks, which leaves gaps in the indexes of keys.
            try file.vacuum()
            try file.close()
            try draft.put(at: draft.target)
            return (rows.count, rows.reduce(0, +), Store.size(of: target))
        }
    }

    /// What each published file has in its header: where, and which bytes.
    public static let publishedMark = (offset: 68, bytes: Array("ASYP".utf8))
}

internal import CoinModel
internal import GRDB

/// A page that is not what was written, and what it is part of.
struct DamagedPage {
    let number: Int
    /// The table or index that it is part of; nil where unknown.
    let part: String?
    /// The table, or that of the index.
    let table: String?

    var description: String { "page \(number)" + (table.map { " of table \($0)" } ?? "") }

    /// The damaged pages of a store, by a connection that tolerates damage.
    static func all(in database: Database) throws -> [DamagedPage] {
        let (size, count) = (try database.pragma("page_size"), try database.pragma("page_count"))
        return all(try StorePages(database).damaged(count: count, size: size), in: database)
    }

    /// Pages by their numbers, looked up in one pass over all tables.
    private static func all(_ numbers: [Int], in database: Database) -> [DamagedPage] {
        let wanted = Set(numbers)
        var parts: [Int: String] = [:]
        var tables: [String: String] = [:]
        func readTables() throws {
            let schema = try Row.fetchCursor(database, sql: "SELECT name, tbl_name FROM sqlite_schema")
            while let row = try schema.next() { if let name = row.text("name") { tables[name] = row.text("tbl_name") } }
            let rows = try Row.fetchCursor(database, sql: "SELECT pageno, name FROM dbstat")
            while let row = try rows.next() {
                if let number = row.integer("pageno"), wanted.contains(number) { parts[number] = row.text("name") }
            }
        }
        do {
            if !numbers.isEmpty { try readTables() }
        } catch {
            // What the damage cut off from the tables is not found; the rest is reported.
        }
        return numbers.map { number in
            let part = parts[number]
            return DamagedPage(number: number, part: part, table: part.map { tables[$0] ?? $0 })
        }
    }

    var finding: Finding {
        let what = table.map { "; it is part of table \($0)" } ?? ""
        var finding = Finding("page \(number)", "is not what was written" + what)
        finding.part = part
        return finding
    }

    /// What another program made of a store, whose pages it gives no checksums: its mode, or its own tables and views.
    private static func others(in database: Database) throws -> String {
        if try StorePages(database).header.hasWriteAheadLog { return "; another program put it into WAL mode" }
        let own = try DatabaseQueue().write { memory -> Set<String> in
            try Schema.create(memory)
            return Set(try memory.values("SELECT name FROM sqlite_schema"))
        }
        let names = try Row.fetchAll(database, sql: "SELECT name FROM sqlite_schema").compactMap { $0.text("name") }
        let others = names.filter { !own.contains($0) }.sorted()
        return others.isEmpty ? "" : "; another program added \(listed(others))"
    }

    /// The page that SQLite was last refused, in words; nil where none was.
    static func lastRefused(in path: String) -> String? {
        guard let number = PageChecksums.takeDamagedPage() else { return nil }
        do {
            let queue = try StoreFile.open(path, readOnly: true, wait: 0, as: .damagedStore)
            return try queue.read { all([number], in: $0)[0].description + (try others(in: $0)) }
        } catch {
            return "page \(number)"
        }
    }
}

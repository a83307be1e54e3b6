internal import GRDB

/// A page that is not what was written, and what it is part of.
struct DamagedPage {
    let number: Int
    /// The table that it holds rows or an index of; nil where nothing tells.
    let table: String?

    var description: String { "page \(number)" + (table.map { " of table \($0)" } ?? "") }

    /// A page, by a connection that tolerates damage.
    init(_ number: Int, in database: Database) {
        self.number = number
        // What the damage cut off from the tables is not told of.
        do {
            table =
                number == 1
                ? "sqlite_schema"
                : try String.fetchOne(
                    database,
                    sql: """
                        SELECT tbl_name FROM dbstat LEFT JOIN sqlite_schema USING (name)
                        WHERE dbstat.pageno = ?
                        """,
                    arguments: [number]
                )
        } catch {
            table = nil
        }
    }

    /// Those of a store, by a connection that tolerates damage.
    static func all(in database: Database) throws -> [DamagedPage] {
        let pages = try StorePages(database)
        let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        return pages.damaged(count: count, size: size).map { DamagedPage($0, in: database) }
    }

    /// What a check tells of it.
    var finding: Finding {
        Finding("page \(number)", "is not what was written" + (table.map { "; it is part of table \($0)" } ?? ""))
    }

    /// The page that SQLite was last refused, in words; nil where none was.
    static func description(in path: String) -> String? {
        guard let number = PageChecksums.takeDamagedPage() else { return nil }
        do {
            return try Store.open(path, .read, 0, expecting: .damagedStore).read { DamagedPage(number, in: $0).description }
        } catch {
            return "page \(number)"
        }
    }
}

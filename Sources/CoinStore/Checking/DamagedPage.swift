internal import GRDB

/// A page that is not what was written, and what it is part of.
struct DamagedPage {
    let number: Int
    /// The table or index that it is part of; nil where nothing tells.
    let part: String?
    /// The table, or that of the index.
    let table: String?

    var description: String { "page \(number)" + (table.map { " of table \($0)" } ?? "") }

    /// A page, by a connection that tolerates damage.
    init(_ number: Int, in database: Database) {
        self.number = number
        // What the damage cut off from the tables is not told of.
        var row: Row?
        do {
            row = try Row.fetchOne(
                database,
                sql: """
                    SELECT dbstat.name, ifnull(tbl_name, dbstat.name) AS "table"
                    FROM dbstat LEFT JOIN sqlite_schema USING (name) WHERE pageno = ?
                    """,
                arguments: [number]
            )
        } catch {
            row = nil
        }
        (part, table) = (row?.text("name"), row?.text("table"))
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
        let what = table.map { "; it is part of table \($0)" } ?? ""
        var finding = Finding("page \(number)", "is not what was written" + what)
        finding.part = part
        return finding
    }

    /// The page that SQLite was last refused, in words; nil where none was.
    static func description(in path: String) -> String? {
        guard let number = PageChecksums.takeDamagedPage() else { return nil }
        do {
            return try Store.open(path, .read, 0, expecting: .damagedStore).read {
                DamagedPage(number, in: $0).description
            }
        } catch {
            return "page \(number)"
        }
    }
}

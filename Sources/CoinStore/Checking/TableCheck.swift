internal import CoinModel
internal import GRDB

/// Checks the tables beside the tiles against each other.
struct TableCheck {
    let database: Database

    /// Rows of a table that may not be there, what is wrong with them, and the column that names a row.
    typealias Rule = (table: String, key: String, detail: String, condition: String)

    private static let tablesOfLoads = [
        ("tile", "tile_id"), ("revision", "revision_id"), ("entity", "entity_id"), ("first_activity", "entity_id"),
        ("coin_entry", "coin_id"), ("coin_ecosystem", "coin_id"),
        ("commit_history", "entity_id"), ("commit_root", "entity_id"), ("commit_segment", "segment_id"),
        ("load_link", "earlier_id"), ("repository_rename", "former"), ("entity_absence", "entity_id"),
        ("source_coin", "source_id"), ("coin_decision", "coin"), ("coin_detail", "coin_id"),
    ]

    private static let unknownLoad = "load_id NOT IN (SELECT load_id FROM load)"

    private static let wrongInput = """
        input_id NOT BETWEEN 1 AND \(Int32.max) OR load_id NOT BETWEEN 1 AND \(Int32.max) OR size < 0
        OR min(rows_accepted, rows_unchanged, rows_rejected) < 0 OR status NOT IN ('loaded', 'refused', 'forgetting')
        """

    private static let wrongEntity = """
        entity_id NOT BETWEEN 0 AND \(Int32.max) OR entity_id > 0 AND entity_id - 1 NOT IN (SELECT entity_id FROM entity)
        """

    private static let weeks = "BETWEEN \(Resolution.weeks.lowerBound) AND \(Resolution.weeks.upperBound)"

    private static let moments: String = {
        let days = [Resolution.weeks.lowerBound, Resolution.weeks.upperBound].map { $0 * 7 }
        return "BETWEEN \(days[0] * Instant.millisecondsPerDay) AND \(days[1] * Instant.millisecondsPerDay)"
    }()

    private static let terms = "search_term JOIN entity USING (entity_id)"

    private static let wrongWindow = "first_week NOT \(weeks) OR last_week NOT \(weeks) OR first_week > last_week"

    private static let unreadable = "scope NOT IN ('direct', 'all', 'none')"

    static let rules: [Rule] =
        tablesOfLoads.map { ($0, $1, "came with a load that the ledger does not name", unknownLoad) } + [
            ("load", "input_id", "has a number, size or state that no load writes", wrongInput),
            ("entity", "entity_id", "has a number that is not the next one", wrongEntity),
            ("first_activity", "entity_id", "begins outside the calendar", "week NOT \(weeks)"),
            ("coin_ecosystem", "coin_id", "does not read", unreadable),
            ("coin_detail", "coin_id", "is of a moment outside the calendar", "moment NOT \(moments)"),
            (terms, "entity_id", "spans no weeks of the calendar", wrongWindow),
        ]

    func findings(_ rule: Rule) throws -> [Finding] {
        let table = rule.table.prefix { $0 != " " }
        let sql = "SELECT \(rule.key) AS key, load_id FROM \(rule.table) WHERE \(rule.condition) ORDER BY 1, 2"
        return try database.rows(sql).map {
            Finding("\(table) \($0.name("key"))", rule.detail, load: $0.integer("load_id"))
        }
    }

    /// Rows of the ledger that cannot be read back.
    func ledger() throws -> [Finding] {
        try database.rows("SELECT * FROM load ORDER BY input_id").compactMap { row in
            do throws(BadRow) {
                _ = try LedgerEntry(row)
                return nil
            } catch {
                return Finding("load \(row.name("input_id"))", error.detail, load: row.integer("load_id"))
            }
        }
    }

    /// References to rows that are not there, by the tables that have them.
    func references() throws -> [Finding] {
        let sql = """
            SELECT "table" AS child, parent, count(*) AS number FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2
            """
        return try database.rows(sql).map { row in
            let detail = "rows that refer to rows of \(row.name("parent")) that are not there: \(row.name("number"))"
            return Finding("table \(row.name("child"))", detail)
        }
    }

    func inputs() throws -> [Int: [String]] {
        var paths: [Int: [String]] = [:]
        for row in try database.rows("SELECT load_id, path FROM load ORDER BY input_id") {
            if let load = row.integer("load_id"), let path = row.text("path") { paths[load, default: []].append(path) }
        }
        return paths
    }
}

internal import CoinModel
internal import GRDB

/// What the tables beside the tiles have to say of each other.
struct TableCheck {
    let database: Database

    /// Rows of a table that may not be there, and what is wrong with them.
    struct Rule {
        let table: String
        /// The column that names a row.
        let key: String
        let detail: String
        let condition: String
    }

    static let rules: [Rule] =
        [
            ("tile", "tile_id"), ("revision", "revision_id"), ("entity", "entity_id"), ("first_activity", "entity_id"),
            ("coin", "coin_id"), ("coin_revision", "coin_id"), ("coin_ecosystem", "coin_id"),
            ("commit_history", "entity_id"), ("commit_root", "entity_id"), ("commit_segment", "segment_id"),
        ].map { table, key in
            Rule(
                table: table,
                key: key,
                detail: "came with a load that the ledger does not name",
                condition: "load_id NOT IN (SELECT load_id FROM load)"
            )
        } + [
            Rule(
                table: "load",
                key: "input_id",
                detail: "has a number, size or state that no load writes",
                condition: """
                    input_id NOT BETWEEN 1 AND \(Int32.max) OR load_id NOT BETWEEN 1 AND \(Int32.max) OR size < 0
                    OR min(rows_accepted, rows_unchanged, rows_rejected) < 0 OR status NOT IN ('loaded', 'refused')
                    """
            ),
            Rule(
                table: "entity",
                key: "entity_id",
                detail: "has a number that is not the next one",
                condition: """
                    entity_id NOT BETWEEN 0 AND \(Int32.max)
                    OR entity_id > 0 AND entity_id - 1 NOT IN (SELECT entity_id FROM entity)
                    """
            ),
            Rule(
                table: "first_activity",
                key: "entity_id",
                detail: "begins outside the calendar",
                condition: "week NOT BETWEEN \(Resolution.weeks.lowerBound) AND \(Resolution.weeks.upperBound)"
            ),
            Rule(
                table: "coin_ecosystem",
                key: "coin_id",
                detail: "does not read",
                condition: "NOT json_valid(repositories) OR scope NOT IN ('direct', 'all', 'none')"
            ),
            Rule(
                table: "search_term JOIN entity USING (entity_id)",
                key: "entity_id",
                detail: "is partial from a week outside the calendar",
                condition:
                    "partial_from NOT BETWEEN \(Resolution.weeks.lowerBound) AND \(Resolution.weeks.upperBound)"
            ),
        ]

    /// The rows that break a rule.
    func findings(_ rule: Rule) throws -> [Finding] {
        let table = rule.table.prefix { $0 != " " }
        return try Row.fetchAll(
            database,
            sql: "SELECT \(rule.key) AS key, load_id FROM \(rule.table) WHERE \(rule.condition) ORDER BY 1, 2"
        ).map { Finding("\(table) \($0.name("key"))", rule.detail, load: $0.integer("load_id")) }
    }

    /// Rows of the ledger that cannot be read back.
    func ledger() throws -> [Finding] {
        try Row.fetchAll(database, sql: "SELECT * FROM load ORDER BY input_id").compactMap { row in
            do throws(UnreadableRow) {
                _ = try LedgerEntry(row)
                return nil
            } catch {
                return Finding("load \(row.name("input_id"))", error.description, load: row.integer("load_id"))
            }
        }
    }

    /// References to rows that are not there, whatever tables there are; `PRAGMA foreign_key_check` would name neither the
    /// load nor the row of a table without row ids.
    func references() throws -> [Finding] {
        let keys = try Row.fetchAll(
            database,
            sql: """
                SELECT child.name AS child, key."from" AS reference, parent.name AS parent, target.name AS target,
                       EXISTS (SELECT 1 FROM pragma_table_info(child.name) WHERE name = 'load_id') AS tells_load
                FROM sqlite_schema AS child, pragma_foreign_key_list(child.name) AS key,
                     sqlite_schema AS parent, pragma_table_info(parent.name) AS target
                WHERE child.type = 'table' AND parent.type = 'table' AND parent.name = key."table" AND target.pk = 1
                ORDER BY 1, 2
                """
        )
        return try keys.flatMap { key -> [Finding] in
            guard let child = key.text("child"), let reference = key.text("reference"), let parent = key.text("parent"),
                let target = key.text("target")
            else { return [] }
            let load = key.integer("tells_load") == 1 ? "load_id" : "NULL"
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT \(reference.quotedDatabaseIdentifier) AS key, \(load) AS load_id
                    FROM \(child.quotedDatabaseIdentifier) WHERE \(reference.quotedDatabaseIdentifier) NOT IN
                      (SELECT \(target.quotedDatabaseIdentifier) FROM \(parent.quotedDatabaseIdentifier))
                    ORDER BY 1, 2
                    """
            ).map { row in
                Finding(
                    "\(child) of \(reference) \(row.name("key"))",
                    "refers to a row of \(parent) that is not there",
                    load: row.integer("load_id")
                )
            }
        }
    }

    /// The paths of the inputs of each load.
    func inputs() throws -> [Int: [String]] {
        var paths: [Int: [String]] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT load_id, path FROM load ORDER BY input_id") {
            if let load = row.integer("load_id"), let path = row.text("path") { paths[load, default: []].append(path) }
        }
        return paths
    }
}

import GRDB

@testable import CoinStore

extension Store {
    /// The rejects of all inputs as `reason detail` lines.
    func rejects() throws -> [String] {
        let sql = "SELECT reason || ' ' || detail FROM reject ORDER BY input_id, line"
        return try read { try String.fetchAll($0, sql: sql) }
    }

    /// Changes the file as no load does.
    func tamper(_ sql: String) throws {
        try write { try $0.execute(sql: sql) }
    }

    /// Makes a file of the same tables, rows and version, as plain SQLite writes it.
    func copyPlain(to plain: String) throws {
        try DatabaseQueue(path: plain).inDatabase { database in
            try database.execute(sql: "ATTACH DATABASE ? AS made", arguments: [path])
            let parts = try GRDB.Row.fetchAll(
                database,
                sql:
                    "SELECT type, name, sql FROM made.sqlite_schema WHERE sql IS NOT NULL ORDER BY type = 'table' DESC, rowid"
            )
            for part in parts {
                try database.execute(sql: part["sql"])
                let name = (part["name"] as String).quotedDatabaseIdentifier
                if part["type"] == "table" {
                    try database.execute(sql: "INSERT INTO \(name) SELECT * FROM made.\(name)")
                }
            }
            for pragma in ["application_id", "user_version"] {
                let value = try Int.fetchOne(database, sql: "PRAGMA made.\(pragma)") ?? 0
                try database.execute(sql: "PRAGMA \(pragma) = \(value)")
            }
            try database.execute(sql: "DETACH DATABASE made")
        }
    }
}

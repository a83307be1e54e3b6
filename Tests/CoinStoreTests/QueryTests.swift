import CoinModel
import CoinTables
import TestPrograms
import Testing

@testable import CoinStore

extension Store {
    /// What a query gives, each row as `a|b|c`, nothing for what is missing.
    func rows(_ sql: String) throws -> [String] {
        try query(sql).table.rows.map { row in
            row.map { cell in
                switch cell {
                case .integer(let number): "\(number)"
                case .number(let number): "\(number)"
                case .text(let text): text
                case .missing: ""
                }
            }.joined(separator: "|")
        }
    }
}

@Suite struct QueryTests {
    /// Two sources, 600 coins in three groups, days and snapshots over ten weeks, the last as they came.
    private static func store() throws -> (TemporaryStore, [Row]) {
        var random = SplitMix(seed: 42)
        let temporary = try TemporaryStore()
        var rows: [String: Row] = [:]
        for _ in 0..<900 {
            let day = Day(index: Int32(19_700 + Int.random(in: 0..<70, using: &random)))
            let row = Row(
                coin: "c\(Int.random(in: 0..<600, using: &random))",
                time: Bool.random(using: &random) ? day.description : "\(day)T10:00:00Z",
                value: Double(Int.random(in: 1...500, using: &random)) / 8,
                source: Bool.random(using: &random) ? "one" : "two"
            )
            rows["\(row.coin) \(row.source) \(row.time)"] = row
        }
        try temporary.load([Array(rows.values)])
        for coin in 0..<40 {
            let row = Row(
                coin: "c\(coin * 15)",
                time: "2024-02-24T1\(coin % 2):00:00Z",
                value: Double(coin),
                source: "one"
            )
            rows["\(row.coin) \(row.source) \(row.time)"] = row
        }
        let last = rows.values.filter { $0.time.hasPrefix("2024-02-24T1") && $0.source == "one" }
        try temporary.load([last], at: "2024-04-02T00:00:00Z")
        return (temporary, Array(rows.values))
    }

    @Test("The table of a metric has each fact once") func tableOfFacts() throws {
        let (temporary, rows) = try QueryTests.store()
        let all = rows.map { "\($0.coin)|\($0.source)|\($0.time)|\($0.value)" }
        let select = "SELECT key, source, time, value FROM price_usd"
        #expect(try temporary.store.rows(select).sorted() == all.sorted())
        #expect(try temporary.store.rows(select.uppercased()).count == rows.count)
        let expected = rows.filter { $0.coin == "c15" || $0.time < "2023-12-20" }.count
        #expect(try temporary.store.rows("\(select) WHERE key = 'c15' OR time < '2023-12-20'").count == expected)
    }

    @Test("The table of a weekly series has what every reader sees") func tableOfWeeks() throws {
        let (temporary, _) = try QueryTests.store()
        let mart = Metric.close("usd")
        let expected = try temporary.store.reading { reader in
            try reader.catalog.entities.flatMap { entity in
                try reader.series(of: entity.id).filter { $0.metric == mart }.flatMap { series in
                    zip(series.times, series.values).map { time, value in
                        "\(entity.id)|\(entity.key)|\(series.source)|\(Week(index: Int32(time)))|\(value)"
                    }
                }
            }
        }
        #expect(try temporary.store.rows("SELECT * FROM \(mart.name)").sorted() == expected.sorted())
        let columns = "SELECT name FROM pragma_table_info('close_usd') WHERE (SELECT count(*) FROM close_usd) > 0"
        #expect(try temporary.store.rows(columns) == ["entity_id", "key", "source", "week_start", "value"])
    }

    @Test("Tables of facts join with each other, with published and with plain tables") func joinedTables() throws {
        let (temporary, rows) = try QueryTests.store()
        let pairs = try temporary.store.rows(
            "SELECT count(*) FROM price_usd AS one JOIN price_usd AS two USING (entity_id, source, time)"
        )
        #expect(pairs == ["\(rows.count)"])
        let published = PublishedTable(
            name: "v_here",
            columns: [Column("of", "Of", .text, meaning: "A source.")],
            key: ["of"]
        ) { take in
            for source in ["one", "three"] { try take([.text(source)]) }
        }
        let joined = try temporary.store.query(
            "SELECT count(*) FROM v_here JOIN price_usd ON source = of JOIN entity USING (entity_id)",
            published: { _ in [published] }
        )
        #expect(joined.table.rows == [[.integer(rows.count { $0.source == "one" })]])
    }

    @Test(
        "Statements that do more than read are rejected by name",
        arguments: [
            ("DELETE FROM coin", "DELETE"), ("ATTACH 'x' AS y", "ATTACH"), ("PRAGMA query_only = OFF", "PRAGMA"),
            ("WITH a AS (SELECT 1) DELETE FROM load", "DELETE"),
            ("WITH a AS (SELECT 1) UPDATE coin SET name = ''", "changes something"),
            ("EXPLAIN INSERT INTO source VALUES (1, 'x')", "INSERT"),
            ("SELECT load_extension('x')", "load_extension"), ("/* x */ VACUUM INTO 'y'", "VACUUM"),
            ("SELECT 1; SELECT 2", "behind"), ("SELECT 1; DROP TABLE coin", "behind"), ("-- x", "no statement"),
            ("CREATE TABLE temp.x (y)", "CREATE"), ("SELECT * FROM pragma_query_only", "that table function"),
        ]
    )
    func readOnly(sql: String, name: String) throws {
        let temporary = try TemporaryStore()
        let error = try #require(throws: QueryError.self) { try temporary.store.rows(sql) }
        #expect(error.reason == .refused)
        #expect(error.detail.contains(name), "\(error)")
    }

    @Test(
        "Queries over their limits end with an error",
        arguments: [
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
            "SELECT zeroblob(2147483648)", "SELECT randomblob(17000000)",
            """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 100000)
            SELECT length(group_concat(hex(zeroblob(1000)))) FROM n
            """,
        ]
    )
    func limits(sql: String) throws {
        let temporary = try TemporaryStore()
        let error = try #require(throws: QueryError.self) {
            _ = try temporary.store.query(sql, rows: 10, seconds: 0.3)
        }
        #expect(error.reason == .limit)
    }

    @Test("An error shows its line and column") func errorPlace() throws {
        let temporary = try TemporaryStore()
        let error = try #require(throws: QueryError.self) {
            try temporary.store.rows("SELECT symbol,\n  pric FROM coin")
        }
        #expect(error.place == "sql:2:3")
        #expect(error.detail == "no such column: pric, at `pric FROM coin`; see `assay store sql --help`")
    }

    @Test("A misspelt table is named with the one that it may be", arguments: ["price_us", "coi", "close_us"])
    func misspeltTable(name: String) throws {
        let (temporary, _) = try QueryTests.store()
        let error = try #require(throws: QueryError.self) { try temporary.store.rows("SELECT * FROM \(name)") }
        #expect(error.reason == .wrong)
        #expect(error.detail.contains("unknown table '\(name)'; did you mean '\(name)"), "\(error)")
    }

    @Test("Making a table ends with the time of the query") func lateTable() throws {
        let (temporary, _) = try QueryTests.store()
        let error = try #require(throws: QueryError.self) {
            _ = try temporary.store.query("SELECT * FROM price_usd", rows: 1, seconds: 0)
        }
        #expect(error.reason == .limit)
    }

    @Test("Values have their type, and more rows than requested are reported") func cellTypes() throws {
        let temporary = try TemporaryStore()
        let answer = try temporary.store.query(
            "SELECT 1 AS a, 1.5 AS a, NULL, x'00ff', 'z' UNION ALL SELECT 2, 2, 3, 4, 5",
            rows: 1
        )
        #expect(answer.isCut)
        #expect(answer.table.columns.map(\.name) == ["a", "a_2", "NULL", "x'00ff'", "'z'"])
        #expect(
            answer.table.rows == [[.integer(1), .number(1.5), .missing(QueryText.null), .text("x'00ff'"), .text("z")]]
        )
        #expect(try !temporary.store.query("SELECT 1", rows: 1).isCut)
    }

    @Test("A damaged tile is reported as damage") func damagedTile() throws {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-25", value: 1)]])
        try temporary.store.tamper("UPDATE tile SET bytes = zeroblob(length(bytes))")
        let error = try #require(throws: StoreError.self) {
            try temporary.store.rows("SELECT * FROM price_usd")
        }
        #expect(error.reason == .damaged)
    }
}

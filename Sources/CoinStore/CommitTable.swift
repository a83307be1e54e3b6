internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// Reads and writes the commits of cloned repositories.
struct CommitTable {
    let database: Database
    let path: String

    /// The tables, since version 2 of the schema.
    static let schema = """

        -- Commits of cloned repositories. A developer is a digest of an address; addresses are kept nowhere.
        CREATE TABLE developer (
          developer_id INTEGER PRIMARY KEY, high INTEGER NOT NULL, low INTEGER NOT NULL, UNIQUE (high, low)
        ) STRICT;
        -- A row for each load that read a repository: what it was like then. With is_whole its segments stand in place of
        -- all earlier ones.
        CREATE TABLE commit_history (
          entity_id INTEGER NOT NULL REFERENCES entity,
          load_id INTEGER NOT NULL, tip TEXT NOT NULL,
          mailmap INTEGER NOT NULL, upstream TEXT, covered INTEGER NOT NULL, newest INTEGER NOT NULL,
          commit_count INTEGER NOT NULL, is_whole INTEGER NOT NULL, is_rewritten INTEGER NOT NULL,
          -- Numbers of developers who land commits at a rate no person does.
          programs TEXT NOT NULL DEFAULT '',
          PRIMARY KEY (entity_id, load_id)
        ) STRICT, WITHOUT ROWID;
        -- First eight bytes of the ids of commits without a parent: only where these agree do histories share commits.
        CREATE TABLE commit_root (
          entity_id INTEGER NOT NULL REFERENCES entity,
          root INTEGER NOT NULL, load_id INTEGER NOT NULL,
          PRIMARY KEY (entity_id, root)
        ) STRICT, WITHOUT ROWID;
        -- The commits that a load brought, by spans of 52 weeks of their landing.
        CREATE TABLE commit_segment (
          segment_id INTEGER PRIMARY KEY,
          entity_id INTEGER NOT NULL REFERENCES entity, load_id INTEGER NOT NULL,
          bucket INTEGER NOT NULL, commit_count INTEGER NOT NULL, bytes BLOB NOT NULL
        ) STRICT;
        CREATE INDEX commit_segment_by_place ON commit_segment (entity_id, bucket);
        """

    /// What is known of each repository after a load, by entity; of one repository where that is given.
    func histories(upTo lastLoad: Int, of entity: Int32? = nil) throws -> [CommitHistory] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT entity_id, key, max(history.load_id), tip, mailmap, upstream, covered, newest, commit_count,
                       (SELECT max(is_rewritten) FROM commit_history AS any
                        WHERE any.entity_id = history.entity_id AND any.load_id <= ?1), count(*), programs
                FROM commit_history AS history JOIN entity USING (entity_id)
                WHERE history.load_id <= ?1 AND (?2 IS NULL OR entity_id = ?2)
                GROUP BY entity_id ORDER BY entity_id
                """,
            arguments: [lastLoad, entity]
        )
        return try rows.map { row in
            CommitHistory(
                entity: try row.written("entity_id", at: 0),
                repository: row[1],
                tip: row[3],
                mailmap: UInt64(bitPattern: row[4]),
                upstream: row[5],
                covered: try row.writtenWeek("covered", at: 6) ?? Week(index: 0),
                newest: row[7],
                count: row[8],
                wasRewritten: row[9],
                readings: row[10],
                programs: Set((row[11] as String).split(separator: ",").compactMap { Int32($0) })
            )
        }
    }

    /// The roots of each repository, by entity.
    func roots(upTo lastLoad: Int) throws -> [(entity: Int32, root: Int64)] {
        try Row.fetchAll(
            database,
            sql: "SELECT entity_id, root FROM commit_root WHERE load_id <= ? ORDER BY entity_id, root",
            arguments: [lastLoad]
        ).map { (try $0.written("entity_id", at: 0), $0[1]) }
    }

    /// The commits of a repository as they stood after a load; developers by their number in the store.
    ///
    /// Of `weeks` are the landings that are wanted, nil for all; some others may come along.
    func commits(of entity: Int32, in weeks: ClosedRange<Week>? = nil, upTo lastLoad: Int) throws -> CommitColumns {
        let buckets = weeks.map { Bucket.index(of: $0.lowerBound, .week)...Bucket.index(of: $0.upperBound, .week) }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT segment_id, bytes FROM commit_segment
                    WHERE entity_id = ?1 AND bucket BETWEEN ?2 AND ?3 AND load_id <= ?4 AND load_id >=
                      (SELECT max(load_id) FROM commit_history WHERE entity_id = ?1 AND load_id <= ?4 AND is_whole)
                    ORDER BY bucket, load_id
                    """
            ),
            arguments: [entity, buckets?.lowerBound ?? Int.min, buckets?.upperBound ?? Int.max, lastLoad]
        )
        var commits = CommitColumns()
        while let row = try rows.next() {
            let data: Data = row[1]
            commits.append(try decoded(Array(data), segment: row[0]))
        }
        return commits
    }

    private func decoded(_ bytes: [UInt8], segment: Int) throws -> CommitColumns {
        do throws(TileError) {
            return try CommitSegment.decoded(bytes)
        } catch {
            throw StoreError(.damaged, path: path, detail: "commit_segment \(segment): \(error)")
        }
    }

    /// Writes what a load read of a repository.
    ///
    /// - Parameters:
    ///   - block: what was read.
    ///   - entity: the repository.
    ///   - count: how many commits it has with them.
    ///   - newest: its newest landing with them.
    ///   - load: the load.
    /// - Throws: what the database throws.
    func write(_ block: CommitBlock, of entity: Int32, count: Int, newest: Int64, load: Int) throws {
        var commits = block.commits
        let numbers = try block.developers.map(number)
        commits.developers = commits.developers.map { $0 < 0 ? -1 : numbers[Int($0)] }
        for part in CommitSegment.parts(of: commits) {
            try database.cachedStatement(
                sql: """
                    INSERT INTO commit_segment (entity_id, load_id, bucket, commit_count, bytes) VALUES (?, ?, ?, ?, ?)
                    """
            ).execute(
                arguments: [entity, load, part.bucket, part.commits.count, Data(CommitSegment.encoded(part.commits))]
            )
        }
        for root in block.roots {
            try database.cachedStatement(sql: "INSERT OR IGNORE INTO commit_root VALUES (?, ?, ?)")
                .execute(arguments: [entity, Int64(bitPattern: root), load])
        }
        try database.execute(
            sql: "INSERT INTO commit_history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')",
            arguments: [
                entity, load, block.tip, Int64(bitPattern: block.mailmap), block.upstream?.key, block.covered.index,
                newest, count, !block.isContinued, block.isRewritten,
            ]
        )
    }

    /// Notes who of a repository's developers land commits at a rate no person does.
    func note(programs: Set<Int32>, of entity: Int32, load: Int) throws {
        try database.execute(
            sql: "UPDATE commit_history SET programs = ? WHERE entity_id = ? AND load_id = ?",
            arguments: [programs.sorted().map(String.init).joined(separator: ","), entity, load]
        )
    }

    /// The number of a developer, who is added where not known.
    private func number(of developer: DeveloperID) throws -> Int32 {
        let digest: StatementArguments = [Int64(bitPattern: developer.high), Int64(bitPattern: developer.low)]
        let known = try Int32.fetchOne(
            database.cachedStatement(sql: "SELECT developer_id FROM developer WHERE high = ? AND low = ?"),
            arguments: digest
        )
        if let known { return known }
        try database.cachedStatement(sql: "INSERT INTO developer (high, low) VALUES (?, ?)").execute(arguments: digest)
        return Int32(clamping: database.lastInsertedRowID)
    }

    /// Segments that are not what was written.
    func findings() throws -> [Finding] {
        let developers = Set(try Int64.fetchAll(database, sql: "SELECT developer_id FROM developer"))
        var findings: [Finding] = []
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM commit_segment ORDER BY segment_id")
        while let row = try rows.next() {
            let detail: String?
            let data = (row["bytes"] as DatabaseValue?).flatMap { Data.fromDatabaseValue($0) } ?? Data()
            do throws(TileError) {
                detail = wrong(try CommitSegment.decoded(Array(data)), row, developers)
            } catch {
                detail = "\(error)"
            }
            if let detail {
                findings.append(
                    Finding("commit_segment \(row.name("segment_id"))", detail, load: row.integer("load_id"))
                )
            }
        }
        return findings
    }

    private func wrong(_ commits: CommitColumns, _ row: Row, _ developers: Set<Int64>) -> String? {
        guard commits.count == row.integer("commit_count") else { return "its row tells another number of commits" }
        guard commits.ids.indices.allSatisfy({ Bucket.index(of: commits.week(of: $0), .week) == row.integer("bucket") })
        else { return "its commits landed in other weeks" }
        guard commits.developers.allSatisfy({ $0 == -1 || developers.contains(Int64($0)) }) else {
            return "it names an unknown developer"
        }
        return nil
    }
}

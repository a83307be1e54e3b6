internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

struct CommitTable {
    let database: Database
    let path: String

    /// A repository in one source, by their numbers.
    struct Place: Hashable {
        let entity: Int32
        let source: Int
    }

    /// What is known at a place after a load, or so far in one; nil for a repository without commits.
    func known(at place: Place, upTo lastLoad: Int) throws -> Known? {
        let sql = """
            SELECT tip, newest, releases, covered, mailmap, load_id FROM commit_history
            WHERE entity_id = ?1 AND source_id = ?2 AND \(Ledger.counts("?3")) ORDER BY load_id DESC LIMIT 1
            """
        return try database.row(sql, [place.entity, place.source, lastLoad]).map { row in
            Known(
                tip: row[0],
                newest: row[1],
                releases: row[2],
                covered: try row.writtenWeek("covered", at: 3) ?? Week(index: 0),
                mailmap: UInt64(bitPattern: row[4]),
                load: row[5]
            )
        }
    }

    /// What the newest load of a place left there.
    struct Known {
        let tip: String
        let newest: Int64
        let releases: String
        let covered: Week
        let mailmap: UInt64
        let load: Int

        /// The first eight bytes of the id of its newest commit.
        var tipID: UInt64? { UInt64(tip.prefix(16), radix: 16) }
    }

    /// The loads that read a place before one, and count.
    func loads(at place: Place, before load: Int) throws -> [Int32] {
        let sql = """
            SELECT load_id FROM commit_history
            WHERE entity_id = ?1 AND source_id = ?2 AND \(Ledger.counts("?3")) ORDER BY load_id
            """
        return try database.values(sql, [place.entity, place.source, load - 1])
    }

    /// What is known of each repository after a load, by entity and source.
    func histories(upTo lastLoad: Int) throws -> [CommitHistory] {
        let sql = """
            SELECT entity_id, source.name, key, max(history.load_id), tip, mailmap, upstream, covered, newest,
                   commit_count, readings, was_rewritten, is_log, least_scope, programs, releases
            FROM commit_history AS history JOIN entity USING (entity_id) JOIN source USING (source_id) JOIN
              (SELECT entity_id, source_id, count(*) AS readings, max(is_rewritten) AS was_rewritten,
                      min(scope) AS least_scope
               FROM commit_history WHERE \(Ledger.counts("?1")) GROUP BY entity_id, source_id) USING (entity_id, source_id)
            WHERE \(Ledger.counts("?1", "history.load_id"))
            GROUP BY entity_id, source_id ORDER BY entity_id, source.name
            """
        return try database.rows(sql, [lastLoad]).map { row in
            CommitHistory(
                entity: try row.written("entity_id", at: 0),
                source: row[1],
                repository: row[2],
                tip: row[4],
                mailmap: UInt64(bitPattern: row[5]),
                upstream: row[6],
                covered: try row.writtenWeek("covered", at: 7) ?? Week(index: 0),
                newest: row[8],
                count: row[9],
                wasRewritten: row[11],
                readings: row[10],
                isLog: row[12],
                scope: DeveloperScope(rawValue: row[13]) ?? .unnamed,
                automatedAuthors: Set((row[14] as String).split(separator: ",").compactMap { Int32($0) }),
                releaseDays: CommitTable.days(row[15])
            )
        }
    }

    private static func days(_ text: String) -> [Day]? {
        text.isEmpty ? nil : text.split(separator: ",").compactMap { Int32($0) }.map { Day(index: $0) }
    }

    func roots(upTo lastLoad: Int) throws -> [(entity: Int32, root: Int64)] {
        let sql = "SELECT entity_id, root FROM commit_root WHERE load_id <= ? ORDER BY entity_id, root"
        return try database.rows(sql, [lastLoad]).map { (try $0.written("entity_id", at: 0), $0[1]) }
    }

    /// The commits of a repository after a load, those that landed in `weeks` and perhaps others, developers by number.
    func commits(
        of entity: Int32,
        from source: String,
        in weeks: ClosedRange<Week>? = nil,
        upTo lastLoad: Int
    ) throws -> [CommitRecord] {
        let spans = """
            SELECT source_id, max(load_id) FILTER (WHERE is_whole)
            FROM commit_history JOIN source USING (source_id)
            WHERE entity_id = ?1 AND source.name = ?2 AND \(Ledger.counts("?3"))
            """
        let span = try database.row(spans, [entity, source, lastLoad])
        guard let span, let whole: Int = span[1] else { return [] }
        let segments = """
            SELECT segment_id, bytes FROM commit_segment
            WHERE entity_id = ?1 AND source_id = ?2 AND bucket BETWEEN ?3 AND ?4
            AND load_id >= ?5 AND \(Ledger.counts("?6"))
            ORDER BY bucket, load_id, segment_id
            """
        let (source, buckets): (Int, _) = (span[0], weeks.map { Bucket.indices(of: $0, .week) } ?? .min ... .max)
        let places: StatementArguments = [entity, source, buckets.lowerBound, buckets.upperBound, whole, lastLoad]
        let rows = try database.cursor(segments, places)
        var commits: [CommitRecord] = []
        while let row = try rows.next() {
            do throws(TileError) {
                commits += try CommitSegment.decoded(Array(row[1] as Data))
            } catch {
                throw StoreError(damaged: path, "commit_segment \(row[0] as Int): \(error)")
            }
        }
        return commits
    }

    /// Writes what a load read of a repository: the block, what it changes, and the newest landing with it.
    ///
    /// A tag without a moment of its own is of the day when its commit landed.
    func write(_ block: CommitBlock, at place: Place, _ change: CommitChange, newest: Int64, load: Int) throws {
        if change.isWhole {
            // What another log of the same load has written is among them.
            let sql = "DELETE FROM commit_segment WHERE entity_id = ? AND source_id = ? AND load_id = ?"
            try database.run(sql, [place.entity, place.source, load])
        }
        let insertion = """
            INSERT INTO commit_segment (entity_id, source_id, load_id, bucket, commit_count, bytes)
            VALUES (?, ?, ?, ?, ?, ?)
            """
        for (bucket, commits) in CommitSegment.parts(of: change.commits) {
            let bytes = Data(CommitSegment.encoded(commits))
            try database.run(insertion, [place.entity, place.source, load, bucket, commits.count, bytes])
        }
        for root in block.roots {
            let arguments: StatementArguments = [place.entity, Int64(bitPattern: root), load]
            try database.run("INSERT OR IGNORE INTO commit_root VALUES (?, ?, ?)", arguments)
        }
        // A repository may have several logs in one load.
        let history = """
            INSERT INTO commit_history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?)
            ON CONFLICT DO UPDATE SET
              tip = excluded.tip, mailmap = excluded.mailmap, covered = max(covered, excluded.covered), newest = excluded.newest,
              commit_count = excluded.commit_count, is_whole = max(is_whole, excluded.is_whole),
              scope = min(scope, excluded.scope)
            """
        let values: StatementArguments = [
            place.entity, place.source, load, block.tip, Int64(bitPattern: block.mailmap), block.upstream?.key,
            block.covered.index, newest, change.all.count, change.isWhole, block.isRewritten, block.isLog,
            block.scope.rawValue, try releases(block, at: place, change, load),
        ]
        try database.run(history, values)
    }

    /// The days of releases with a load as text: those of its tags, or where it read none those that were known.
    private func releases(_ block: CommitBlock, at place: Place, _ change: CommitChange, _ load: Int) throws -> String {
        guard let tags = block.releases else {
            return try known(at: place, upTo: load)?.releases ?? ""
        }
        let wanted = Set(tags.map(\.commit))
        var landed: [UInt64: Int64] = [:]
        for commit in change.all where wanted.contains(commit.id) { landed[commit.id] = commit.landed }
        let days = tags.compactMap { ($0.tagged ?? landed[$0.commit]).map { Instant(seconds: $0).day.index } }
        return Set(days).sorted().map(String.init).joined(separator: ",")
    }

    /// Notes who of a repository's developers land commits at a rate no person does.
    func note(automatedAuthors: Set<Int32>, at place: Place, load: Int) throws {
        let authors = automatedAuthors.sorted().map(String.init).joined(separator: ",")
        let sql = "UPDATE commit_history SET programs = ? WHERE entity_id = ? AND source_id = ? AND load_id = ?"
        try database.run(sql, [authors, place.entity, place.source, load])
    }

    /// The number of a developer, who is added where not known.
    func number(of developer: DeveloperID) throws -> Int32 {
        let digest: StatementArguments = [Int64(bitPattern: developer.high), Int64(bitPattern: developer.low)]
        let known: Int32? = try database.value("SELECT developer_id FROM developer WHERE high = ? AND low = ?", digest)
        if let known { return known }
        try database.run("INSERT INTO developer (high, low) VALUES (?, ?)", digest)
        return Int32(clamping: database.lastInsertedRowID)
    }

    func developers(_ numbers: Set<Int32>) throws -> [Int32: DeveloperID] {
        var developers: [Int32: DeveloperID] = [:]
        for number in numbers {
            guard let row = try database.row("SELECT high, low FROM developer WHERE developer_id = ?", [number]) else {
                continue
            }
            developers[number] = DeveloperID(high: UInt64(bitPattern: row[0]), low: UInt64(bitPattern: row[1]))
        }
        return developers
    }

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
                let place = "commit_segment \(row.name("segment_id"))"
                findings.append(Finding(place, detail, load: row.integer("load_id")))
            }
        }
        return findings
    }

    private func wrong(_ commits: [CommitRecord], _ row: Row, _ developers: Set<Int64>) -> String? {
        guard commits.count == row.integer("commit_count") else { return "its row has another number of commits" }
        guard commits.allSatisfy({ Bucket.index(of: $0.week, .week) == row.integer("bucket") }) else {
            return "its commits landed in other weeks"
        }
        guard commits.allSatisfy({ $0.developer == -1 || developers.contains(Int64($0.developer)) }) else {
            return "it names an unknown developer"
        }
        return nil
    }
}

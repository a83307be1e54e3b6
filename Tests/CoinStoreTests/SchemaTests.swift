import CoinModel
import Foundation
import GRDB
import Testing

@testable import CoinStore

/// A store of an earlier version is brought forward by whoever opens it to write, and kept as it was.
@Suite struct SchemaTests {
    /// A store as the first version made it; nothing in its file is newer.
    private func made() throws -> TemporaryStore {
        let made = try TemporaryStore()
        try made.load([[Row(time: "2024-03-25", value: 7)]])
        try made.store.tamper("ALTER TABLE coin_revision DROP COLUMN upstreams; DROP TABLE coin_upstream")
        for table in ["commit_segment", "commit_root", "commit_history", "developer"] {
            try made.store.tamper("DROP TABLE \(table)")
        }
        try made.store.tamper("DROP VIEW v_coin_ecosystem; DROP TABLE coin_ecosystem; PRAGMA user_version = 1")
        try made.store.tamper(SchemaTests.withoutIdentities)
        try made.becomePlain()
        return made
    }

    /// What takes back what versions 4 and 5 added to the ledger.
    private static let withoutIdentities = """
        DROP INDEX load_refused; ALTER TABLE load DROP COLUMN identity;
        DROP INDEX load_forgotten; ALTER TABLE load DROP COLUMN forgotten_by;
        DROP TABLE load_link; DROP TABLE entity_absence; DROP TABLE repository_rename; DROP TABLE coin_dated;
        DROP TABLE source_coin; DROP TABLE coin_decision; \(withoutDetails)
        """

    private static let withoutDetails = "DROP VIEW v_coin_detail; DROP TABLE coin_detail"

    private func version(_ path: String) throws -> Int? {
        try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    }

    @Test(arguments: [Store.Mode.existing, .write])
    func aStoreOfTheFirstVersionIsBroughtForward(mode: Store.Mode) throws {
        let made = try made()
        // Whatever has the name that it is to be kept as stays.
        let kept = URL(fileURLWithPath: made.path + ".schema-1")
        try Data("mine".utf8).write(to: kept)
        #expect(throws: StoreError.self) { try Store(path: made.path, mode: mode) }
        #expect(try Data(contentsOf: kept) == Data("mine".utf8) && version(made.path) == 1)
        try FileManager.default.removeItem(at: kept)
        let store = try Store(path: made.path, mode: mode)
        #expect(try store.check().isEmpty)
        #expect(try store.reading { try $0.commitHistories() }.isEmpty)
        #expect(try store.facts("a", .price("usd")) == ["2024-03-25 7.0"])
        #expect(try version(made.path) == Schema.version)
        #expect(try version(made.path + ".schema-1") == 1)
        // The second time there is nothing to do.
        let before = try Data(contentsOf: URL(fileURLWithPath: made.path))
        _ = try Store(path: made.path, mode: mode)
        #expect(try Data(contentsOf: URL(fileURLWithPath: made.path)) == before)
    }

    @Test func aReaderBringsNothingForward() throws {
        let made = try made()
        let before = try Data(contentsOf: URL(fileURLWithPath: made.path))
        #expect(throws: StoreError(older: made.path, version: 1)) { try Store(path: made.path, mode: .read) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: made.path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: made.folder.path) == ["t.sqlite"])
    }

    @Test func theCrosswalkComesToAStoreOfTheFifthVersion() throws {
        let made = try TemporaryStore()
        try made.load([[Row(time: "2024-03-25", value: 7)]])
        try made.store.tamper(
            "DROP TABLE source_coin; DROP TABLE coin_decision; \(SchemaTests.withoutDetails); PRAGMA user_version = 5"
        )
        #expect(throws: StoreError(older: made.path, version: 5)) { try Store(path: made.path, mode: .read) }
        let store = try Store(path: made.path, mode: .existing)
        #expect(try store.check().isEmpty)
        #expect(try store.facts("a", .price("usd")) == ["2024-03-25 7.0"])
        #expect(try version(made.path) == Schema.version && version(made.path + ".schema-5") == 5)
        #expect(try store.reading { $0.catalog.decisions.isEmpty && $0.catalog.sourceCoins.isEmpty })
    }

    @Test func detailsComeToAStoreOfTheSixthVersion() throws {
        let made = try TemporaryStore()
        try made.load([[Row(time: "2024-03-25", value: 7)]])
        let digest = try made.store.reading { try $0.contentDigest() }
        try made.store.tamper("\(SchemaTests.withoutDetails); PRAGMA user_version = 6")
        #expect(throws: StoreError(older: made.path, version: 6)) { try Store(path: made.path, mode: .read) }
        let store = try Store(path: made.path, mode: .existing)
        #expect(try store.check().isEmpty)
        #expect(try version(made.path) == Schema.version && version(made.path + ".schema-6") == 6)
        #expect(try store.reading { try $0.details(upTo: nil) { _ in true } }.isEmpty)
        #expect(try store.reading { try $0.contentDigest() } == digest)
    }

    @Test func currenciesComeToAStoreOfTheSixthVersion() throws {
        let made = try TemporaryStore()
        try made.load([[Row(time: "2024-03-25", value: 7)]])
        try made.store.tamper(
            """
            \(SchemaTests.withoutDetails);
            DROP VIEW v_latest; DROP VIEW v_weekly_activity;
            CREATE TABLE old_entity (
              entity_id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('coin', 'repository', 'term')),
              space TEXT NOT NULL, key TEXT NOT NULL, symbol TEXT, name TEXT, load_id INTEGER NOT NULL,
              UNIQUE (kind, space, key)
            ) STRICT;
            INSERT INTO old_entity SELECT * FROM entity; DROP TABLE entity; ALTER TABLE old_entity RENAME TO entity;
            \(Schema.activityView)
            PRAGMA user_version = 6
            """
        )
        #expect(throws: StoreError(older: made.path, version: 6)) { try Store(path: made.path, mode: .read) }
        let store = try Store(path: made.path, mode: .existing)
        var rates = ObservationBlock(source: "rates", resolution: .day, metrics: [.rate])
        (rates.subjects, rates.subjectIndex) = ([.currency("eur"), .market], [0, 1])
        (rates.times, rates.values, rates.lines) = ([19_807, 19_807], [[1.08, 2]], [1, 2])
        try store.load(acceptedAt: try #require(Instant("2024-04-02T00:00:00Z"))) { session in
            let input = made.input("rates")
            session.begin(input)
            try session.add(rates)
            try session.accept(input)
        }
        #expect(try store.check().isEmpty)
        #expect(try store.facts("a", .price("usd")) == ["2024-03-25 7.0"])
        #expect(try store.facts("eur", .rate) == ["2024-03-25 1.08"])
        let kinds = try store.reading { $0.catalog.entities.map(\.kind) }
        #expect(kinds == [.coin, .currency, .market])
        #expect(try version(made.path) == Schema.version && version(made.path + ".schema-6") == 6)
    }

    /// A store as version 2 made it, with two loads of a clone.
    @Test func commitsOfTheSecondVersionAreBroughtForward() throws {
        let made = try TemporaryStore()
        try made.load([[Row(time: "2024-03-25", value: 7)]])
        var commits = CommitColumns()
        (commits.ids, commits.landed, commits.landingIDs) = ([5], [86_400 * 19_000], [0])
        (commits.committedDays, commits.authoredDays) = ([19_000], [18_999])
        (commits.developers, commits.marks) = ([1], [.merge])
        let bytes = Data(CommitSegment.encoded(commits))
        let bucket = Bucket.index(of: commits.week(of: 0), .week)
        try made.store.write { database in
            try database.execute(sql: SchemaTests.withoutIdentities)
            try database.execute(
                sql: """
                    ALTER TABLE coin_revision DROP COLUMN upstreams;
                    DROP TABLE coin_upstream; DROP TABLE commit_history; DROP TABLE commit_segment;
                    CREATE TABLE commit_history (
                      entity_id INTEGER NOT NULL REFERENCES entity, load_id INTEGER NOT NULL, tip TEXT NOT NULL,
                      mailmap INTEGER NOT NULL, upstream TEXT, covered INTEGER NOT NULL, newest INTEGER NOT NULL,
                      commit_count INTEGER NOT NULL, is_whole INTEGER NOT NULL, is_rewritten INTEGER NOT NULL,
                      programs TEXT NOT NULL DEFAULT '', PRIMARY KEY (entity_id, load_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE commit_segment (
                      segment_id INTEGER PRIMARY KEY, entity_id INTEGER NOT NULL REFERENCES entity,
                      load_id INTEGER NOT NULL, bucket INTEGER NOT NULL, commit_count INTEGER NOT NULL,
                      bytes BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX commit_segment_by_place ON commit_segment (entity_id, bucket);
                    INSERT INTO developer VALUES (1, 2, 3);
                    INSERT INTO commit_history VALUES (0, 1, 'a', 7, 'up/stream', 2800, 1641600000, 1, 1, 1, '1');
                    PRAGMA user_version = 2;
                    """
            )
            try database.execute(
                sql: "INSERT INTO commit_segment VALUES (9, 0, 1, ?, 1, ?)",
                arguments: [bucket, bytes]
            )
        }
        try made.becomePlain()
        let store = try Store(path: made.path, mode: .existing)
        try store.reading { reader in
            let history = try #require(try reader.commitHistories().first)
            #expect((history.source, history.tip, history.upstream) == ("git-clone", "a", "up/stream"))
            #expect((history.isLog, history.scope, history.wasRewritten) == (false, .everywhere, true))
            #expect(!history.namesLandings)
            #expect((history.mailmap, history.count, history.automatedAuthors) == (7, 1, [1]))
            #expect(try reader.commits(of: history) == commits)
        }
        #expect(try store.check().isEmpty)
    }

    @Test func aStoreOfALaterVersionIsRefused() throws {
        let made = try TemporaryStore()
        try made.store.tamper("PRAGMA user_version = \(Schema.version + 1)")
        let error = #expect(throws: StoreError.self) { try Store(path: made.path, mode: .read) }
        #expect(error?.reason == .newer)
    }
}

extension TemporaryStore {
    /// Puts what plain SQLite writes of it in its place.
    fileprivate func becomePlain() throws {
        try store.copyPlain(to: path + ".plain")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".plain", toPath: path)
    }
}

import CoinModel
import Foundation
import GRDB
import Testing

@testable import CoinStore

/// Every page that lies in a store's file bears its checksum, however it came there; and none is read without it.
@Suite struct PageChecksumTests {
    /// The pages of a file that are not what was written.
    private static func damaged(_ path: String) throws -> [Int] {
        try StoreFile.open(path, readOnly: true, wait: 0, as: .damagedStore).read {
            try DamagedPage.all(in: $0).map(\.number)
        }
    }

    /// More than the cache holds, so that pages are written in any order, some of them to be given up again.
    private static func filled() throws -> TemporaryStore {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-25", value: 7)]])
        try temporary.store.tamper(
            """
            CREATE TABLE filler (number INTEGER PRIMARY KEY, bytes BLOB);
            INSERT INTO filler SELECT value, randomblob(20000) FROM
              (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 500) SELECT value FROM n);
            DELETE FROM filler WHERE number > 250
            """
        )
        return temporary
    }

    @Test("Pages have valid checksums after each way of writing") func everyWrite() throws {
        let temporary = try PageChecksumTests.filled()
        let copy = temporary.folder.appendingPathComponent("copy.sqlite").path
        #expect(try PageChecksumTests.damaged(temporary.path) == [])
        try temporary.store.tamper("DELETE FROM filler WHERE number % 3 = 0; UPDATE filler SET bytes = zeroblob(9000)")
        #expect(try PageChecksumTests.damaged(temporary.path) == [])
        _ = try temporary.store.backup(to: copy)
        #expect(try PageChecksumTests.damaged(copy) == [])
        _ = try temporary.store.compact()
        #expect(try PageChecksumTests.damaged(temporary.path) == [])
        #expect(try Store(path: copy, mode: .read).check().isEmpty)
    }

    @Test("Pages of a rolled back write have valid checksums") func rolledBack() throws {
        let temporary = try PageChecksumTests.filled()
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try temporary.store.write { database in
                try database.execute(sql: "UPDATE filler SET bytes = randomblob(30000)")
                throw Stop()
            }
        }
        #expect(try PageChecksumTests.damaged(temporary.path) == [])
    }

    @Test("Swapped pages are damaged") func swappedPages() throws {
        let temporary = try PageChecksumTests.filled()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        let pages = try temporary.store.read { database in
            try Int.fetchAll(
                database,
                sql: "SELECT pageno FROM dbstat WHERE name = 'filler' AND pagetype = 'overflow' ORDER BY pageno LIMIT 2"
            )
        }
        let places = pages.map { 4096 * ($0 - 1)..<4096 * $0 }
        let first = Data(bytes[places[0]])
        bytes.replaceSubrange(places[0], with: Data(bytes[places[1]]))
        bytes.replaceSubrange(places[1], with: first)
        try bytes.write(to: URL(fileURLWithPath: temporary.path))
        #expect(try PageChecksumTests.damaged(temporary.path) == pages)
    }

    /// A reader of a damaged page is told the table; one of other tables reads on.
    @Test("A damaged page names its table") func damagedPage() throws {
        let temporary = try PageChecksumTests.filled()
        let page = try temporary.store.read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT min(pageno) FROM dbstat WHERE name = 'filler' AND pagetype = 'overflow'"
            )
        }
        let damaged = try #require(page)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        bytes[4096 * (damaged - 1) + 1000] ^= 1
        try bytes.write(to: URL(fileURLWithPath: temporary.path))
        let store = try Store(path: temporary.path, mode: .read)
        #expect(try store.ledger().count == 1)
        let error = #expect(throws: StoreError.self) {
            try store.read { _ = try Int.fetchOne($0, sql: "SELECT sum(length(hex(bytes))) FROM filler") }
        }
        #expect(error?.reason == .damaged)
        #expect(error?.detail.contains("page \(damaged) of table filler") == true, "\(String(describing: error))")
        #expect(throws: StoreError.self) {
            try store.query("SELECT sum(length(hex(bytes))) FROM filler")
        }
    }

    /// Some builds of SQLite read parts of pages.
    @Test("A partial read of a page is compared with its checksum") func partialRead() throws {
        let temporary = try PageChecksumTests.filled()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        bytes[4096 * 7 + 4000] ^= 1
        try bytes.write(to: URL(fileURLWithPath: temporary.path))
        try StoreFile.open(temporary.path, readOnly: true, wait: 0).read { database in
            let pages = try StorePages(database)
            var part = [UInt8](repeating: 0, count: 100)
            #expect(pages.read(&part, at: 4096 * 7) != 0)
            #expect(pages.read(&part, at: 4096 * 6) == 0)
            #expect(pages.read(&part, at: 0) == 0)
        }
    }

    @Test("A store without checksums is damaged") func noChecksums() throws {
        let temporary = try TemporaryStore()
        let plain = temporary.folder.appendingPathComponent("plain.sqlite").path
        try temporary.store.copyPlain(to: plain)
        let error = #expect(throws: StoreError.self) { try Store(path: plain, mode: .read) }
        #expect(error?.reason == .damaged)
    }
}

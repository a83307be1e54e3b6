import CoinModel
import Foundation
import GRDB
import Testing

@testable import CoinStore

/// A store of an earlier version is brought forward by whoever opens it, and kept as it was.
@Suite struct SchemaTests {
    private func made() throws -> TemporaryStore {
        let made = try TemporaryStore()
        try made.load([[Row(time: "2024-03-25", value: 7)]])
        try DatabaseQueue(path: made.path).write { database in
            for table in ["commit_segment", "commit_root", "commit_history", "developer", "coin_ecosystem"] {
                try database.execute(sql: "DROP TABLE \(table)")
            }
            try database.execute(sql: "DROP VIEW v_coin_ecosystem; PRAGMA user_version = 1")
        }
        return made
    }

    @Test(arguments: [Store.Mode.read, .existing, .write])
    func aStoreOfTheFirstVersionIsBroughtForward(mode: Store.Mode) throws {
        let made = try made()
        let store = try Store(path: made.path, mode: mode)
        #expect(try store.check().isEmpty)
        #expect(try store.reading { try $0.commitHistories() }.isEmpty)
        let version = { path in
            try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
        }
        #expect(try version(made.path) == 2)
        #expect(try version(made.path + ".schema-1") == 1)
        // The second time there is nothing to do.
        let before = try Data(contentsOf: URL(fileURLWithPath: made.path))
        _ = try Store(path: made.path, mode: mode)
        #expect(try Data(contentsOf: URL(fileURLWithPath: made.path)) == before)
    }

    @Test func aStoreOfALaterVersionIsRefused() throws {
        let made = try TemporaryStore()
        try DatabaseQueue(path: made.path).write { try $0.execute(sql: "PRAGMA user_version = 3") }
        #expect(throws: StoreError.self) { try Store(path: made.path, mode: .read) }
    }
}

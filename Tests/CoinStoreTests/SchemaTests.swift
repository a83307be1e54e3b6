import CoinModel
import Foundation
import Testing

@testable import CoinStore

@Suite struct SchemaTests {
    @Test("A store of another version is rejected and unchanged", arguments: [0, Schema.version + 1, 7])
    func otherVersion(version: Int) throws {
        let made = try TemporaryStore()
        try made.store.tamper("PRAGMA user_version = \(version)")
        let before = try Data(contentsOf: URL(fileURLWithPath: made.path))
        for mode in [Store.Mode.read, .existing, .write] {
            let error = #expect(throws: StoreError.self) { try Store(path: made.path, mode: mode) }
            #expect(error?.reason == .otherVersion)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: made.path)) == before)
    }

    @Test(
        "A store whose tables lack what this build reads is of another build, and a rebuild is offered",
        arguments: ["ALTER TABLE source RENAME COLUMN name TO title", "DROP TABLE source"]
    )
    func otherBuild(change: String) throws {
        let made = try TemporaryStore()
        try made.store.tamper(change)
        let error = #expect(throws: StoreError.self) { try made.store.reading { _ = try $0.commitHistories() } }
        #expect(error?.reason == .otherVersion)
        #expect(error?.detail.contains("assay store rebuild") == true)
    }
}

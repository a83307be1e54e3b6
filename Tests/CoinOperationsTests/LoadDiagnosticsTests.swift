import CoinModel
import CoinSources
import Foundation
import GRDB
import Testing

@testable import CoinOperations
@testable import CoinStore

@Suite struct LoadDiagnosticsTests {
    /// The input is so large that it is written before all of it was read, and a table refuses its rows.
    @Test("Warnings about an input are reported even if its load fails") func failedLoad() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
        }
        let store = try Store(path: folder.appendingPathComponent("s.sqlite").path, mode: .write)
        let trigger = "CREATE TRIGGER stop BEFORE INSERT ON tile BEGIN SELECT RAISE(FAIL, 'no more'); END"
        try store.write { try $0.execute(sql: trigger) }
        var block = ObservationBlock(source: "tidy-market", resolution: .day, metrics: [.price("usd")])
        block.subjects = [.coin(CoinKey(id: "a"))]
        let days = 0..<Int64(LoadSession.waitingLimit)
        block.subjectIndex = days.map { _ in 0 }
        block.times = Array(days)
        block.values = [days.map { Double($0) }]
        var input = InputDescriptor(path: "large.csv", stem: "large")
        (input.kind, input.format) = (.market, "tidy-market")
        var events: [[ReadingEvent]] = [
            [.opened(input), .item(.warning("one thing to know"))],
            [.item(.reject(Reject("bad-number", line: 7, detail: "`x` is not a number")))],
            [.item(.observations(block))], [.item(.warning("never read"))],
        ]
        var told: [String] = []
        #expect(throws: StoreError.self) {
            try store.load(acceptedAt: Instant(seconds: 1_711_929_600)) { session in
                var load = InputIngestor(session: session) { told.append($0.line) }
                _ = try load.run({ events.removeFirst() }, isKnown: { _ in false })
            }
        }
        #expect(told.count == 2)
        #expect(told.first?.contains("one thing to know") == true)
        #expect(told.last?.contains("large.csv:7: 1 of 250001 rows rejected") == true, "\(told)")
    }

    @Test("What an input said before it is read again is void") func readAgain() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        let store = try Store(path: folder.appendingPathComponent("s.sqlite").path, mode: .write)
        func log(_ name: String, _ ids: Range<Int>) throws -> SourceItem {
            let commits = ids.map { id in
                CommitRecord(
                    id: UInt64(id + 1),
                    landed: 1_704_585_600,
                    landingID: 0,
                    committedDay: 19_729,
                    authoredDay: 19_729,
                    developer: 0,
                    flags: [],
                    work: 0
                )
            }
            var block = CommitBlock(
                repository: try #require(RepositoryName(name)),
                source: "commit-log-csv",
                covered: Week(index: 2821),
                commits: commits,
                developers: [DeveloperID(high: 1, low: UInt64(ids.count))]
            )
            block.log = CommitBlock.Log(metrics: [.commits], namesCommits: true, line: 1)
            return .commits(block)
        }
        var input = InputDescriptor(path: "log.csv", stem: "log")
        (input.kind, input.format) = (.commits, "commit-log-csv")
        // So many commits that those of the first repository are written before all of the input was read.
        let many = 0..<70_000
        var events: [[ReadingEvent]] = [
            [.opened(input), .item(.reject(Reject("bad-number", line: 7, detail: "`x` is not a number")))],
            [.item(try log("a/a", many)), .item(try log("b/b", 0..<2)), .item(.again)],
            [.item(try log("c/c", 0..<3)), .ended(.whole(input))],
        ]
        var told: [String] = []
        let loaded = try store.load(acceptedAt: Instant(seconds: 1_711_929_600)) { session in
            var load = InputIngestor(session: session) { told.append($0.line) }
            let number = try load.run({ events.removeFirst() }, isKnown: { _ in false }).number
            #expect(load.repositories == ["c/c"])
            return try #require(number)
        }
        #expect(told.isEmpty)
        #expect(loaded.outcomes[loaded.value]?.rejected == 0)
        #expect(try store.reading { try $0.commitHistories().map(\.repository) } == ["c/c"])
        #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM developer") } == 1)
    }
}

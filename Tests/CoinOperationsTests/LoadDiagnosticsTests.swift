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
}

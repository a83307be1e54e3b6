import Foundation
import Testing

@testable import CoinOperations

/// Which trials count when p-values are judged together.
@Suite struct TrialBookTests {
    private func trial(_ signal: String, p: Double) -> TrialLog.Trial {
        TrialLog.Trial(
            preset: "discovery",
            options: "",
            signal: signal,
            horizon: 4,
            since: "2023-01-01",
            until: "2023-12-31",
            asOf: "2024-01-07",
            section: "0",
            p: p,
            sharpe: p
        )
    }

    @Test("Trials that were made apart and put into one file, some of them twice, are those that were made in one go")
    func united() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trials-\(UUID().uuidString)").path
        defer { do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record("\(error)") } }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let stores = ["one", "two", "both"].map { StoreLocation(path: "\(folder)/\($0).sqlite") }
        let (a, b, c) = (trial("a", p: 0.01), trial("b", p: 0.2), trial("c", p: 0.03))
        _ = try TrialLog(noting: [b, a], first: nil, of: stores[0])
        _ = try TrialLog(noting: [c, a], first: nil, of: stores[1])
        let whole = try TrialLog(noting: [a, b, c], first: nil, of: stores[2])
        let files = stores.map { $0.trials + "/trials.ndjson" }
        let parts = try files[..<2].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        try (parts[0] + parts[1]).write(to: URL(fileURLWithPath: files[0]))
        let united = try TrialLog(noting: [a], first: nil, of: stores[0])
        #expect(united.trials == whole.trials)
        #expect(united.digest == whole.digest)
        #expect(united.adjusted([b, c]) == whole.adjusted([b, c]))
        #expect(try TrialLog(noting: [], first: 2, of: stores[0]).trials.count == 2)
        #expect(throws: OperationError.self) { try TrialLog(noting: [], first: 4, of: stores[0]) }
    }

    @Test("Trials that are not written count as those that are, and leave no file") func unwritten() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trials-\(UUID().uuidString)").path
        defer { do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record("\(error)") } }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (store, trials) = (StoreLocation(path: "\(folder)/s.sqlite"), [trial("a", p: 0.01), trial("b", p: 0.2)])
        let counted = try TrialLog(noting: trials, first: nil, writes: false, of: store)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        let noted = try TrialLog(noting: trials, first: nil, of: store)
        #expect(counted.digest == noted.digest && counted.adjusted(trials) == noted.adjusted(trials))
        let again = try TrialLog(noting: [trials[1], trial("c", p: 0.03)], first: nil, writes: false, of: store)
        #expect(again.trials.count == 3)
        #expect(try TrialLog(noting: [], first: nil, of: store).trials.count == 2)
    }
}

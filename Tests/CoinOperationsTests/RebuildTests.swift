import CoinModel
import CoinOperations
import CoinTables
import Foundation
import TestPrograms
import Testing

@Suite struct RebuildTests {
    /// Six loads of up to three files each, with corrections, late rows, contradictions, bad rows and refused files: made
    /// anew, the store has the same content, and the same ranking at each moment that it can be known at.
    @Test("A rebuilt store gives the same answers at each known date", arguments: 0..<Depth.rounds(16))
    func rebuilt(seed: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        var random = SplitMix(seed: UInt64(seed))
        let store = StoreLocation(path: folder.appendingPathComponent("s.sqlite").path)
        for load in 0..<6 {
            let paths = try (0..<Int.random(in: 1...3, using: &random)).map { number in
                let file = folder.appendingPathComponent("\(load)-\(number).csv")
                try RebuildTests.rows(&random).write(to: file, atomically: true, encoding: .utf8)
                return file.path
            }
            let request = LoadRequest(kind: .market, paths: paths, now: RebuildTests.moment(load))
            _ = try CoinOperations.load(request, into: store, report: { _ in })
        }
        let before = try RebuildTests.answers(store)
        let status = try rebuildStore(store, RebuildRequest(), report: { _ in })
        #expect(status == .success)
        #expect(try RebuildTests.answers(store) == before, "seed \(seed)")
        #expect(try storeCheck(store).rows.isEmpty)
        #expect(Set(before).count > 3, "the loads changed next to nothing")
    }

    private static func moment(_ load: Int) -> Instant {
        Instant(seconds: 1_711_929_600 + Int64(load) * 86_400)
    }

    /// A file of snapshots over six weeks and five coins; one in eight files is of no known format.
    private static func rows(_ random: inout SplitMix) -> String {
        guard Int.random(in: 0..<8, using: &random) > 0 else { return "colour,shape\nred,\(random.next())\n" }
        var text = "snapshot_time,coin_id,price_usd,market_cap_usd,volume_usd\n"
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            let day = Day(index: 19_783 + Int32.random(in: 0..<42, using: &random))
            let coin = "c\(Int.random(in: 0..<5, using: &random))"
            let values = (0..<3).map { _ in
                Int.random(in: 0..<9, using: &random) == 0 ? "" : "\(Int.random(in: 1...99, using: &random))"
            }
            text += "\(day)T10:00:00Z,\(coin),\(values.joined(separator: ","))\n"
        }
        return text
    }

    /// What the store says of itself, and the ranking as known before the first load, after each, and now.
    private static func answers(_ store: StoreLocation) throws -> [String] {
        let info = try storeInfo(store)
        var answers = [info.notes.joined(separator: "\n")]
        for known in [nil] + (-1..<6).map({ Optional(AsOf.instant(moment($0))) }) {
            var request = RankRequest(preset: "classic")
            request.known = known
            do {
                let table = try rank(request, in: store).table
                answers.append(String(decoding: try OutputWriter(format: "csv").bytes(of: table), as: UTF8.self))
            } catch let error as OperationError {
                answers.append(error.diagnostic.line)
            }
        }
        return answers
    }
}

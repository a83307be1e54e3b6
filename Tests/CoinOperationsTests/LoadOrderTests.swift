import CoinModel
import CoinOperations
import CoinTables
import Foundation
import TestPrograms
import Testing

/// Loading the same contents again: the one loaded last holds, whatever the files are called.
@Suite struct LoadOrderTests {
    /// Three contents of a kind that contradict each other.
    private static let contents: [LoadKind: [String]] = [
        .market: ["10,20,", "11,,3", "12,20,4"].map { row in
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            let rows = zip(["a", "b", "c"], cells).map { "2024-03-24T10:00:00Z,\($0),\($1),5\n" }
            return "snapshot_time,coin_id,price_usd,volume_usd\n" + rows.joined()
        },
        .commits: [("1704200000", 1), ("1672000000", 1), ("1704200000", 2)].map { time, author in
            let rows = ["a": time, "b": "1704300000"].sorted { $0.key < $1.key }.map { letter, time in
                "x/y,\(String(repeating: letter, count: 40)),\(time),\(time),1,\(author),0\n"
            }
            return "repo,commit,committer_time,author_time,parents,author_no,bot\n" + rows.joined()
        },
        .coins: ["a,A,Alpha,x/y", "a,A,Beta,\nb,B,Bee,x/b", "a,A,Alpha,x/z\nb,B,Bea,"].map {
            "id,symbol,name,repos\n\($0)\n"
        },
        .trends: [84, 80, 70].map { "coin_id,term,region,week_start,value\na,A,Worldwide,2024-03-03,\($0)\n" },
    ]

    @Test(
        "Repeated loads equal loading each content once, in order of its last load",
        arguments: LoadKind.allCases,
        0..<Depth.rounds(4)
    )
    func lastLoad(kind: LoadKind, seed: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        var random = SplitMix(seed: UInt64(seed))
        let contents = try #require(LoadOrderTests.contents[kind])
        func load(_ content: Int, as name: String, into store: StoreLocation, at moment: Int) throws {
            let file = folder.appendingPathComponent(name)
            try contents[content].write(to: file, atomically: true, encoding: .utf8)
            var request = LoadRequest(kind: kind, paths: [file.path], now: LoadOrderTests.moment(moment))
            request.hints.observedAt = AsOf("2024-03-25")
            let report = try CoinOperations.load(request, into: store, report: { _ in })
            #expect(report.status == .success)
        }
        let store = StoreLocation(path: folder.appendingPathComponent("s.sqlite").path)
        var order: [Int] = []
        for moment in 0..<8 {
            let content = Int.random(in: 0..<3, using: &random)
            order = order.filter { $0 != content } + [content]
            try load(content, as: "\(Int.random(in: 0..<3, using: &random)).csv", into: store, at: moment)
            let once = StoreLocation(path: folder.appendingPathComponent("\(moment).sqlite").path)
            for (place, content) in order.enumerated() {
                try load(content, as: "once-\(place).csv", into: once, at: place)
            }
            #expect(try LoadOrderTests.digest(store) == LoadOrderTests.digest(once), "\(kind) \(seed), load \(moment)")
        }
        #expect(try storeCheck(store).rows.isEmpty)
    }

    private static func moment(_ load: Int) -> Instant { Instant(seconds: 1_711_929_600 + Int64(load) * 86_400) }

    private static func digest(_ store: StoreLocation) throws -> String {
        let notes = try storeInfo(store).notes
        return try #require(notes.first { $0.hasPrefix("Content digest") })
    }
}

import CoinModel
import CoinOperations
import CoinTables
import Foundation
import TestData
import Testing

@Suite struct LoadAllTests {
    private static let kinds = [LoadKind.coins, .market, .commits, .trends]
    private static let now = Instant(seconds: 1_711_929_600)

    @Test("One load of all kinds in any order equals separate loads") func anyOrder() throws {
        let data = try BundledData()
        defer { data.remove() }
        let paths = try LoadAllTests.kinds.map { try data.file($0) }
        let apart = data.store("apart")
        for (kind, path) in zip(LoadAllTests.kinds, paths) { try LoadAllTests.load(kind, [path], into: apart) }
        for (name, order) in [("together", paths), ("backwards", paths.reversed())] {
            let store = data.store(name)
            let report = try LoadAllTests.load(nil, order, into: store)
            #expect(report.inputs.map(\.path) == order)
            #expect(report.status == .success)
            #expect(try LoadAllTests.content(store) == LoadAllTests.content(apart), "\(name)")
        }
        // What one command loaded the other knows.
        #expect(try LoadAllTests.load(nil, paths, into: apart).inputs.allSatisfy { $0.state == .upToDate })
        for (kind, path) in zip(LoadAllTests.kinds, paths) {
            let report = try LoadAllTests.load(kind, [path], into: data.store("together"))
            #expect(report.inputs.map(\.state) == [.upToDate], "\(kind)")
        }
    }

    @Test("A file of unknown format is rejected alone and the store can be rebuilt") func unknownFormat() throws {
        let data = try BundledData()
        defer { data.remove() }
        let stray = data.folder.appendingPathComponent("notes.txt")
        try Data("to do: buy low\n".utf8).write(to: stray)
        var told: [Diagnostic] = []
        let paths = try [stray.path] + LoadAllTests.kinds.map { try data.file($0) }
        let store = data.store("store")
        let report = try LoadAllTests.load(nil, paths, into: store) { told.append($0) }
        #expect(report.inputs.map(\.state) == [.refused, .loaded, .loaded, .loaded, .loaded])
        #expect(report.status == .partial)
        #expect(told.map(\.identifier) == ["not-recognised"])
        #expect(told.first?.message.contains("none of the formats") == true)
        let before = try LoadAllTests.content(store)
        #expect(try rebuildStore(store, RebuildRequest(), report: { _ in }) == .success)
        #expect(try LoadAllTests.content(store) == before)
    }

    @Test("Of two equal large files one is loaded") func equalFiles() throws {
        let data = try BundledData()
        defer { data.remove() }
        let rows = (0..<80_000).map { row in
            "\(Day(index: 17_000 + Int32(row / 100))),a-coin-with-a-long-name-of-its-own-\(row % 100),1.5,\(row)\n"
        }
        let text = "date,coin_id,price_usd,market_cap_usd\n" + rows.joined()
        let paths = try ["a.csv", "b.csv", "c.csv"].map { name in
            let file = data.folder.appendingPathComponent(name)
            try Data((name == "c.csv" ? text.replacing(",1.5,", with: ",2.5,") : text).utf8).write(to: file)
            return file.path
        }
        #expect(text.utf8.count > 4 << 20)
        let both = try LoadAllTests.load(nil, Array(paths[..<2]), into: data.store("both"))
        #expect(both.inputs.map(\.state) == [.loaded, .upToDate])
        #expect(both.inputs[0].digest == both.inputs[1].digest)
        try LoadAllTests.load(nil, [paths[0]], into: data.store("one"))
        #expect(try LoadAllTests.content(data.store("both")) == LoadAllTests.content(data.store("one")))
        // What follows counts as if the second had not been there.
        let all = try LoadAllTests.load(nil, paths, into: data.store("all"))
        #expect(all.inputs.map(\.state) == [.loaded, .upToDate, .loaded])
        let apart = try LoadAllTests.load(nil, [paths[0], paths[2]], into: data.store("apart"))
        #expect(apart.inputs.map(\.rejected).reduce(0, +) == all.inputs.map(\.rejected).reduce(0, +))
        #expect(try LoadAllTests.content(data.store("all")) == LoadAllTests.content(data.store("apart")))
    }

    /// Small files are digested some at a time, large ones while they are parsed.
    @Test("Files of all sizes are recorded with the digest of their bytes") func fileDigests() throws {
        let data = try BundledData()
        defer { data.remove() }
        let sizes = (0..<20).map { $0 == 3 || $0 == 8 ? 80_000 : 1 + $0 * $0 }
        let paths = try sizes.enumerated().map { number, rows in
            var text = "date,coin_id,price_usd,market_cap_usd\n"
            for row in 0..<rows {
                let day = Day(index: 17_000 + Int32(row / 100))
                text += "\(day),a-coin-of-a-file-of-its-own-\(number)-\(row % 100),1.5,\(row)\n"
            }
            let file = data.folder.appendingPathComponent("\(100 + number).csv")
            try Data(text.utf8).write(to: file)
            return file.path
        }
        let report = try LoadAllTests.load(nil, paths, into: data.store("store"))
        #expect(report.inputs.contains { $0.size > 4 << 20 })
        for input in report.inputs {
            let bytes = try #require(FileManager.default.contents(atPath: input.path))
            #expect(input.state == .loaded)
            #expect("sha256:" + input.digest == contentDigest(of: Array(bytes)), "\(input.path)")
        }
    }

    @discardableResult
    private static func load(
        _ kind: LoadKind?,
        _ paths: [String],
        into store: StoreLocation,
        report: @escaping DiagnosticSink = { _ in }
    ) throws -> LoadReport {
        try CoinOperations.load(LoadRequest(kind: kind, paths: paths, now: now), into: store, report: report)
    }

    /// The store's content digest, as `store info` has it.
    private static func content(_ store: StoreLocation) throws -> String {
        try #require(try storeInfo(store).notes.first { $0.hasPrefix("Content digest") })
    }
}

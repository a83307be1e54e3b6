import CoinModel
import CoinSources
import CoinStore
import CoinTables
import Foundation
import Testing

@testable import CoinOperations

/// Facts of one repository that several files of a load, or two keys of a file, have with several newest commits.
@Suite struct FactsInForceTests {
    /// Facts under a key: their commits, by the day when each landed, and the newest one's place among them.
    private struct Facts {
        let key: String
        let ids: [(id: UInt64, day: Int64)]
        let tip: UInt64

        init(_ key: String, _ ids: [(UInt64, Int64)], tip: UInt64) {
            self.key = key
            self.ids = ids
            self.tip = tip
        }
    }

    private static let old = Facts("a/one", [(1, 1), (2, 8)], tip: 2)
    private static let new = Facts("a/one", [(1, 1), (2, 8), (3, 20)], tip: 3)
    private static let newer = Facts("a/one", [(1, 1), (4, 10), (5, 30)], tip: 5)
    /// As late as `newer`, with a commit less, and as many under another id.
    private static let shorter = Facts("a/one", [(1, 1), (9, 30)], tip: 9)
    private static let equal = Facts("a/one", [(1, 1), (4, 10), (6, 30)], tip: 6)
    private static let foreign = Facts("a/one", [(7, 2), (8, 25)], tip: 8)
    private static let other = Facts("b/two", [(11, 3)], tip: 11)
    /// The same repository under another key.
    private static let again = Facts("c/three", [(1, 1), (2, 8), (3, 20)], tip: 3)

    /// Files; facts that count; how many of the others are rejected.
    private static let sets: [(files: [[Facts]], counting: Facts, rejected: Int)] = [
        ([[old], [new]], new, 1), ([[new], [newer, other]], newer, 1), ([[old], [new], [newer]], newer, 2),
        ([[newer], [shorter]], newer, 1), ([[newer], [equal], [shorter]], equal, 2), ([[old], [foreign]], foreign, 1),
        ([[foreign], [newer], [new]], newer, 2), ([[new], [new, other], [old]], new, 1), ([[old, again]], again, 1),
        ([[new, again], [other]], new, 0), ([[newer, again], [old]], newer, 2),
    ]

    @Test("The facts whose newest commit landed last count, whatever the order of files", arguments: 0..<sets.count)
    func anyOrder(set: Int) throws {
        let (files, counting, rejected) = Self.sets[set]
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        var paths: [String] = []
        for (number, file) in (files + [[counting]]).enumerated() {
            paths.append(folder.appendingPathComponent("\(number).facts").path)
            try Data(Self.text(file)).write(to: URL(fileURLWithPath: paths[number]))
        }
        let alone = StoreLocation(path: folder.appendingPathComponent("alone.sqlite").path)
        let others = files.flatMap(\.self).contains { $0.key == Self.other.key }
        let otherPath = folder.appendingPathComponent("other.facts").path
        if others { try Data(Self.text([Self.other])).write(to: URL(fileURLWithPath: otherPath)) }
        try Self.load([paths[files.count]] + (others ? [otherPath] : []), into: alone, rejecting: 0)
        for (number, order) in Self.orders(Array(paths.dropLast())).enumerated() {
            let store = StoreLocation(path: folder.appendingPathComponent("\(number).sqlite").path)
            try Self.load(order, into: store, rejecting: rejected)
            #expect(try Self.digest(store) == Self.digest(alone), "\(order)")
            #expect(try storeCheck(store).rows.isEmpty)
            // Made anew, it is the same.
            #expect(try rebuildStore(store, RebuildRequest(), report: { _ in }) == .success)
            #expect(try Self.digest(store) == Self.digest(alone), "\(order), rebuilt")
        }
    }

    @Test("A file that is refused decides nothing") func damaged() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") } }
        let (sound, changed) = (folder.appendingPathComponent("s.facts"), folder.appendingPathComponent("c.facts"))
        try Data(Self.text([Self.old])).write(to: sound)
        let text = String(decoding: try Self.text([Self.new]), as: UTF8.self)
        try Data(text.replacing("\t-\t", with: "\tm\t").utf8).write(to: changed)
        for paths in [[sound.path, changed.path], [changed.path, sound.path]] {
            let store = StoreLocation(path: folder.appendingPathComponent("\(paths[0].hashValue).sqlite").path)
            let report = try CoinOperations.load(Self.request(paths), into: store, report: { _ in })
            #expect(report.status == .partial && report.inputs.map(\.outcome.rejected).reduce(0, +) == 0)
            #expect(try storeInfo(store).notes.contains { $0.hasPrefix("Content digest") })
        }
    }

    private static func request(_ paths: [String]) -> LoadRequest {
        LoadRequest(kind: .commits, paths: paths, now: Instant(seconds: 1_711_929_600))
    }

    private static func load(_ paths: [String], into store: StoreLocation, rejecting rejected: Int) throws {
        let report = try CoinOperations.load(request(paths), into: store, report: { _ in })
        #expect(report.inputs.allSatisfy { $0.state == .loaded })
        #expect(report.inputs.map(\.outcome.rejected).reduce(0, +) == rejected, "\(paths)")
    }

    /// A file: each of its facts is of the repository `a/one`, but for those of `b/two`.
    private static func text(_ facts: [Facts]) throws -> [UInt8] {
        var sums = CommitFacts.Sums()
        var text = CommitFacts.header(assay: "0.0.0", observedAt: "2024-03-24", task: nil)
        for one in facts {
            let name = try #require(RepositoryName(one.key == other.key ? one.key : "a/one"))
            let day = try #require(Day("2024-03-17"))
            let commits = one.ids.map { id, day in
                CommitRecord(
                    id: id << 32,
                    landed: 1_700_000_000 + day * 86_400,
                    landingID: id << 32,
                    committedDay: Int32(19_675 + day),
                    authoredDay: Int32(19_675 + day),
                    developer: Int32(id % 2),
                    flags: [],
                    work: id
                )
            }
            var block = CommitBlock(
                repository: name,
                source: CloneCommits.id,
                covered: Week(containing: day),
                commits: commits,
                developers: [DeveloperID(high: 1, low: 1), DeveloperID(high: 2, low: 2)]
            )
            let digits = String(one.tip << 32, radix: 16)
            block.tip = String(repeating: "0", count: 16 - digits.count) + digits + String(repeating: "0", count: 24)
            block.roots = [one.ids[0].id]
            block.elsewhere = CommitBlock.Elsewhere(formerName: nil, isCut: false)
            let times = commits.map { (committed: $0.landed, authored: $0.landed) }
            text += try RepositoryFacts(key: one.key, block: block, times: times, lacksMailmap: false, warnings: [])
                .lines()
            sums.addRepository(commits: commits.count)
        }
        sums.add(text)
        return text + sums.trailer(keys: String(repeating: "0", count: 64))
    }

    private static func orders(_ paths: [String]) -> [[String]] {
        guard paths.count > 1 else { return [paths] }
        return paths.indices.flatMap { place in
            var rest = paths
            let first = rest.remove(at: place)
            return orders(rest).map { [first] + $0 }
        }
    }

    private static func digest(_ store: StoreLocation) throws -> String {
        try #require(try storeInfo(store).notes.first { $0.hasPrefix("Content digest") })
    }
}

import CoinModel
import Foundation
import GRDB
import TestPrograms
import Testing

@testable import CoinStore

@Suite struct CheckTests {
    /// A store with a correction, a late row and snapshots as they came, in three loads.
    private static func store() throws -> TemporaryStore {
        let temporary = try TemporaryStore()
        let rows = (0..<40).map { index in
            Row(coin: "c\(index)", time: "2024-03-11T10:00:00Z", value: Double(index) + 0.25)
        }
        try temporary.load([rows, rows.map { Row(coin: $0.coin, time: "2024-03-12", value: $0.value * 3) }])
        try temporary.load(
            [[Row(coin: "c1", time: "2024-03-11T10:00:00Z", value: 7), Row(coin: "c2", time: "2024-01-01", value: 1)]],
            at: "2024-04-02T00:00:00Z"
        )
        try temporary.load([[Row(coin: "c3", time: "2024-03-20T10:00:00Z", value: 9)]], at: "2024-04-03T00:00:00Z")
        return temporary
    }

    @Test("A sound store has no findings") func soundStore() throws {
        let temporary = try CheckTests.store()
        #expect(try temporary.store.check().isEmpty)
    }

    @Test(
        "Weeks of a search term that no calendar has, or that end before they begin, are found",
        arguments: ["first_week = last_week + 1", "first_week = -9999999", "last_week = 9999999"]
    )
    func damagedWindow(change: String) throws {
        let temporary = try TemporaryStore()
        let week = Week(index: 2_800)
        let term = SearchTerm(
            term: "a",
            region: "Worldwide",
            category: "",
            granularity: .week,
            coin: nil,
            window: week...week.advanced(by: 2)
        )
        var block = ObservationBlock(source: "google-trends", resolution: .week, metrics: [.interest])
        block.subjects = [.searchTerm(term)]
        block.subjectIndex = [0]
        block.times = [Int64(week.index)]
        block.values = [[7]]
        block.lines = [1]
        try temporary.store.load(acceptedAt: try #require(Instant("2024-04-01T00:00:00Z"))) { session in
            let entry = temporary.input("window")
            session.begin(entry)
            try session.add(block)
            try session.accept(entry)
        }
        #expect(try temporary.store.check().isEmpty)
        try temporary.store.tamper("UPDATE search_term SET \(change)")
        let found = try temporary.store.check()
        #expect(
            found.contains { $0.place == "search_term 0" && $0.detail == "spans no weeks of the calendar" },
            "\(found)"
        )
    }

    /// A bit of a byte in every page, and of each byte of the header: the store is called damaged, and says where.
    @Test("A flipped bit anywhere is found with its page") func flippedBit() throws {
        let temporary = try CheckTests.store()
        let sound = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        var random = SplitMix(seed: 7)
        let places =
            Array(0..<100)
            + stride(from: 4096, to: sound.count, by: 4096).map { $0 + Int.random(in: 0..<4096, using: &random) }
        for place in places {
            var bytes = sound
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            let found = try CheckTests.found(bytes, temporary)
            let page = place / 4096 + 1
            #expect(found == "header" && page == 1 || found.contains("page \(page)"), "byte \(place): \(found)")
        }
    }

    @Test("Each of many readers at once is given the damaged page") func damageForAll() throws {
        let temporary = try CheckTests.store()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        bytes[2000] ^= 1
        let place = temporary.folder.appendingPathComponent("damaged.sqlite").path
        try bytes.write(to: URL(fileURLWithPath: place))
        let details = onAllCores(parts: 200) { _ in
            do {
                _ = try Store(path: place, mode: .read)
                return ["opens"]
            } catch {
                return [(error as? StoreError)?.detail ?? "\(error)"]
            }
        }
        #expect(details.allSatisfy { $0.contains("(page 1") }, "\(Set(details))")
    }

    /// The first place that a check of bytes in a store's place names; of a store that does not open, what is told.
    private static func found(_ bytes: Data, _ temporary: TemporaryStore) throws -> String {
        let place = temporary.folder.appendingPathComponent("damaged.sqlite")
        try bytes.write(to: place)
        do {
            return try Store(path: place.path, mode: .read).check().first?.place ?? ""
        } catch let error as StoreError where error.reason == .damaged {
            return error.detail.contains("(page") ? error.detail : "header"
        }
    }

    @Test("Rows that refer to missing rows are counted by table") func missingReferences() throws {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-25", value: 1)]])
        try temporary.store.tamper("DELETE FROM source")
        let found = try temporary.store.check().map { "\($0.place): \($0.detail)" }
        let detail = "rows that refer to rows of source that are not there"
        #expect(found == ["table tile: \(detail): 2"])
    }

    @Test("A truncated store file is damaged") func truncatedFile() throws {
        let temporary = try CheckTests.store()
        let sound = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        let place = temporary.folder.appendingPathComponent("cut.sqlite")
        for count in [0, 1, 15, 16, 99, 100, 511, 512, 4095, 4096, 4097, sound.count - 4096, sound.count - 1] {
            try sound.prefix(count).write(to: place)
            for mode in [Store.Mode.read, .existing, .write] {
                let error = #expect(throws: StoreError.self) { try Store(path: place.path, mode: mode) }
                #expect(error?.reason == .damaged, "cut after \(count) bytes: \(String(describing: error))")
            }
        }
    }

    @Test("A file that never was a store is foreign, not damaged") func foreignFile() throws {
        let temporary = try CheckTests.store()
        let place = temporary.folder.appendingPathComponent("other").path
        try Data(
            "a note of some length, longer than the header of a SQLite file is, and no store at all, not even a bit of one"
                .utf8
        )
        .write(to: URL(fileURLWithPath: place))
        #expect(throws: StoreError(foreign: place)) { try Store(path: place, mode: .read) }
        let database = temporary.folder.appendingPathComponent("other.sqlite").path
        try DatabaseQueue(path: database).write { try $0.execute(sql: "CREATE TABLE coin (id)") }
        #expect(throws: StoreError(foreign: database)) { try Store(path: database, mode: .write) }
    }
}

import CoinModel
import CoinStore
import CoinTables
import Foundation
import Testing

@Suite struct ReadTests {
    @Test("The content digest does not depend on the order of loads") func loadOrder() throws {
        let rows = (1...60).map { index in
            Row(coin: "c\(index % 7)", time: "2024-0\(1 + index % 3)-1\(index % 9)", value: Double(index % 5))
        }
        let distinct = Dictionary(rows.map { ([$0.coin, $0.time], $0) }, uniquingKeysWith: { first, _ in first })
        let sorted = distinct.values.sorted { ($0.coin, $0.time) < ($1.coin, $1.time) }
        let one = try TemporaryStore()
        try one.load([sorted])
        let other = try TemporaryStore()
        for (index, row) in sorted.reversed().enumerated() {
            try other.load([[row]], at: "2024-04-01T00:00:\(10 + index % 50)Z")
        }
        let digest = try one.store.reading { try $0.contentDigest() }
        #expect(try other.store.reading { try $0.contentDigest() } == digest)
        try other.load([[Row(coin: "c1", time: "2024-05-01", value: 1)]])
        #expect(try other.store.reading { try $0.contentDigest() } != digest)
    }

    @Test("The newest market fact is a day or an instant") func newestFact() throws {
        let temporary = try TemporaryStore()
        #expect(try temporary.store.newestMarketFact(quote: "usd") == nil)
        try temporary.load([[Row(time: "2024-03-24", value: 1), Row(time: "2024-03-24T23:59:58Z", value: 1)]])
        #expect(try temporary.store.newestMarketFact(quote: "usd")?.description == "2024-03-24")
        try temporary.load([[Row(time: "2024-03-25T01:00:00Z", value: 1)]], at: "2024-04-02T00:00:00Z")
        #expect(try temporary.store.newestMarketFact(quote: "usd")?.description == "2024-03-25T01:00:00Z")
        #expect(try temporary.store.newestMarketFact(quote: "eth") == nil)
    }

    @Test("In a running week the newest fact up to the time is read") func runningWeek() throws {
        let temporary = try TemporaryStore()
        try temporary.load([
            [
                Row(time: "2024-03-24T10:00:00Z", value: 1), Row(time: "2024-03-25T10:00:00Z", value: 2),
                Row(time: "2024-03-26T10:00:00Z", value: 3),
            ]
        ])
        let asOf = try #require(AsOf("2024-03-25"))
        let newest = try temporary.store.reading { reader in
            try reader.newest(
                .price("usd"),
                source: "tidy-market",
                since: Instant(startOf: asOf.limit.week.start),
                upTo: [asOf.limit],
                rowOfEntity: [0]
            )
        }
        #expect(newest.first??.value == 2)
    }

    @Test("The newest fact is searched only in the given weeks") func newestInWeeks() throws {
        let temporary = try TemporaryStore()
        // Sundays are the 3rd, 10th, 17th and 24th.
        try temporary.load([
            [
                Row(coin: "a", time: "2024-03-03T00:00:00Z", value: 1),
                Row(coin: "b", time: "2024-03-02T23:59:59Z", value: 2),
            ],
            [Row(coin: "a", time: "2024-03-10", value: 3), Row(coin: "b", time: "2024-03-16", value: 4)],
            [Row(coin: "a", time: "2024-03-25T10:00:00Z", value: 5)],
        ])
        func newest(_ weeks: Int, _ asOf: String) throws -> [String] {
            let asOf = try #require(AsOf(asOf))
            let first = asOf.lastCompleteWeek.advanced(by: 2 - weeks).start
            return try temporary.store.reading { reader in
                try reader.newest(
                    .price("usd"),
                    source: "tidy-market",
                    since: Instant(startOf: first),
                    upTo: [asOf.limit, asOf.limit],
                    rowOfEntity: [0, 1]
                ).map { $0.map { "\($0.value) \($0.at)" } ?? "none" }
            }
        }
        #expect(try newest(5, "2024-03-25T09:00:00Z") == ["3.0 2024-03-10T23:59:59Z", "4.0 2024-03-16T23:59:59Z"])
        #expect(try newest(5, "2024-03-25") == ["5.0 2024-03-25T10:00:00Z", "4.0 2024-03-16T23:59:59Z"])
        #expect(try newest(3, "2024-03-25T09:00:00Z") == ["3.0 2024-03-10T23:59:59Z", "4.0 2024-03-16T23:59:59Z"])
        #expect(try newest(2, "2024-03-25T09:00:00Z") == ["none", "none"])
        // The week of the 3rd is over with its Saturday, so the one that is running has nothing yet.
        #expect(try newest(1, "2024-03-09") == ["none", "none"])
        #expect(try newest(2, "2024-03-09") == ["1.0 2024-03-03T00:00:00Z", "none"])
        #expect(try newest(3, "2024-03-09") == ["1.0 2024-03-03T00:00:00Z", "2.0 2024-03-02T23:59:59Z"])
    }

    @Test("Each row has its newest fact up to its own limit")
    func limitsOfRows() throws {
        let temporary = try TemporaryStore()
        try temporary.load([
            (18...22).map { Row(coin: "a", time: "2024-03-\($0)", value: $0 == 21 ? 0 : Double($0)) }
                + (18...22).map { Row(coin: "b", time: "2024-03-\($0)", value: Double(100 + $0)) }
        ])
        let limits = try ["2024-03-21", "2024-03-19"].map { try #require(AsOf($0)).limit }
        let newest = try temporary.store.reading { reader in
            try reader.newest(
                .price("usd"),
                source: "tidy-market",
                since: Instant(startOf: try #require(Day("2024-03-19"))),
                upTo: limits,
                rowOfEntity: [0, 1],
                where: { $0 > 0 }
            )
        }
        #expect(newest.map { $0?.value } == [20, 119])
    }

    @Test("Weeks are filled in by row, and the first entity of a row wins") func weekRows() throws {
        let temporary = try TemporaryStore()
        try temporary.load([
            [
                Row(coin: "a", time: "2024-03-05", value: 1), Row(coin: "a", time: "2024-03-20", value: 2),
                Row(coin: "b", time: "2024-03-21", value: 3),
            ]
        ])
        let newest = Week(containing: try #require(Day("2024-03-20")))
        func weeks(_ rowOfEntity: [Int32]) throws -> WeeklyMatrix {
            let tiles = try temporary.store.reading { reader in
                try reader.weeks(
                    of: .close("usd"),
                    source: "tidy-market",
                    newest: newest,
                    count: 3,
                    rows: EntityRows(rowOfEntity)
                )
            }
            var matrix = WeeklyMatrix(rows: 2, weeks: 3)
            try tiles.fill(&matrix)
            return matrix
        }
        let both = try weeks([1, 0])
        #expect(Array(both[row: 0]).map { $0.isNaN ? nil : $0 } == [3, nil, nil])
        #expect(Array(both[row: 1]).map { $0.isNaN ? nil : $0 } == [2, nil, 1])
        // Of two entities of one row the first holds, and the other tells what it does not.
        let joined = try weeks([-1, 0])
        #expect(Array(joined[row: 0]).map { $0.isNaN ? nil : $0 } == [3, nil, nil])
        #expect(try weeks([-1, -1]).values.isEmpty)
        let shared = try weeks([0, 0])
        #expect(Array(shared[row: 0]).map { $0.isNaN ? nil : $0 } == [2, nil, 1])
    }

    @Test("A stored ranking reads back until a load makes it outdated") func storedRanking() throws {
        let temporary = try TemporaryStore()
        let reason = MissingReason.fewWeeks
        let columns = [
            Column("rank", "Rank", .integer, meaning: "Rank."), Column("coin_id", "Coin", .text, meaning: "Id."),
            Column("score", "Score", .number, meaning: "Score."),
        ]
        let table = Table(
            title: "T",
            columns: columns,
            rows: [[.integer(1), .text("a"), .number(0.1)], [.missing(reason), .text("b"), .missing(reason)]],
            notes: ["One.", "Two."]
        )
        let key = RankingKey(preset: "classic", asOf: "2024-03-25", options: "")
        try temporary.store.storeRanking(
            table,
            under: key,
            ledgerMark: 0,
            columns: ["rank", "coin_id", "score", "other"]
        )
        let kept = try #require(
            try temporary.store.storedRanking(under: key, columns: columns)
        )
        #expect(kept.rows == table.rows)
        #expect(kept.notes == table.notes)
        #expect(
            try temporary.store.storedRanking(under: key, columns: [columns[1]], limit: 1)?.rows == [
                [.text("a")]
            ]
        )
        try temporary.load([[Row(time: "2024-03-24", value: 1)]])
        #expect(try temporary.store.storedRanking(under: key, columns: columns) == nil)
    }

    @Test("A stored ranking has only the columns it was stored with") func storedColumns() throws {
        let temporary = try TemporaryStore()
        let columns = ["a", "b"].map { Column($0, $0, .number, meaning: "One.") }
        let table = Table(title: "T", columns: columns, rows: [[.number(1), .number(2)]])
        let (one, both) = (
            RankingKey(preset: "one", asOf: "2024-03-25", options: ""),
            RankingKey(preset: "both", asOf: "2024-03-25", options: "")
        )
        try temporary.store.storeRanking(table, under: one, ledgerMark: 0, columns: ["a"])
        try temporary.store.storeRanking(table, under: both, ledgerMark: 0, columns: ["a", "b"])
        // The table has a column `b` by now, but not for this run.
        #expect(try temporary.store.storedRanking(under: one, columns: columns) == nil)
        #expect(
            try temporary.store.storedRanking(under: one, columns: [columns[0]])?.rows == [[.number(1)]]
        )
        #expect(try temporary.store.storedRanking(under: both, columns: columns)?.rows == table.rows)
        try temporary.store.storeRanking(table, under: both, ledgerMark: 0, columns: ["b"])
        #expect(try temporary.store.storedRanking(under: both, columns: columns) == nil)
        #expect(
            try temporary.store.storedRanking(under: both, columns: [columns[1]])?.rows == [[.number(2)]]
        )
    }

    @Test("The table of rankings keeps its columns when it is made again for want of rows") func emptyRankings() throws
    {
        let temporary = try TemporaryStore()
        let columns = ["b\"", "a"].map { Column($0, $0, $0 == "a" ? .text : .number, meaning: "One.") }
        let none = Table(title: "T", columns: columns, rows: [])
        let table = Table(title: "T", columns: columns, rows: [[.number(2), .text("x")]])
        let key = RankingKey(preset: "one", asOf: "2024-03-25", options: "")
        try temporary.store.storeRanking(none, under: key, ledgerMark: 0, columns: [columns[0].name])
        try temporary.store.storeRanking(none, under: key, ledgerMark: 0, columns: ["a"])
        #expect(try temporary.store.reading { try $0.rankingColumns().map(\.name) } == ["a", "b\""])
        try temporary.store.storeRanking(table, under: key, ledgerMark: 0, columns: Set(columns.map(\.name)))
        let other = try TemporaryStore()
        try other.store.copyRankings(from: temporary.store.path)
        for store in [temporary.store, other.store] {
            #expect(try store.storedRanking(under: key, columns: columns)?.rows == table.rows)
        }
    }

    @Test("Entities are found however old their facts are") func distantFacts() throws {
        let temporary = try TemporaryStore()
        try temporary.load([
            [
                Row(coin: "a", time: "2015-01-05T10:00:00Z", value: 1), Row(coin: "b", time: "2024-03-25", value: 2),
                Row(coin: "c", time: "2024-03-25", value: 3),
                Row(coin: "d", time: "2024-03-25", value: 4, source: "other"),
            ]
        ])
        let found = try temporary.store.reading { reader in
            try reader.entities(
                with: .price("usd"),
                source: "tidy-market",
                among: [true, true, false, true],
                upTo: nil
            )
        }
        #expect(found == [true, true, false, false])
        let none = try temporary.store.reading {
            try $0.entities(with: .price("eth"), source: "other", among: [true], upTo: nil)
        }
        #expect(none == [false])
    }

    @Test("A missing file or one that is not a store is rejected") func notAStore() throws {
        let temporary = try TemporaryStore()
        let path = temporary.folder.appendingPathComponent("other").path
        #expect(throws: StoreError.self) { try Store(path: path, mode: .read) }
        try "hello, this is no database at all, only text".write(toFile: path, atomically: true, encoding: .utf8)
        #expect { try Store(path: path, mode: .read) } throws: { error in
            (error as? StoreError)?.reason == .foreign
        }
    }

    @Test("A small store has no findings and two values") func checkAndSizes() throws {
        let temporary = try TemporaryStore()
        try temporary.load([[Row(time: "2024-03-24", value: 1)]])
        #expect(try temporary.store.check().isEmpty)
        #expect(try temporary.store.reading { try $0.coverage() }.compactMap { $0[6].whole }.reduce(0, +) == 2)
    }
}

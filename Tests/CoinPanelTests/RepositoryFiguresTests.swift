import CoinModel
import CoinStore
import Foundation
import Testing

@testable import CoinPanel

/// How stars, releases and issues of repositories become those of coins.
@Suite struct RepositoryFiguresTests {
    private typealias Row = (repository: String, metric: Metric, resolution: Resolution, time: Int64, value: Double)

    /// The week of 2024-02-25, and the day before it ends.
    private static let newest = Week(containing: Day(index: 19_779))
    private static let week = Int64(newest.index)
    private static let day: Int64 = 19_784

    private static let commits = ["o/a", "o/b", "o/c"].flatMap { name -> [Row] in
        (0..<60).map { (name, .commits, .week, week - $0, 5) }
    }

    private static let stars: [Row] = [
        // A former name has an older word of one week, and the only one of another.
        ("o/former", .stars, .week, week, 99), ("o/former", .stars, .week, week - 2, 8),
        ("o/a", .stars, .week, week, 4), ("o/a", .stars, .week, week - 1, 12),
        ("o/b", .stars, .week, week, 10), ("o/b", .stars, .week, week - 2, 1),
    ]

    private func section(_ rows: [Row], at day: Int64 = day) throws -> CrossSection {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let store = try Store(path: folder.appendingPathComponent("s.sqlite").path, mode: .write)
        let repositories = [
            "ann": ["o/a:0.75"], "ben": ["o/a:0.25", "o/b"], "cat": ["o/b", "o/c"], "dog": ["o/none"],
        ]
        let coins = repositories.sorted { $0.key < $1.key }.map { id, names in
            var coin = Coin(id: id, symbol: id, name: id)
            coin.list(names.compactMap { ListedRepository($0) })
            return coin
        }
        _ = try store.load(acceptedAt: try #require(Instant("2024-04-01T00:00:00Z"))) { session in
            var list = InputDescriptor(path: "coins.csv", stem: "coins")
            (list.kind, list.format, list.size, list.digest) = (.coins, "coins-csv", 1, "coins")
            session.begin(list)
            session.add(coins)
            session.add([try #require(RepositoryRename("o/former>o/a"))])
            try session.accept(list)
            for (place, row) in rows.enumerated() {
                var input = InputDescriptor(path: "\(place).json", stem: "\(place)")
                (input.kind, input.format, input.size, input.digest) = (.commits, "test", 1, "\(place)")
                session.begin(input)
                var block = ObservationBlock(source: "list", resolution: row.resolution, metrics: [row.metric])
                block.subjects = [.repository(try #require(RepositoryName(row.repository)))]
                (block.subjectIndex, block.times, block.values) = ([0], [row.time], [[row.value]])
                block.lines = [1]
                try session.add(block)
                try session.accept(input)
            }
        }
        return try store.reading { reader in
            try Panel(reader, quote: "usd").section(at: .day(Day(index: Int32(day))), [.use, .commits])
        }
    }

    @Test("A coin's stars are the sum over its counted repositories by its share, missing where one is unknown")
    func stars() throws {
        let section = try section(Self.commits + Self.stars)
        let weeks = section.coins.indices.map { section.use[$0]?[.stars].map { Array($0.values.prefix(4)) } }
        #expect(section.coins.map(\.id) == ["ann", "ben", "cat", "dog"])
        #expect(weeks[0]?.prefix(3) == [3, 9, 6] && weeks[0]?[3].isNaN == true)
        // Two coins have `o/b` in equal parts.
        #expect(weeks[1]?[0] == 6 && weeks[1]?[1].isNaN == true && weeks[1]?[2] == 2.5)
        // Nothing is known of one of its repositories; the last coin has none that is counted.
        #expect(weeks[2] == nil && weeks[3] == nil)
        #expect(section.use[0]?[.stars]?.source == "list")
    }

    @Test("A list of releases counts for 28 days, and tags alone are not taken for none") func releases() throws {
        let moment = Instant(startOf: Day(index: Int32(Self.day))).milliseconds
        let rows: [Row] = [
            ("o/a", .releases, .day, 19_700, 2), ("o/former", .releases, .day, 19_000, 1),
            ("o/a", .releasesListed, .snapshot, moment, 3), ("o/b", .tagsListed, .snapshot, moment, 7),
            ("o/c", .releases, .day, 19_700, 1),
        ]
        let figures = { (day: Int64) in
            let section = try self.section(Self.commits + rows, at: day)
            return Dictionary(uniqueKeysWithValues: section.repositories.map { ($0.name.description, $0) })
        }
        let now = try figures(Self.day)
        #expect(now["o/a"]?.releaseDays == [Day(index: 19_000), Day(index: 19_700)])
        #expect(now["o/b"]?.releaseDays == nil && now["o/b"]?.hasTagsOnly == true)
        // Of the last one no list was ever read.
        #expect(now["o/c"]?.releaseDays == nil && now["o/c"]?.hasTagsOnly == false)
        let later = try figures(Self.day + 28)
        #expect(later["o/a"]?.releaseDays?.count == 2 && later["o/b"]?.hasTagsOnly == true)
        let old = try figures(Self.day + 29)
        #expect(old["o/a"]?.releaseDays == nil && old["o/b"]?.hasTagsOnly == false)
    }

    @Test("Issues are those of the newest answer of the last 28 days") func issues() throws {
        let moment = { (day: Int64) in Instant(startOf: Day(index: Int32(day))).milliseconds }
        let rows: [Row] = [
            ("o/a", RepositoryCount.openIssues.metric, .snapshot, moment(Self.day - 9), 5),
            ("o/a", RepositoryCount.openIssues.metric, .snapshot, moment(Self.day - 2), 0),
            ("o/b", RepositoryCount.openIssues.metric, .snapshot, moment(Self.day - 40), 6),
        ]
        let section = try section(Self.commits + rows)
        let counts = Dictionary(uniqueKeysWithValues: section.repositories.map { ($0.name.description, $0.counts) })
        #expect(counts["o/a"]?[.openIssues]?.value == 0 && counts["o/a"]?[.closedIssues] == nil)
        #expect(counts["o/b"]?.isEmpty == true)
    }
}

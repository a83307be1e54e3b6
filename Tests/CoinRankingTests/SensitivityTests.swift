import CoinModel
import CoinTables
import Testing

@testable import CoinRanking

@Suite struct SensitivityTests {
    static func cell(_ table: Table, _ change: String, _ column: String) throws -> Cell {
        let index = try #require(table.columns.firstIndex { $0.name == column })
        let row = try #require(table.rows.first { $0[0] == .text(change) })
        return row[index]
    }

    @Test("Each row equals the ranking under its change") func changedRanking() throws {
        let section = try DiscoveryScoreTests.whole(40, seed: 17)
        var bare = section
        for coin in 0..<40 { bare.interest[row: coin] = Array(repeating: .nan, count: 53)[...] }
        let table = try sensitivity(
            of: section,
            variants: [(change: "without trends", section: bare)],
            preset: .discovery,
            options: RankingOptions(),
            top: 10
        )
        #expect(table.rows.count == 4 * 3 + 2 + 1)
        var options = RankingOptions()
        options.weights = ["development": 0]
        let usual = try ranking(of: section, preset: .discovery).ids()
        let other = try ranking(of: section, preset: .discovery, options: options).ids()
        let (a, b) = (Set(usual.prefix(10)), Set(other.prefix(10)))
        #expect(a != b)
        let change = "without development"
        #expect(try Self.cell(table, change, "stay") == .integer(a.intersection(b).count))
        let entered = other.prefix(10).filter { !a.contains($0) }.joined(separator: ", ")
        #expect(try Self.cell(table, change, "entered") == .text(entered))
        let left = usual.prefix(10).filter { !b.contains($0) }.joined(separator: ", ")
        #expect(try Self.cell(table, change, "left") == .text(left))
        let moves = usual.enumerated().map { ($1, $0 - (other.firstIndex(of: $1) ?? 0)) }
            .filter { a.contains($0.0) || b.contains($0.0) }
        let most = try #require(moves.map { abs($0.1) }.max())
        guard case .integer(let move) = try Self.cell(table, change, "move") else { throw Table.NoID() }
        #expect(abs(move) == most)
        guard case .text(let mover) = try Self.cell(table, change, "mover") else { throw Table.NoID() }
        #expect(moves.contains { $0.0 == mover && $0.1 == move })
        // No search interest is no more than its weight being 0, where every coin has it.
        for column in ["stay", "entered", "left", "mover", "move", "spearman"] {
            #expect(try Self.cell(table, "without search", column) == Self.cell(table, "without trends", column))
        }
    }

    @Test("A short list names the first coin and counts the others") func shortList() throws {
        let section = try DiscoveryScoreTests.whole(40, seed: 17)
        func tables(_ named: Int?) throws -> Table {
            try sensitivity(
                of: section,
                variants: [],
                preset: .discovery,
                options: RankingOptions(),
                top: 10,
                naming: named
            )
        }
        let (whole, short) = (try tables(nil), try tables(1))
        var counted = 0
        for (full, brief) in zip(whole.rows, short.rows) {
            for column in [2, 3] {
                guard case .text(let names) = full[column] else { throw Table.NoID() }
                let coins = names.split(separator: ", ")
                let expected = coins.count > 1 ? "\(coins[0]) and \(coins.count - 1) more" : names
                #expect(brief[column] == .text(expected))
                if coins.count > 1 { counted += 1 }
            }
        }
        #expect(counted > 0)
    }

    @Test("Bot commits count only in the row for commits with bots") func commitUnit() throws {
        // Commits rose with the bots and with them alone.
        func commits(_ recent: Double) -> [Double] {
            (0..<53).map { ($0 < 12 ? recent : 10) + Double($0 % 2) }
        }
        var section = try SectionBuilder(
            coins: (0..<8).map { .init(id: "c\($0)", commits: commits($0 == 7 ? 40 : 10 + Double($0) / 2)) }
        ).section()
        for row in 0..<8 {
            for weeksBack in 0..<53 { section.botCommits[row, weeksBack] = row == 7 && weeksBack < 12 ? 31 : 0 }
        }
        let table = try sensitivity(
            of: section,
            variants: [],
            preset: .discovery,
            options: RankingOptions(),
            top: 1
        )
        #expect(try Self.cell(table, "commits as unit", "stay") == .integer(1))
        #expect(try Self.cell(table, "commits as unit, bots count", "entered") == .text("c7"))
        #expect(try Self.cell(table, "development −25 %", "stay") == .integer(1))
    }

    @Test("Presets without weights have rows for the unit only") func noWeights() throws {
        let section = try DiscoveryScoreTests.whole(12, seed: 3)
        let table = try sensitivity(
            of: section,
            variants: [],
            preset: .activity,
            options: RankingOptions(),
            top: 5
        )
        #expect(table.rows.map(\.[0]) == [.text("commits as unit"), .text("commits as unit, bots count")])
        #expect(try Self.cell(table, "commits as unit", "spearman") == .number(1))
        #expect(try Self.cell(table, "commits as unit", "mover") == .missing(.nothingToSay))
    }
}

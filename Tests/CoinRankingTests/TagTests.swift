import CoinModel
import CoinTables
import Testing

@testable import CoinRanking

@Suite struct TagTests {
    private func measured(_ values: [Double?]) -> [Measured] {
        values.map { $0.map { Measured($0, orMissing: .notRanked) } ?? .missing(.notRanked) }
    }

    @Test("A coin stands among the ranked coins with its first tag, five of them at least") func peers() {
        let tags = ["a", "a", "a", "a", "a", "a", "b", "b", nil]
        let scores = measured([3, 1, 2, 2 + 1e-12, -1, nil, 9, 8, 7])
        let standings = TagPeers(tags, scores: scores).standings
        // Two with the same score to nine decimals share their place.
        #expect(standings.prefix(5).map { $0.standing?.percent } == [90, 30, 60, 60, 10])
        #expect(standings.dropFirst(5).allSatisfy { $0.standing == nil })
        #expect(standings.dropFirst(5).map(\.reason) == [.notRanked, .fewTagPeers, .fewTagPeers, .untagged])
    }

    private func ranking(_ rows: [[Cell]]) -> Table {
        let names = TagTable(.discovery).columns
        let columns = names.map {
            Column($0, $0, ["symbol", "name", "tags"].contains($0) ? .text : .number, meaning: "")
        }
        return Table(title: "Coins", columns: columns, rows: rows)
    }

    private func coin(_ name: String, _ rank: Int?, _ up: Double, _ share: Double, _ tags: String?) -> [Cell] {
        let none = Cell.missing(.notRanked)
        let score = rank.map { Cell.number(100 - 10 * Double($0)) } ?? none
        return [
            rank.map(Cell.integer) ?? none, .text(""), .text(name), score, rank.map { .number(Double($0)) } ?? none,
            .number(up), .number(share, orMissing: .noFreshCap), tags.map(Cell.text) ?? .missing(.untagged),
        ]
    }

    @Test("A coin with two tags counts in both, and the note says so") func groups() throws {
        let table = TagTable(.discovery).table(
            of: ranking([
                coin("One", 1, 0.9, 0.1, "x;y"), coin("Two", 2, 0.4, .nan, "x"), coin("Three", 3, 0.5, 0.2, "y;x"),
                coin("Four", nil, 0.9, 0.3, "x;z"), coin("Five", nil, 0.9, 0.4, nil),
            ])
        )
        func cells(_ name: String) throws -> [Cell] {
            let place = try #require(table.place(of: name))
            return table.rows.map { $0[place] }
        }
        #expect(try cells("tag") == [.text("x"), .text("y"), .text("z")])
        #expect(try cells("ranked") == [.integer(3), .integer(2), .integer(0)])
        #expect(try cells("coins") == [.integer(4), .integer(2), .integer(1)])
        #expect(try cells("median_score") == [.number(80), .number(80), .missing(.notRanked)])
        #expect(try cells("share_rising") == [.number(2.0 / 3), .number(1), .missing(.notRanked)])
        #expect(try cells("cap_share").compactMap(\.value).map { ($0 * 1e9).rounded() } == [6e8, 3e8, 3e8])
        #expect(try cells("best") == [.text("One, Two, Three"), .text("One, Three"), .missing(.notRanked)])
        #expect(table.lead == "No tag has 5 ranked coins, so no sector can be compared.")
        #expect(table.notes.first?.contains("counts in both") == true)
        #expect(table.notes.first?.hasSuffix("4 of 5 coins have tags.") == true)
    }

    @Test("The first line names the tag with the highest median score of five ranked coins or more") func lead() {
        let rows = (1...10).map { coin("C\($0)", $0, 0, 0, $0 <= 5 ? "x" : "y") } + [coin("Best", 0, 0, 0, "z")]
        let lead = TagTable(.discovery).table(of: ranking(rows)).lead
        #expect(
            lead == "Of 2 tags with 5 ranked coins or more, x has the highest median score; its best are C1, C2, C3."
        )
    }

    @Test("Tags of the list come before those of sources, each once") func tagsOfCoin() throws {
        var builder = SectionBuilder()
        builder.coins = [.init(id: "a", tags: ["Privacy"], commits: [1, 2]), .init(id: "b", commits: [1, 2])]
        var section = try builder.section()
        var figures = SourceFigures()
        (figures.categories, figures.categoriesTime) = (["Layer 1 (L1)", "Privacy Coins"], section.asOf.limit)
        section.sourceFigures = [0: figures]
        let names: Set = ["coin_id", "tags", "tags_time"]
        let table = try CoinRanking.ranking(of: section, preset: .discovery, columns: names)
        #expect(table.columns.map(\.name) == ["coin_id", "tags", "tags_time"])
        let rows = Dictionary(uniqueKeysWithValues: table.rows.map { ($0[0].text ?? "", Array($0.dropFirst())) })
        #expect(rows["a"] == [.text("privacy;layer-1"), .text(section.asOf.limit.description)])
        #expect(rows["b"] == [.missing(.untagged), .missing(.noTime)])
    }
}

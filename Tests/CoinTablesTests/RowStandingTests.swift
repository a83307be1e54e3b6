import CoinModel
import CoinTables
import Testing

@Suite struct RowStandingTests {
    @Test(
        "A row stands out, is next, is one of the others or has no rank",
        arguments: [
            (1, "yes", 0.9, RowStanding.standsOut), (2, "yes", 0.1, .standsOut), (3, "no", 0.5, .next),
            (4, "no", 0.5 - 1e-10, .next), (5, "no", 0.5 - 1e-8, .other), (6, nil, nil, .other),
            (nil, "yes", 0.9, .unranked),
        ] as [(Int?, String?, Double?, RowStanding)]
    )
    func standing(rank: Int?, short: String?, top: Double?, expected: RowStanding) {
        let none = Cell.missing(.notRanked)
        let cells: [String: Cell] = [
            "rank": rank.map(Cell.integer) ?? none, "worth_a_look": short.map(Cell.text) ?? none,
            "p_top10": top.map(Cell.number) ?? none,
        ]
        #expect(RowStanding { cells[$0] } == expected)
    }

    @Test("A summary counts ranks, reasons, and the days of old and new prices") func summary() {
        let columns = [
            Column.count("rank", "", ""), .text("name", "", ""), .text("reason", "", ""), .text("price_time", "", ""),
            .count("price_age_days", "", ""),
        ]
        func row(_ rank: Int?, _ name: String, _ reason: String, _ day: String, _ age: Int) -> [Cell] {
            [rank.map(Cell.integer) ?? .missing(.notRanked), .text(name), .text(reason), .text(day), .integer(age)]
        }
        let rows = [
            row(1, "A", "", "2024-03-25T23:59:59Z", 0), row(2, "B", "late", "2024-03-01", 24),
            row(3, "C", "", "2024-03-22", 3),
            row(4, "D", "", "2024-03-23", 2), row(nil, "E", "no repository; no search interest", "2024-03-25", 0),
            row(nil, "F", "", "2024-03-25", 0), row(nil, "G", "no repository", "2024-03-25", 0),
        ]
        let asOf = AsOf.day(Day(index: 19_807))
        let summary = RankingSummary(of: Table(title: "", columns: columns, rows: rows), asOf: asOf)
        #expect(summary.ranked == 4)
        #expect(summary.unranked.map(\.reason) == ["no repository", "no score"])
        #expect(summary.unranked.map(\.coins) == [["E", "G"], ["F"]])
        #expect(summary.oldPrices == ["2024-03-01", "2024-03-22"])
        #expect(summary.newPrices == ["2024-03-23", "2024-03-25"])
    }
}

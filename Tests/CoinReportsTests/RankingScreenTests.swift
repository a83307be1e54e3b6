import CoinModel
import CoinReports
import CoinTables
import Testing

/// A ranking as a terminal shows it.
@Suite struct RankingScreenTests {
    private static let asOf = AsOf.day(Day(index: 19_807))

    private struct Coin {
        var rank: Int?
        var name = "Coin"
        var top = 0.1
        var isWorthALook = false
        var age = 0
        var unit = "developer-days"
        var units = 120
        var change: Double? = 3.14159
        var reason = ""
    }

    private static let columns: [Column] = [
        .count("rank", "", ""), .count("rank_low", "", ""), .count("rank_high", "", ""), .text("coin_id", "", ""),
        .text("name", "", ""), .text("symbol", "", ""), .number("theta_median", "", .plain, ""),
        .number("theta_p05", "", .plain, ""), .number("theta_p95", "", .plain, ""), .text("state", "", ""),
        .number("price_usd", "", .money, ""), .text("price_time", "", ""), .count("price_age_days", "", ""),
        .number("change_7d", "", .plain, ""), .number("market_cap_usd", "", .money, ""), .text("unit", "", ""),
        .count("units_recent", "", ""), .count("weeks_recent", "", ""), .count("units_base", "", ""),
        .count("weeks_base", "", ""), .number("p_top10", "", .plain, ""), .text("worth_a_look", "", ""),
        .text("reason", "", ""),
    ]

    private static func row(_ coin: Coin, _ place: Int) -> [Cell] {
        let none = Cell.missing(.notRanked)
        let day = Day(index: 19_807).advanced(by: -coin.age)
        return [
            coin.rank.map(Cell.integer) ?? none, coin.rank.map { .integer(max(1, $0 - 1)) } ?? none,
            coin.rank.map { .integer($0 + 3) } ?? none, .text("coin-\(place)"), .text("\(coin.name) \(place)"),
            .text("C\(place)"), .number(1.234), .number(0.5), .number(2.25), .text("steady"), .number(1234.5),
            .text("\(day)T00:00:00Z"), .integer(coin.age), coin.change.map(Cell.number) ?? .missing(.noSpan),
            .number(5.24e9), .text(coin.unit), .integer(coin.units), .integer(12), .integer(80), .integer(40),
            .number(coin.top), .text(coin.isWorthALook ? "yes" : "no"), .text(coin.reason),
        ]
    }

    private static func table(_ coins: [Coin], top: Int = 15) -> Table {
        let rows = coins.enumerated().map { row($1, $0 + 1) }
        var table = Table(title: "Coins", columns: columns, rows: rows, notes: ["A note of its own."]).datingPrices()
        table.lead = "1 of 25 ranked coins stands out: Coin 1; the others cannot be told apart."
        table.summary = RankingSummary(of: table, asOf: asOf)
        return table.top(top)
    }

    private static let coins: [Coin] =
        [Coin(rank: 1, top: 0.9, isWorthALook: true), Coin(rank: 2, top: 0.6, age: 24, change: nil)]
        + (3...25).map { Coin(rank: $0) }
        + [Coin(rank: nil, reason: "no repository; no search interest"), Coin(rank: nil, reason: "a stablecoin")]

    private func text(_ table: Table, width: Int?, isVerbose: Bool = false) throws -> [String] {
        let style = ReportStyle(width: width, isVerbose: isVerbose)
        let bytes = try table.bytes(as: .table, style: style)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init
        )
    }

    @Test("Where all are measured by commits, heading and foot say so and no row is marked") func commitsAlone() throws
    {
        let coins = (1...6).map { Coin(rank: $0, unit: "commits") }
        for (width, heading) in [(80, "why: commits a week"), (120, "why")] {
            let lines = try text(RankingScreenTests.table(coins), width: width)
            #expect(
                lines.contains { $0.hasSuffix(heading) } && !lines.contains { $0.contains(" c ") || $0.hasSuffix(" c") }
            )
            #expect(lines.contains { $0.hasPrefix("commits: those by people a week, last 12 weeks and the 40 before") })
            #expect(!lines.contains { $0.contains("developer-days") })
        }
    }

    @Test("At 80 columns it has an answer, three headings and four lines below") func narrow() throws {
        let lines = try text(RankingScreenTests.table(RankingScreenTests.coins, top: 4), width: 80)
        #expect(
            lines == [
                "1 of 25 ranked coins stands out: Coin 1; the others cannot be told apart.", "",
                "rnk 80 % coin   sym  pace 90 %      price        why: days a week", "▲ stands out",
                "  1 1–4  Coin 1 C1  1.23× 0.50–2.25 $1,235       10.0, before 2.0",
                "· next: probably among the best five",
                "  2 1–5  Coin 2 C2  1.23× 0.50–2.25 $1,235 1 Mar 10.0, before 2.0", "  the next 2, not told apart",
                "  3 2–6  Coin 3 C3  1.23× 0.50–2.25 $1,235       10.0, before 2.0",
                "  4 3–7  Coin 4 C4  1.23× 0.50–2.25 $1,235       10.0, before 2.0", "",
                "days: developer-days a week, last 12 weeks and the 40 before, to 23 Mar 2024.",
                "Prices of 25 Mar 2024 where no date stands; 1 of 25 is of 1 Mar.",
                "21 more ranked, 2 not: --verbose says why, with weights, sources and digests.",
                "Next: assay why C1 · assay coin C1 · assay rank --top 25 · assay explain pace", "",
            ]
        )
    }

    @Test(
        "No line is wider than the terminal, and what is left out is named",
        arguments: [40, 50, 60, 70, 80, 100, 119, 140]
    )
    func widths(width: Int) throws {
        var coins = RankingScreenTests.coins
        coins[2].name = "A name that is far longer than any column of a terminal has room for"
        let lines = try text(RankingScreenTests.table(coins), width: width)
        #expect(lines.allSatisfy { $0.count <= width })
        let heading = try #require(lines.first { $0.hasPrefix("rnk") })
        for band in ["80 %", "90 %"] where !heading.contains(band) {
            #expect(lines.joined(separator: " ").contains("Left out to fit: "))
            #expect(lines.suffix(3).joined(separator: " ").contains(band))
        }
        #expect(width < 80 || heading.contains("90 %"))
    }

    @Test("Off a terminal it is wide and without marks, and says what its marks mean") func offTerminal() throws {
        var coins = RankingScreenTests.coins
        coins[2].unit = "commits"
        coins[3].units = 19
        let lines = try text(RankingScreenTests.table(coins, top: 4), width: nil)
        #expect(lines[3] == "stands out")
        #expect(lines[4].hasSuffix("steady $1,235       +3.1 % $5.24 B 10.0 days a week, 2.0 before"))
        #expect(lines[6].hasSuffix("$1,235 1 Mar      – $5.24 B 10.0 days a week, 2.0 before"))
        #expect(lines[8].hasSuffix("10.0 commits a week, 2.0 before"))
        #expect(lines[9].hasSuffix("1.6 days a week, 2.0 before*"))
        #expect(lines[11].hasSuffix("*: under 100 in the year."))
        #expect(lines[12].hasSuffix("–: no price of a week before."))
    }

    @Test("Coins without a rank have their reason, and --verbose has all reasons and notes") func unranked() throws {
        let table = RankingScreenTests.table(Array(RankingScreenTests.coins.suffix(4)))
        let lines = try text(table, width: 80, isVerbose: true)
        #expect(lines.contains("  not ranked, with the reason"))
        #expect(lines.contains { $0.hasSuffix("Coin 3 C3  no repository; no search interest") })
        #expect(lines.contains("A note of its own."))
        #expect(lines.contains("Not ranked, a stablecoin: Coin 4."))
        #expect(lines.contains("Not ranked, no repository: Coin 3."))
        #expect(!lines.contains { $0.contains("--verbose") })
    }

    @Test("A table without a summary is a plain one") func plain() throws {
        var table = RankingScreenTests.table(RankingScreenTests.coins, top: 1)
        table.summary = nil
        #expect(try text(table, width: nil)[3].hasPrefix("rank  rank_low  rank_high"))
    }
}

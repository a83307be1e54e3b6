import CoinModel
import CoinTables
import Testing

@testable import CoinReports

@Suite struct RankingPageTests {
    @Test("A row shows intervals, contributions and bars") func row() throws {
        let page = try ranking(of: ["Coin A", "Coin B"]).rendered(as: .html)
        let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("<tr data-s=\"rising\"") })
        for part in [
            #"data-t="Coin A C0 coin-0" data-k="1||3|2|8|80|4|5000000000|1.400|0.9000">"#,
            #"<b>1</b><span><svg class="rk" aria-hidden="true"><path class="ax" d="M0 6h66"/><path class="bd" d="M0 6h66"/>"#,
            "<small>1–2</small>",
            #"<th class="c2" scope="row"><a href="coins/coin-0.html">Coin A</a><small>C0</small></th>"#,
            // 52 weeks with a missing one and zeros: the last 12 apart, a stub for zero, nothing for missing.
            #"<path d="M3 26v-1M5 26v-1M7 26v-13"/><path class="r" d="M81 26v-25"/></svg>"#,
            #"<b>2.00×</b><span><svg class="iv" aria-hidden="true"><path class="ax" d="M43-2v18"/>"#
                + #"<path class="bd" d="M43 7h43"/><path class="pt" d="M64.5 1v12"/><path class="ax" d="M83 3l4 4-4 4"/>"#,
            "<small>1.00–5.00</small>", #"<path class="f-development" d="M44 1h30.3v12h-30.3z"/>"#,
            #"<path class="f-volume" d="M41.8 1h1.7v12h-1.7z"/>"#, "<small>2 of 2 signals</small>",
            "<span>$4.00<small>+65\u{202F}%</small></span>", "$5.00\u{202F}B<small>12\u{202F}%</small>",
            "<span>development +1.40</span><span>volume −0.10</span>",
        ] { #expect(row.contains(part), "\(part)") }
        #expect(page.contains("<div><dt>Market cap</dt><dd>$3.00\u{202F}T<svg class=\"fl\""))
        #expect(page.contains("<small>2 weeks ago $1.00\u{202F}T</small>"))
        #expect(page.contains("As of <b>25 Mar 2024</b>, complete weeks to 23 Mar 2024."))
    }

    /// Pages of 17,000 coins stay small: the first stand in the table, the others in the list that the filter searches.
    @Test("After 1,000 rows coins are only in the search list") func thousandRows() throws {
        let page = try ranking(of: (0..<1500).map { "N\($0)" }).rendered(as: .html)
        #expect(page.count(of: "<tr data-s=") == 1000)
        #expect(page.contains("\n\"1001\\t80.0\\trising\\tC1000\\tN1000\""))
        #expect(page.count(of: "\\trising\\tC") == 500)
    }

    @Test("Coins without a rank are folded with their reason") func unranked() throws {
        var table = ranking(of: ["Ranked", "Apart", "Unranked"])
        let place = { name in table.columns.firstIndex { $0.name == name } ?? 0 }
        let (rank, apart, reason) = (place("rank"), place("rank_without_repositories"), place("reason"))
        for row in 1...2 { table.rows[row][rank] = .missing(SampleTables.noRepository) }
        (table.rows[1][apart], table.rows[2][reason]) = (.integer(1), .text("a stablecoin"))
        let page = try table.rendered(as: .html)
        #expect(
            page.contains(
                "<summary>1 coin without repositories, ranked among themselves by volume and search</summary>"
            )
        )
        #expect(page.contains("<summary>1 coin without a rank</summary>\n<p>a stablecoin: 1.</p>"))
        #expect(page.count(of: "<tr data-s=") == 3)
    }

    @Test("Hostile names stay text") func hostileNames() throws {
        let names = HostileNames.all
        let tags = parsedPage(try ranking(of: names).rendered(as: .html))
        #expect(tags.count { $0.name == "script" } == 2)
        let links = tags.filter { $0.name == "a" && $0.attributes.first?.value.hasPrefix("coins/") == true }
        #expect(links.map { Array($0.text.utf8) } == names.map { Array($0.visible.cut(toWidth: 60).utf8) })
        #expect(tags.allSatisfy { tag in !tag.attributes.contains { $0.name.hasPrefix("on") } })
    }

    /// A ranking of coins by their names, all alike.
    private func ranking(of names: [String]) -> Table {
        let none = SampleTables.noRepository
        let text = ["coin_id", "symbol", "name", "unit", "state", "because", "reason"]
        let numbers: [(String, Cell)] = [
            ("rank_without_repositories", .missing(none)), ("pace12", .number(3)),
            ("theta_median", .number(2)), ("theta_p05", .number(1)), ("theta_p95", .number(5)),
            ("score_pct", .number(80)),
            ("change_12w", .number(65)), ("price_usd", .number(4)), ("market_cap_usd", .number(5e9)),
            ("cap_share", .number(0.12)), ("contribution_development", .number(1.4)),
            ("contribution_volume", .number(-0.1)), ("contribution_search", .missing(none)), ("coverage", .number(0.9)),
        ]
        let columns =
            (["rank", "rank_low", "rank_high"] + numbers.map(\.0)).map { Column($0, $0, .number, meaning: "") }
            + text.map { Column($0, $0, .text, meaning: "") }
        let rows = names.enumerated().map { place, name -> [Cell] in
            [.integer(place + 1), .integer(1), .integer(names.count)] + numbers.map(\.1)
                + [.text("coin-\(place)"), .text("C\(place)"), .text(name), .text("developer-days"), .text("rising")]
                + [.text("development +1.40, volume -0.10"), .text("")]
        }
        var units = [Double](repeating: .nan, count: 52)
        units.replaceSubrange(1..<4, with: [0, 0, 5])
        units[40] = 10
        let cap = Column("market_cap_usd", "Market cap", .number, unit: "USD", display: .money, meaning: "")
        let overview = Overview(
            asOf: AsOf("2024-03-25") ?? .day(Day(index: 0)),
            figures: [Overview.Figure(cap, newest: 3e12, series: [1e12, 2e12, 3e12])]
        )
        var table = Table(title: "Ranking", columns: columns, rows: rows)
        for place in names.indices { table.coinPages["coin-\(place)"] = "coins/coin-\(place).html" }
        table.traces = [Table.Trace("units", title: "", unit: "", series: names.map { _ in units })]
        table.overview = overview
        return table
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}

import CoinModel
import CoinTables
import Testing

@testable import CoinReports

@Suite struct RankingPageTests {
    @Test("A row shows intervals, bars, why, and the date of an old price") func row() throws {
        var table = ranking(of: ["Coin A", "Coin B"])
        table.asides["price_usd"] = ["", "2024-03-01"]
        let page = try table.rendered(as: .html)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("<tr data-s=\"rising\"") }
        let row = try #require(rows.first)
        for part in [
            #"data-g="1" data-t="Coin A C0 coin-0" data-k="1||2|3|8|80|36.40|5000000000" class="clear">"#,
            #"<b>1</b><span><svg class="rk" aria-hidden="true"><path class="ax" d="M0 6h66"/><path class="bd" d="M0 6h66"/>"#,
            "<small>1–2</small>",
            #"<th class="c2" scope="row"><a href="coins/coin-0.html">Coin A</a><small>C0†<span class="tg"> · proof of work</span></small></th>"#,
            // 52 weeks with a missing one and zeros: the last 12 apart, a stub for zero, nothing for missing.
            #"<path d="M3 26v-1M5 26v-1M7 26v-13"/><path class="r" d="M81 26v-25"/></svg>"#,
            #"<b>2.00×</b><span><svg class="iv" aria-hidden="true"><path class="ax" d="M43-2v18"/>"#
                + #"<path class="bd" d="M43 7h43"/><path class="pt" d="M64.5 1v12"/><path class="ax" d="M83 3l4 4-4 4"/>"#,
            "<small>1.00–5.00</small>",
            #"<span>80</span><svg class="sc" aria-hidden="true"><path class="tr" d="M0 4h80"/><path class="ba" d="M40 4H64"/>"#,
            "<span>$4.00<small>+36.4\u{202F}%</small></span>", "$5.00\u{202F}B<small>12\u{202F}%</small>",
            #"<td class="c9">3.0 developer-days a week, 1.5 before; few (96 in the year)</td>"#,
        ] { #expect(row.contains(part), "\(part)") }
        #expect(rows.last?.contains("$4.00<small class=\"old\">of 1 Mar</small>") ?? false)
        #expect(page.contains("the newest complete week ending on 23 Mar 2024"))
    }

    @Test("A coin without a price of four weeks has its last one with its year") func lastPrice() throws {
        var table = ranking(of: ["Coin A"])
        let place = { name in table.columns.firstIndex { $0.name == name } ?? 0 }
        table.rows[0][place("price_usd")] = .missing(SampleTables.noRepository)
        let columns = try #require(RankingColumns(table))
        let asOf = try #require(AsOf("2024-03-25"))
        #expect(columns.price(0, near: asOf).text == "–")
        #expect(columns.price(0, near: asOf).day == "last $0.631 of 1 Sep 2023")
    }

    @Test("The short list stands as cards: what stands out, then what is probably among the best") func cards() throws {
        var table = ranking(of: (0..<10).map { "Coin \($0)" })
        let place = { name in table.columns.firstIndex { $0.name == name } ?? 0 }
        let (look, top) = (place("worth_a_look"), place("p_top10"))
        for row in 1..<10 { table.rows[row][look] = .text("no") }
        for row in 2..<10 { table.rows[row][top] = .number(0.49) }
        let page = try table.rendered(as: .html)
        let cards = page.components("<li><h3>")
        #expect(cards.count == 3 && cards[1].hasPrefix(#"<a href="coins/coin-0.html">Coin 0</a>"#))
        #expect(cards[1].contains("96 % sure of the best two") && cards[2].contains("Coin 1"))
        #expect(page.contains("<h2 class=\"nx\">Next, less sure</h2>"))
        #expect(page.count(of: "class=\"likely\"") == 1 && page.count(of: "class=\"clear\"") == 1)
    }

    @Test("Sectors of two ranked coins or more can be chosen, and are summed up") func sectors() throws {
        var table = ranking(of: ["A", "B", "C"])
        let place = { name in table.columns.firstIndex { $0.name == name } ?? 0 }
        table.rows[1][place("tags")] = .text("pow;defi")
        table.rows[2][place("tags")] = .text("defi")
        table.rows[2][place("theta_median")] = .number(0.5)
        let page = try table.rendered(as: .html)
        #expect(page.contains(#"id="tg-1" value="1"><span>DeFi <small>2</small>"#))
        #expect(page.contains(#"id="tg-2" value="2"><span>proof of work <small>2</small>"#))
        #expect(page.contains(#"data-g="1 2""#))
        #expect(
            page.contains(
                #"<th scope="row">DeFi</th><td class="num">2 <small>of 2</small></td><td class="num"><b>1.25×</b></td>"#
            )
        )
    }

    /// Pages of 17,000 coins stay small: the first stand in the table, the others in the list that the filter searches.
    @Test("After 1,000 rows coins are only in the search list") func thousandRows() throws {
        let page = try ranking(of: (0..<1500).map { "N\($0)" }).rendered(as: .html)
        #expect(page.count(of: "<tr data-s=") == 1000)
        #expect(page.utf8.count < 2_500_000, "\(page.utf8.count)")
        #expect(page.contains("\n\"1001\\t80\\trising\\tC1000\\tN1000\\t1\""))
        #expect(page.count(of: "\\trising\\tC") == 500)
    }

    @Test("Coins without a rank are folded with their reason") func unranked() throws {
        var table = ranking(of: ["Ranked", "Apart", "Unranked"])
        let place = { name in table.columns.firstIndex { $0.name == name } ?? 0 }
        let (rank, reason) = (place("rank"), place("reason"))
        for row in 1...2 { table.rows[row][rank] = .missing(SampleTables.noRepository) }
        table.rows[2][reason] = .text("a stablecoin")
        let page = try table.rendered(as: .html)
        #expect(
            page.contains(
                "<summary>2 coins that are not ranked, and why</summary>\n<p class=\"note\">a stablecoin: 1.</p>"
            )
        )
        #expect(page.contains("<td>a stablecoin</td>") && page.count(of: "<tr data-s=") == 3)
    }

    @Test("Hostile names stay text") func hostileNames() throws {
        let names = HostileNames.all
        let tags = parsedPage(try ranking(of: names).rendered(as: .html))
        #expect(tags.count { $0.name == "script" } == 2)
        let links = tags.filter { $0.name == "a" && $0.attributes.first?.value.hasPrefix("coins/") == true }
        // The first stand as cards before the rows, and as the best of their sectors behind them.
        let texts = links.map { Array($0.text.utf8) }
        let expected = names.map { Array($0.visible.cut(toWidth: 60).utf8) }
        let starts = 0...max(0, texts.count - expected.count)
        #expect(starts.contains { start in Array(texts[start...].prefix(expected.count)) == expected })
        #expect(tags.allSatisfy { tag in !tag.attributes.contains { $0.name.hasPrefix("on") } })
    }

    /// A ranking of coins by their names, all alike.
    private func ranking(of names: [String]) -> Table {
        let none = SampleTables.noRepository
        let text = [
            "coin_id", "symbol", "name", "unit", "state", "because", "reason", "worth_a_look", "tags", "flags",
            "last_price_time",
        ]
        let numbers: [(String, Cell)] = [
            ("rank_without_repositories", .missing(none)), ("pace12", .number(3)), ("pace40", .number(1.5)),
            ("units_recent", .number(36)), ("units_base", .number(60)), ("p_top10", .number(0.96)),
            ("change_7d", .number(36.4)), ("p_up", .number(0.9)), ("last_price_usd", .number(0.631)),
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
                + [.text("development +1.40, volume -0.10"), .text(""), .text("yes"), .text("pow"), .text("side")]
                + [.text("2023-09-01T23:59:59Z")]
        }
        var units = [Double](repeating: .nan, count: 52)
        units.replaceSubrange(1..<4, with: [0, 0, 5])
        units[40] = 10
        let overview = Overview(asOf: AsOf("2024-03-25") ?? .day(Day(index: 0)))
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

    /// The texts between others.
    fileprivate func components(_ text: String) -> [String] { split(separator: text).map(String.init) }
}

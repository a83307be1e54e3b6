import CoinModel
import CoinTables
import TestPrograms
import Testing

@testable import CoinReports

@Suite struct PageTests {
    @Test("A page allows its own style and script by digest only") func contentDigests() throws {
        #expect(sha256(Array("abc".utf8)).prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
        for (text, digest) in [
            (PageAsset.tableStyle.text, PageAsset.tableStyle.digest),
            (PageAsset.tableScript.text, PageAsset.tableScript.digest),
            (PageAsset.coinStyle.text, PageAsset.coinStyle.digest),
            (PageAsset.coinScript.text, PageAsset.coinScript.digest),
            (PageAsset.rankingStyle.text, PageAsset.rankingStyle.digest),
            (PageAsset.rankingScript.text, PageAsset.rankingScript.digest),
            (PageAsset.timelineStyle.text, PageAsset.timelineStyle.digest),
            (PageAsset.storyStyle.text, PageAsset.storyStyle.digest),
            (PageAsset.articleStyle.text, PageAsset.articleStyle.digest),
        ] {
            #expect(digest == "sha256-" + base64(sha256(Array(text.utf8))))
        }
        let page = try SampleTables.small.rendered(as: .html)
        #expect(
            page.contains("<style>\(PageAsset.tableStyle.text)</style>")
                && page.contains("<script>\(PageAsset.tableScript.text)</script>")
        )
        #expect(
            page.contains(
                "content=\"default-src 'none'; style-src '\(PageAsset.tableStyle.digest)'; script-src '\(PageAsset.tableScript.digest)'; "
                    + "base-uri 'none'; form-action 'none'\""
            )
        )
    }

    @Test("A page contains the table in its order") func tableOrder() throws {
        let page = try SampleTables.small.rendered(as: .html)
        let start = try #require(page.firstRange(of: "<thead>"))
        let end = try #require(page.firstRange(of: "</table>"))
        #expect(
            page[start.lowerBound..<end.lowerBound] == """
                <thead>
                <tr>
                <th scope="col" class="number" title="Place by score.">Rank</th>
                <th scope="col" class="text label" title="Key of the coin.">Coin</th>
                <th scope="col" class="drawing">Commits<small>commits</small></th>
                <th scope="col" class="number" title="Newest price.">Price<small>USD</small></th>
                <th scope="col" class="number" title="Mean of 12 weeks.">Dev 12</th>
                <th scope="col" class="number" title="12 against 52 weeks.">Change<small>%</small></th>
                <th scope="col" class="text" title="A remark.">Note</th>
                </tr>
                </thead>
                <tbody>
                <tr>
                <td class="top">1</td>
                <th scope="row">bitcoin</th>
                <td><svg class="tr" role="img"><title>min 0, max 10.00, last 5.000 commits; \
                1 of 4 weeks missing</title><path d="M2 22l34-20"/><path class="e" d="M104 12h0"/></svg></td>
                <td data-v="67234.5">67,235</td>
                <td>12.0</td>
                <td class="up" data-v="12.34">+12.3</td>
                <td class="text">a|b, &quot;c&quot;</td>
                </tr>
                <tr>
                <td class="top">2</td>
                <th scope="row">日本</th>
                <td class="text"><abbr title="No week has a value.">N/A</abbr></td>
                <td data-v="1e-07">1.000e−7</td>
                <td><abbr title="No repository is listed for the coin.">N/A</abbr></td>
                <td class="down" data-v="-0.5">−0.5</td>
                <td class="text"></td>
                </tr>
                <tr>
                <td>4</td>
                <th scope="row">=1+1</th>
                <td><svg class="tr" role="img"><title>min -1.000, max 1.000, last 1.000 commits\
                </title><path d="M2 22l102-20"/><path class="e" d="M104 2h0"/></svg></td>
                <td data-v="-2.5">−2.500</td>
                <td data-v="0.05">0.1</td>
                <td data-v="-0.04">0.0</td>
                <td class="text"><abbr title="No repository is listed for the coin.">N/A</abbr></td>
                </tr>
                </tbody>

                """
        )
    }

    @Test("A page contains notes, reasons and meanings") func notes() throws {
        let page = try SampleTables.small.rendered(as: .html)
        for part in [
            "<title>Coins &lt;today&gt;</title>",
            "<h1>Coins &lt;today&gt;</h1>\n<p class=\"lead\"><b>As of 2024-03-25.</b></p>",
            "<output aria-live=\"polite\">3 rows</output>",
            "<dt>Price <code>price_usd</code></dt><dd>Newest price. <small>Unit: USD</small></dd>",
            "<dt><code>no-repository</code></dt><dd>No repository is listed for the coin.</dd>",
            "<footer>\n<p>One coin has &lt;no&gt; repository.</p>\n</footer>",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        let whole = try SampleTables.numbers([1]).rendered(as: .html)
        #expect(!whole.contains("Why some values are missing") && !whole.contains("<p class=\"lead\">"))
    }

    @Test("Every page leads to the others in one order, marks itself, and names sources and licences") func frame()
        throws
    {
        var table = SampleTables.small
        table.frame.pages = [PageLink("Today", "index.html"), PageLink("Ranking", "ranking.html", isCurrent: true)]
        table.frame.further = [PageLink("As an Atom feed", "feed.atom")]
        table.frame.asOf = AsOf("2024-03-25")
        table.frame.credits = ["Prices: <A & B>."]
        table.tiles = [PageTile("Market cap", "$2 T", note: "of 65 coins")]
        let page = try table.rendered(as: .html)
        for part in [
            #"<li><a href="index.html">Today</a></li><li><a href="ranking.html" aria-current="page">Ranking</a></li>"#,
            "<span>as of 25 Mar 2024</span>", "<footer>\n<p>Prices: &lt;A &amp; B&gt;.</p>",
            #"<p><a href="feed.atom">As an Atom feed</a> </p>"#,
            "<div><dt>Market cap</dt><dd>$2 T<small>of 65 coins</small></dd></div>",
        ] { #expect(page.contains(part), "\(part)") }
        let alone = try SampleTables.small.rendered(as: .html)
        #expect(!alone.contains("<nav") && !alone.contains("as of") && !alone.contains(#"class="tiles""#))
    }

    @Test("A page of sections leaves out what is empty, and escapes the rest") func sections() throws {
        var list = PageSection("What changed")
        list.items = [(PageLink("A & B", "coins/a.html"), "rose"), (nil, "nobody")]
        var table = PageSection("Sources", note: "Small.")
        table.table = SampleTables.small
        var page = Table(title: "Today", columns: [], rows: [])
        page.story = Story("Today", lead: "One <b>; two.")
        page.story?.blocks = [
            .cards(SampleTables.small), .tiles([]), .pairs([list]),
            .sections([table, PageSection("Reading", "Long.")]),
        ]
        let text = try page.rendered(as: .html)
        for part in [
            "<p class=\"lead\"><b>One &lt;b&gt;;</b> two.</p>",
            "<li><b><a href=\"coins/a.html\">A &amp; B</a></b> rose</li><li>nobody</li>",
            "<th scope=\"col\">Coin</th>", "<p class=\"note\">Small.</p>",
            "<h2>Reading</h2><p class=\"lead\">Long.</p>",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(!text.contains("<ul class=\"picks\"") && !text.contains("class=\"tiles\"") && !text.contains("<script"))
    }

    @Test("Of a day with many facts the first 25 stand in view, and the others are folded", arguments: [25, 26, 60])
    func manyFacts(count: Int) throws {
        let names = ["when", "kind", "coin_id", "what"]
        var table = Table(title: "T", columns: names.map { Column($0, $0, .text, meaning: "") }, rows: [])
        table.rows = (1...count).map { [.text("2024-03-25"), .text("rank"), .text("c"), .text("fact \($0).")] }
        table.timeline = Timeline("T", asOf: try #require(AsOf("2024-03-25")))
        let page = try table.rendered(as: .html)
        let folded = page.split(separator: "<details", omittingEmptySubsequences: false).dropFirst()
        #expect(
            folded.count == (count > 25 ? 1 : 0)
                && (count == 25 || page.contains("<summary>\(count - 25) more</summary>"))
        )
        for fact in 1...count { #expect(page.ranges(of: "<span>fact \(fact).</span>").count == 1, "\(fact)") }
        #expect(!folded.joined(separator: "").contains("<span>fact 25.</span>"))
    }

    @Test("A page of 1,000 coins with two sparklines is below 2 MiB") func pageSize() throws {
        var random = SplitMix(seed: 3)
        let columns =
            [Column("rank", "Rank", .integer, meaning: "Place.")]
            + ["coin_id", "symbol", "name"].map { Column($0, $0, .text, meaning: "A text.") }
            + (0..<19).map {
                Column("metric\($0)", "Metric", .number, unit: "USD", display: .signed(2), meaning: "Some.")
            }
        let rows = (0..<1000).map { row in
            columns.map { column -> Cell in
                if column.type == .integer { return .integer(row + 1) }
                if column.type == .text { return .text("some-coin-\(row)") }
                let value = Double.random(in: -1000...1000, using: &random)
                return random.next() % 8 == 0 ? .missing(SampleTables.noRepository) : .number(value)
            }
        }
        let series = rows.map { _ in (0..<52).map { _ in Double.random(in: 0...500, using: &random) } }
        let traces = ["Commits", "Close"].map { Table.Trace($0, title: $0, unit: "a week", series: series) }
        let page = try Table(title: "Coins", columns: columns, rows: rows, traces: traces).rendered(as: .html)
        #expect(page.utf8.count < 2 << 20, "\(page.utf8.count)")
    }

    @Test("Sparklines of any numbers stay in their frame") func sparklineFrame() throws {
        let great = Double.greatestFiniteMagnitude
        for series in [
            [0], [5, 5], [-great, great], [great, great], [.nan, 3, .infinity, 2], [0, 0, 0], [-3, -2],
        ] {
            let line = drawing(series)
            #expect(!line.isEmpty && !line.contains("nan") && !line.contains("inf"), "\(series)")
        }
        #expect(drawing([]).isEmpty && RowPicture.words([.nan], unit: "") == nil)
        #expect(drawing([-great, great]).contains(#"d="M2 22l102-20""#))
        #expect(drawing([.nan, 3, .nan, 1.5]).contains(#"<path class="e" d="M36 2h0M104 12h0"/>"#))
        #expect(drawing([0, 0]).contains(#"d="M2 22l102 0""#))
        #expect(RowPicture.words([2], unit: "x") == "min 2.000, max 2.000, last 2.000 x")
    }

    private func drawing(_ series: [Double]) -> String {
        RowPicture.line(series, class: "tr", width: 106, height: 24, fromZero: true)
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
            }
        }
        return text
    }
}

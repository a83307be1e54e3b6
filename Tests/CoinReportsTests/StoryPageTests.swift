import CoinModel
import CoinTables
import Testing

@testable import CoinReports

@Suite struct StoryPageTests {
    /// The page of a story of a table without rows.
    private func page(_ story: Story, notes: [String] = [], _ change: (inout Table) -> Void = { _ in }) throws -> String
    {
        var table = Table(title: "T", columns: [], rows: [], notes: notes)
        table.story = story
        change(&table)
        return try table.rendered(as: .html)
    }

    private func body(_ page: String) -> Substring {
        page[(page.firstRange(of: "<main")?.lowerBound ?? page.startIndex)...]
    }

    @Test("The answer comes first, then tiles, then blocks, then folded notes, without a script") func order() throws {
        var story = Story("Title", answer: "Answer & all.", more: "More.")
        story.tiles = [PageTile("Worth", "$5", note: "of 1 Mar")]
        story.blocks = [.words("Done", "What was done."), .details("Against", ["One.", "Two."])]
        let page = try page(story, notes: ["Note.", "Made from x."])
        let texts = [
            "<h1>Title</h1>", "<b>Answer &amp; all.</b> More.", "<dt>Worth</dt><dd>$5<small>of 1 Mar</small></dd>",
            "<h2>Done</h2>", "<summary>Against</summary>", "<summary>How this was made</summary>", "<li>Note.</li>",
            "<footer>\n<p>Made from x.</p>",
        ]
        let places = texts.map { page.firstRange(of: $0)?.lowerBound }
        #expect(
            places.allSatisfy { $0 != nil }
                && zip(places.compactMap(\.self), places.compactMap(\.self).dropFirst()).allSatisfy(<)
        )
        #expect(!page.contains("<script") && page.contains("script-src 'none'"))
        #expect(!page.contains("false") && !page.contains("{{"))
    }

    @Test("No name of a coin leaves its cell, whatever it is") func hostileNames() throws {
        for name in HostileNames.all {
            var story = Story(name, answer: name, more: name)
            let cell = StoryCell(name, name, isStrong: true, date: name, coin: "x")
            var table = StoryTable(name, [.text(name, name), .number(name)], [[cell, .state(name, name)]])
            table.sums = [cell, cell]
            table.note = name
            story.keys = [Picture.Mark(.line(""), .search, name)]
            story.tiles = [PageTile(name, name, note: name)]
            let shares = StoryChart(name, note: name, .shares([(0.6, name), (0.4, name)]))
            let bars = StoryChart(name, .histogram([0, 1], mark: 1, label: name))
            story.blocks = [
                .table(table), .names(name, [cell]), .charts([shares, bars]), .note(name), .words(name, name),
            ]
            let drawn = body(try page(story, notes: [name, name]))
            for piece in ["<script", "<img", "onerror=", "<!--", "\u{202E}", "\u{200F}", "\u{1B}"] {
                let isTag =
                    piece.hasSuffix("=") ? drawn.contains(" " + piece) && drawn.contains("<img") : drawn.contains(piece)
                #expect(!isTag, "\(piece) of \(name.debugDescription)")
            }
        }
    }

    @Test("Of a thousand names forty are listed and the others counted, and long ones are cut") func manyNames() throws
    {
        var story = Story("T", answer: "A.")
        let long = String(repeating: "n", count: 200)
        story.blocks = [
            .names("New", (1...1000).map { StoryCell("C\($0)", "(\($0))") }), .names("Long", [StoryCell(long)]),
        ]
        let page = try page(story)
        #expect(page.contains("C40 (40) and 960 more.") && !page.contains("C41 ("))
        #expect(!page.contains(long) && page.contains(String(repeating: "n", count: 50)))
    }

    @Test("A column without values is left out, and the note names it") func emptyColumns() throws {
        var table = StoryTable(
            "T",
            [.text("Coin"), .number("7 days"), .number("1 year")],
            [[StoryCell("A"), StoryCell("–"), StoryCell("+1 %")], [StoryCell("B"), StoryCell(""), StoryCell("–")]]
        )
        table.sums = [StoryCell("All"), StoryCell("1"), StoryCell("2")]
        table.note = "Note."
        let left = table.leavingOutEmptyColumns()
        #expect(left.heads.map(\.title) == ["Coin", "1 year"] && left.rows[0].map(\.text) == ["A", "+1 %"])
        #expect(left.sums.map(\.text) == ["All", "2"] && left.note == "Note. No row has a value of: 7 days.")
        #expect(StoryTable("T", table.heads, []).leavingOutEmptyColumns().heads.count == 3)
    }

    @Test("Coins lead to their pages, and figures of another day have it beside them") func cells() throws {
        var story = Story("T", answer: "A.")
        let cells = [
            StoryCell("Coin", "SYM", coin: "c"), StoryCell("$1", date: "1 Mar 2024"), StoryCell("+2 %", isStrong: true),
        ]
        story.blocks = [.table(StoryTable("T", [.text("Coin"), .number("Price"), .number("Gain")], [cells]))]
        let page = try page(story) { $0.coinPages = ["c": "coins/c.html"] }
        #expect(page.contains(#"<th scope="row"><a href="coins/c.html">Coin</a> <small>SYM</small></th>"#))
        #expect(
            page.contains(
                #"<td class="num">$1 <span class="old">1 Mar 2024</span></td><td class="num"><b>+2 %</b></td>"#
            )
        )
        #expect(
            page.contains(#"<th scope="col" class="num">Price</th>"#) && page.contains(#"<th scope="col">Coin</th>"#)
        )
    }

    /// A chart of one column over four weeks, the newest first.
    private func chart(_ values: [Double], _ scale: Picture.Scale, _ marks: [Picture.Mark], unit: String = "") throws
        -> String
    {
        let first = Week(containing: try #require(Day("2024-03-17")))
        var table = Table(
            title: "Weeks",
            columns: [.sunday, .number("a", "A", unit: unit, .fixed(0), "A.")],
            rows: values.enumerated().map {
                [.text("\(first.advanced(by: -$0))"), .number($1, orMissing: .notObserved)]
            }
        )
        var panel = Picture.Panel("P", scale, marks)
        panel.namesEnds = true
        table.pictures = [Picture("P", note: "", .weeks("week"), [panel])]
        var story = Story("T", answer: "A.")
        story.blocks = [.charts([StoryChart("P", .time(table))])]
        return try page(story)
    }

    @Test("Amounts begin at zero, bars below it go down, and each sign has its colour") func amounts() throws {
        let page = try chart([3, -1, .nan, 1], .amounts, [Picture.Mark(.bars("a"), .sign)])
        // From −1 at 138 to 3 at 8, so zero is at 105.5.
        #expect(page.contains(#"<path class="f-up" d="M1 105.5v-32.5h8v32.5M31 105.5v-97.5h8v97.5"/>"#))
        #expect(page.contains(#"<path class="f-down" d="M21 105.5v32.5h8v-32.5"/>"#))
    }

    @Test("A share in percent never has an axis beyond 100") func shares() throws {
        let page = try chart([99.9, 99, 98, 97], .share, [Picture.Mark(.line("a"), .development, "ours")], unit: "%")
        #expect(page.contains(">ours 100\u{202F}%</text>") && !page.contains(">101") && !page.contains(">102"))
    }

    @Test("A logarithmic axis is said") func logarithmic() throws {
        let marks = [Picture.Mark(.line("a"), .development, "one")]
        #expect(try chart([100, 50, 20, 10], .span, marks).contains("Logarithmic: equal steps are equal factors."))
        #expect(try !chart([11, 10, 12, 10], .span, marks).contains("Logarithmic"))
    }

    @Test("A histogram marks one value; without values nothing is drawn") func histogram() throws {
        let values = (0..<100).map { Double($0 % 10) / 100 - 0.05 }
        let html = BarPicture.histogram(values, mark: 0.02, label: "this: +0.02", title: "Title")
        #expect(html.components(of: "<rect").count == 16 && html.contains(">this: +0.02</text>"))
        #expect(html.components(of: "f-development").count == 2 && html.contains("<title>Title</title>"))
        #expect(BarPicture.histogram([], mark: .nan, label: "", title: "").isEmpty)
        #expect(!BarPicture.histogram([0.1], mark: .nan, label: "x", title: "").contains("<line"))
    }

    @Test("Of more than six shares the smallest are one, and all add up") func manyShares() throws {
        let shares = (0..<10).map { (share: 0.1, name: "C\($0)") }
        let html = BarPicture.shares(shares)
        #expect(html.components(of: "<li>").count == 7 && html.contains("5 others 50\u{202F}%"))
        #expect(BarPicture.shares([(1, "A")]).components(of: "<li>").count == 2)
    }
}

extension String {
    /// The pieces between some text.
    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}

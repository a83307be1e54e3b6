import CoinModel
import CoinReports
import CoinTables
import Testing

/// A story of sections as a mail has it.
@Suite struct BriefTextTests {
    private func table(_ items: [(about: String?, text: String)], note: String = "") -> Table {
        var story = Story("Coins on 25 Mar 2024", answer: "None stands out;", more: "all are alike.")
        var section = PageSection("Ranks", note: note)
        section.items = items.map { item in (item.about.map { PageLink($0, "") }, item.text) }
        if !items.isEmpty { story.blocks = [.sections([section]), .note("More: assay feed")] }
        var table = Table(title: "", columns: [], rows: [], notes: ["Made from it."])
        (table.story, table.isBrief) = (story, true)
        return table
    }

    private func lines(_ table: Table, as format: ReportFormat, _ style: ReportStyle = ReportStyle()) throws -> [String]
    {
        let text = String(decoding: try table.bytes(as: format, style: style), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private let long = (0..<20).map { "word\($0)" }.joined(separator: " ")

    @Test("Text has a subject, headings and lists, and no line is wider than 78 columns") func text() throws {
        let table = table([("Monero (XMR)", "rose"), (nil, long)], note: "and 2 further coins")
        let lines = try lines(table, as: .table)
        #expect(
            lines == [
                "Coins on 25 Mar 2024", "", "None stands out; all are alike.", "", "Ranks", "- Monero (XMR): rose",
                "- word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11",
                "  word12 word13 word14 word15 word16 word17 word18 word19", "  and 2 further coins", "",
                "More: assay feed", "",
            ]
        )
        #expect(table.story?.lineCount == lines.count - 1)
    }

    @Test("A narrow terminal has shorter lines, colours where it has them, and notes where they are asked for")
    func terminal() throws {
        let table = table([(nil, long)])
        #expect(try lines(table, as: .table, ReportStyle(width: 30)).allSatisfy { $0.count <= 30 })
        let colored = try lines(table, as: .table, ReportStyle(color: true, width: 200, isVerbose: true))
        #expect(colored[0] == "\u{1B}[1mCoins on 25 Mar 2024\u{1B}[0m")
        #expect(colored.allSatisfy { $0.count <= 78 + 8 })
        #expect(colored.suffix(2) == ["\u{1B}[2mMade from it.\u{1B}[0m", ""])
    }

    @Test("Without sections there is no blank line") func short() throws {
        #expect(try lines(table([]), as: .table) == ["Coins on 25 Mar 2024", "None stands out; all are alike.", ""])
    }

    @Test("Markdown has lists under headings, a blank line around each") func markdown() throws {
        let table = table([("Monero (XMR)", "rose"), (nil, "fell")], note: "and 2 further coins")
        #expect(
            try lines(table, as: .md) == [
                "# Coins on 25 Mar 2024", "", "None stands out; all are alike.", "", "## Ranks", "",
                "- **Monero (XMR)**: rose", "- fell", "- and 2 further coins", "", "More: assay feed", "",
            ]
        )
    }

    @Test("Hostile names are text, each on its line") func hostileNames() throws {
        let table = table(HostileNames.all.map { ($0, $0) })
        let lines = try lines(table, as: .md)
        #expect(lines.count { $0.hasPrefix("- **") } == HostileNames.all.count)
        for line in lines where line.hasPrefix("- **") {
            var isEscaped = false
            for scalar in line.unicodeScalars {
                #expect(isEscaped || !"<>`[]_&$".unicodeScalars.contains(scalar), "\(line)")
                isEscaped = scalar == "\\" && !isEscaped
            }
        }
        let tags = parsedPage(try table.rendered(as: .html))
        #expect(tags.count { $0.name == "li" } == HostileNames.all.count && !tags.contains { $0.name == "script" })
        let plain = try self.lines(table, as: .table)
        #expect(!plain.joined().unicodeScalars.contains { $0.isHidden })
        #expect(plain.count { $0.hasPrefix("- ") } == HostileNames.all.count)
    }
}

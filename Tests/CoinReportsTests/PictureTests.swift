import CoinModel
import CoinTables
import Testing

@testable import CoinReports

@Suite struct PictureTests {
    private let missing = MissingReason.nothingToSay

    /// Four weeks, newest first, of which one has no row.
    private func weeks(_ panels: [Picture.Panel], shaded: [ClosedRange<Week>] = []) -> Table {
        var table = Table(
            title: "Weeks",
            columns: [
                Column("week", "Week", .text, meaning: "Sunday."),
                Column("own", "Own", .number, unit: "USD", display: .money, meaning: "Own."),
                Column("low", "Low", .integer, meaning: "Low."), Column("high", "High", .integer, meaning: "High."),
                Column("state", "State", .text, meaning: "State."), Column("none", "None", .number, meaning: "None."),
            ],
            rows: [
                [.text("2024-03-17"), .number(4), .integer(1), .integer(3), .text("rising"), .missing(missing)],
                [.text("2024-03-10"), .number(2), .integer(2), .integer(4), .text("<b>"), .missing(missing)],
                [.text("2024-02-25"), .number(1), .integer(2), .integer(2), .text("<b>"), .missing(missing)],
            ]
        )
        table.pictures = [Picture("P & Q", note: "A note.", .weeks("week", shaded: shaded), panels)]
        return table
    }

    @Test("Lines break where a week has no row") func gaps() throws {
        let marks = [Picture.Mark(.line("own"), .development, "own"), Picture.Mark(.line("none"), .volume, "none")]
        let page = try weeks([Picture.Panel("Price", .span, marks)]).rendered(as: .html)
        // From 1 at the bottom to 4 on top; the week of 3 March is missing, so its neighbour stands alone.
        #expect(
            page.contains(#"<path class="s-development" d="M25 51l10-33"/><path class="dot" d="M5 84h0M35 18h0"/>"#)
        )
        #expect(
            page.contains("<title>Price, weeks of 2024-02-25 to 2024-03-17. own: $1.00 to $4.00, newest $4.00.</title>")
        )
        #expect(page.contains("own <b>$4.00</b>") && !page.contains("none <b>") && page.contains("<h2>P &amp; Q</h2>"))
        #expect(page.contains(">$1</text>") && page.contains(">$2</text>"))
    }

    @Test("Bands, stacked bars, dots, words and shading are drawn") func marks() throws {
        let shaded =
            Week(containing: try #require(Day("2024-03-10")))...Week(containing: try #require(Day("2024-03-17")))
        let page = try weeks(
            [
                Picture.Panel(
                    "Ranks",
                    .ranks,
                    [Picture.Mark(.band("low", "high"), .band), Picture.Mark(.dots("low"), .search)]
                ),
                Picture.Panel(
                    "Sums",
                    .counts,
                    [Picture.Mark(.bars("low"), .development), Picture.Mark(.bars("high"), .excluded)]
                ), Picture.Panel("State", .words, [Picture.Mark(.words("state"), .valuation)]),
                Picture.Panel("Nothing", .index, [Picture.Mark(.line("none"), .search)]),
            ],
            shaded: [shaded]
        ).rendered(as: .html)
        #expect(page.contains(#"<rect class="win" x="50%" width="50%" height="124"/>"#))
        // Four ranks over 108 units: the first at 6, the fourth at 114.
        #expect(page.contains(#"<path class="a-band" d="M25 114l10-36 0-72-10 36z"/>"#))
        #expect(page.contains(#"<path class="s-search dots" d="M5 42h0M25 42h0M35 6h0"/>"#))
        // 2 and 4 of 6 over 80 units: the upper bar stands on the lower.
        #expect(page.contains(#"M21 84v-26.7h8v26.7"#) && page.contains(#"M21 57.3v-53.3h8v53.3"#))
        #expect(page.contains(#"<svg class="w-off" x="0%" width="25%""#) && page.contains("&lt;b&gt;</text>"))
        #expect(page.contains(#"<svg class="w-up" x="75%" width="25%""#) && page.contains("▲ rising</text>"))
        #expect(!page.contains("<h3>Nothing</h3>") && page.contains("<h3>Sums</h3>") && !page.contains("<b></text>"))
    }

    @Test(
        "Rows of days are placed by date, with names of days or months",
        arguments: [(1, 4, "days", "8 Mar"), (7, 30, "months", "Apr")]
    )
    func days(
        _ pitch: Int,
        _ count: Int,
        _ ticks: String,
        _ named: String
    ) throws {
        let first = try #require(Day("2024-03-05"))
        var table = Table(
            title: "Days",
            columns: [
                Column("day", "Day", .text, meaning: "Day."),
                Column("own", "Own", .number, unit: "USD", display: .money, meaning: "Own."),
            ],
            rows: (0..<count).map { place in
                let cell: Cell = place == 1 ? .missing(missing) : .number(place == 0 ? 4 : 2)
                return [.text(first.advanced(by: pitch * place).description), cell]
            }
        )
        let panel = Picture.Panel("Value", .span, [Picture.Mark(.line("own"), .development)])
        table.pictures = [Picture("P", note: "", .days("day"), [panel])]
        let page = try table.rendered(as: .html)
        let last = first.advanced(by: pitch * (count - 1))
        #expect(page.contains("<title>Value, 2024-03-05 to \(last). $2.00 to $4.00, newest $2.00.</title>"))
        #expect(page.contains("viewBox=\"0 0 \(10 * count) 104\"") && page.contains(">\(named)</text>"), "\(ticks)")
        // The second day is missing: the first stands alone, and nothing is drawn over the gap.
        #expect(page.contains("<path class=\"dot\" d=\"M5 ") && page.contains("<path class=\"s-development\" d=\"M25 "))
    }

    @Test("A private table is marked as private") func privateTable() throws {
        var table = SampleTables.small
        #expect(try !table.rendered(as: .html).contains("for you alone"))
        table.isPrivate = true
        #expect(try table.rendered(as: .html).contains(">private</span> What you hold or trade"))
    }

    @Test("Annexes are folded below their charts") func annexes() throws {
        var table = SampleTables.small
        table.annexes = [weeks([Picture.Panel("Price", .span, [Picture.Mark(.line("own"), .development)])])]
        let page = try table.rendered(as: .html)
        let picture = try #require(page.firstRange(of: "<section class=\"card\">"))
        let numbers = try #require(page.firstRange(of: "<summary>The same in numbers</summary>"))
        let rows = try #require(page.firstRange(of: "<h2>Coins"))
        #expect(picture.lowerBound < numbers.lowerBound && numbers.lowerBound < rows.lowerBound)
        #expect(page.contains("<th scope=\"row\">2024-02-25</th><td class=\"num\">1.000</td>"))
        #expect(try table.rendered(as: .csv) == SampleTables.small.rendered(as: .csv))
        // One week alone is no line, and nothing is drawn of a column that was not chosen.
        table.annexes = [weeks([Picture.Panel("Price", .span, [Picture.Mark(.line("other"), .development)])])]
        #expect(try !table.rendered(as: .html).contains("<section"))
    }

    @Test(
        "Extreme numbers give no invalid coordinate in any chart",
        arguments: [[1e308, -1e308], [0, 0], [1e-300, 1e300], [5, 5]]
    )
    func extremeCharts(
        _ numbers: [Double]
    ) throws {
        for scale in [Picture.Scale.counts, .span, .index, .ranks, .amounts, .share] {
            for form in [Picture.Form.line("a"), .bars("a"), .band("a", "b"), .dots("b")] {
                let panel = Picture.Panel("P", scale, [Picture.Mark(form, .development, "x")])
                var table = Table(
                    title: "",
                    columns: [Column("week", "Week", .text, meaning: "")]
                        + ["a", "b"].map { Column($0, $0, .number, meaning: "") },
                    rows: zip(["2024-03-17", "2024-03-10"], numbers).map { [.text($0), .number($1), .number($1)] }
                )
                table.pictures = [Picture("W", note: "", .weeks("week"), [panel])]
                let page = try table.rendered(as: .html)
                let drawn = page[(page.firstRange(of: "<main")?.lowerBound ?? page.startIndex)...]
                #expect(
                    !drawn.contains("nan") && !drawn.contains("inf%") && !drawn.contains("\"inf"),
                    "\(scale) \(form)"
                )
            }
        }
    }
}

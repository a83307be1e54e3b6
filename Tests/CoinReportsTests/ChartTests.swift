import CoinModel
import CoinTables
import Testing

@testable import CoinReports

@Suite struct ChartTests {
    private let frame = TimeFrame(count: 13, newest: Week(containing: Day("2024-03-17") ?? Day(index: 0)))

    @Test("Bars are drawn from zero, with their means") func bars() throws {
        var values = [Double](repeating: 4, count: 12)
        values.insert(.nan, at: 0)
        (values[1], values[12]) = (0, 8)
        let html = try chart(.counts, [.bars("a"), .mean("a", of: 12), .mean("a", of: 52)], [values])
        // The oldest week is missing: nothing; the next is zero: a stub of one; 8 is the highest.
        #expect(html.contains(#"<path class="f-developers" d="M11 84v-1h8v1h2v-40h8v40h2"#))
        #expect(html.contains(#"h2v-80h8v80"/>"#))
        #expect(!html.contains("b0"))
        #expect(
            html.contains(#"<path class="m12" d="M10 44H130"/>"#)
                && html.contains(#"<path class="m52" d="M0 44H130"/>"#)
        )
        #expect(
            html.contains(
                #"<text class="v" x="2" y="48">4</text><text x="2" y="59">4</text><text x="2" y="8">8</text><text x="2" y="84">0</text>"#
            )
        )
        #expect(html.contains(#"<rect class="win" x="7.7%" width="92.3%" height="84"/>"#))
    }

    @Test("Bot commits are stacked on those of people") func stackedBots() throws {
        let people = [Double](repeating: 2, count: 13)
        let html = try chart(.counts, [.bars("a"), .bars("b")], [people, Array(repeating: 0, count: 12) + [6]])
        #expect(html.contains(#"d="M121 64v-60h8v60"/>"#))
        // What lies before the weeks that are shaded is paler.
        #expect(html.contains(#"<path class="b0 f-developers" d="M1 84v-20h8v20"/>"#))
    }

    @Test("Price lines break at gaps and are logarithmic above a ratio of four") func prices() throws {
        let values = [1, 2, .nan, 4, .nan, 10, 20, 50, 100, 90, 80, 70, 60]
        let html = try chart(.span, [.peaks("a"), .line("a")], [values], unit: "USD", display: .money)
        #expect(html.contains(#"<path class="s-developers" d="M5 84l10-9.9"/>"#))
        // 4 alone and the newest are dots.
        #expect(html.contains(#"<path class="dot" d="M35 64.1h0M125 25.3h0"/>"#))
        #expect(html.contains(#"class="pk""#) && html.contains(#"class="below""#))
        #expect(html.contains(">high $100.00</text>") && html.contains(">low $1.00</text>"))
        #expect(html.contains(">$1</text>") && html.contains(">$10</text>") && html.contains(">$100</text>"))
        let flat = try chart(.span, [.line("a")], [Array(repeating: 7, count: 13)])
        #expect(!flat.contains("nan") && !flat.contains("inf"))
    }

    @Test("A dashed line has a dot where a week stands between gaps") func lonelyWeeks() throws {
        let lonely = (0..<13).map { $0 == 4 ? 3.0 : $0 > 9 ? 2 : .nan }
        let html = try chart(.counts, [.dashes("a")], [lonely])
        #expect(html.contains(/<path class="s-developers dots" d="M45 [0-9.]+h0"\/>/))
        #expect(html.contains(/<path class="s-developers dash" d="M105 [0-9.]+l10 0 10 0"\/>/))
    }

    @Test("Rank charts have rank 1 on top") func ranks() throws {
        let ranks = (1...13).map(Double.init)
        let html = try chart(
            .ranks,
            [.band("b", "c"), .line("a")],
            [ranks, ranks.map { max(1, $0 - 1) }, ranks.map { $0 + 1 }]
        )
        #expect(html.contains(#"<path class="s-developers" d="M5 6l10 8.3"#))
        #expect(html.contains(#"<path class="a-developers" d="M5 14.3l10 8.3"#))
        #expect(html.contains(#"<text x="2" y="10">1</text>"#))
    }

    @Test("The text of a week has its value, stacked value or rank interval")
    func weeksInWords() throws {
        let two = [Double](repeating: 2, count: 13)
        let bars = try #require(picture(.counts, [.bars("a"), .bars("b")], [two, two.map { $0 + 1 }]).panels.first)
        #expect(bars.words(0) == "2 + 3 x" && bars.value(12) == "2" && bars.words(13) == nil)
        let rank = try #require(
            picture(.ranks, [.band("b", "c"), .line("a")], [two, two, two.map { $0 + 5 }]).panels.first
        )
        #expect(rank.words(0) == "2 (2–7)" && rank.value(0) == "2")
    }

    @Test("Months are labelled where they begin") func months() {
        #expect(frame.axis.contains(#"<text x="8.8%" y="12">2024</text><text x="42.9%" y="12">Feb</text>"#))
    }

    @Test("A missing week is a slash, and zero has its own shade") func missingWeek() {
        let html = HeatChart(rows: [[.nan, 0] + Array(repeating: 100, count: 11)], frame: frame).html
        #expect(html.contains(#"<path class="h0" d="M10.5 2h9v18h-9"/>"#))
        #expect(html.contains(#"<path class="hm" d="M3 15l4-8"/>"#))
    }

    /// Ten years are drawn in steps of four weeks, the newest of which ends with the newest week.
    @Test("Long histories are drawn in steps of four weeks") func longHistory() throws {
        let newest = try #require(Day("2024-03-17"))
        let long = TimeFrame(count: 521, newest: Week(containing: newest), name: "all")
        #expect(long.step == 4 && long.count == 524 && long.x(0) == 20)
        var weeks = (0..<521).map(Double.init)
        for place in 1..<5 { weeks[place] = .nan }
        // 524 places: three before all that is known, then 0 alone, four missing ones, and 5 to 8.
        #expect(Array(long.drawn(weeks).prefix(1)) == [0] && long.drawn(weeks)[1].isNaN && long.drawn(weeks)[2] == 6.5)
        #expect(long.drawn(weeks, takesNewest: true).suffix(2) == [516, 520])
        let html = try chart(.counts, [.bars("a")], [weeks], periods: [(521, "all")])
        #expect(html.contains(#"<div class="plot kall">"#) && html.contains(#"viewBox="0 0 5240 84""#))
        #expect(html.contains(#"class="f-developers" d="M5121 84v"#) && html.contains("h38v"))
        #expect(long.axis.contains(">2016</text>") && !long.axis.contains(">Apr</text>"))
        #expect(TimeFrame(count: 160, newest: Week(containing: newest)).step == 1)
    }

    @Test(
        "Extreme numbers give no invalid coordinate",
        arguments: [[1e308, -1e308], [0, 0], [1e-300, 1e300], [Double.nan], [5]]
    )
    func extremeNumbers(_ numbers: [Double]) throws {
        let values = (0..<13).map { numbers[$0 % numbers.count] }
        for scale in [Picture.Scale.counts, .span, .index, .ranks] {
            let forms: [Picture.Form] = [.bars("a"), .line("a"), .peaks("a"), .mean("a", of: 12)]
            let html = try chart(scale, forms, [values])
            #expect(!html.contains("nan") && !html.contains("inf"), "\(scale)")
        }
    }

    /// The first chart of weekly series, oldest first, in columns `a`, `b` and `c`.
    private func chart(
        _ scale: Picture.Scale,
        _ forms: [Picture.Form],
        _ series: [[Double]],
        unit: String = "",
        display: Column.Display = .fixed(0),
        periods: [(weeks: Int, name: String?)] = []
    ) throws -> String {
        let drawn = try picture(scale, forms, series, unit: unit, display: display, periods: periods)
        return drawn.panels.map { drawn.html(of: $0) }.joined()
    }

    private func picture(
        _ scale: Picture.Scale,
        _ forms: [Picture.Form],
        _ series: [[Double]],
        unit: String = "",
        display: Column.Display = .fixed(0),
        periods: [(weeks: Int, name: String?)] = []
    ) throws -> TimePicture {
        let newest = Week(containing: Day("2024-03-17") ?? Day(index: 0))
        let names = ["a", "b", "c"].prefix(series.count)
        let rows = series[0].indices.map { place in
            [.text(newest.advanced(by: place + 1 - series[0].count).description)]
                + series.map { Cell.number($0[place], orMissing: .nothingToSay) }
        }
        let columns = names.map { Column($0, $0, .number, unit: unit, display: display, meaning: "") }
        let table = Table(title: "", columns: [Column("week", "Week", .text, meaning: "")] + columns, rows: rows)
        let marks = forms.map { Picture.Mark($0, .developers, "x") }
        let axis = Picture.Axis.weeks("week", shaded: [newest.advanced(by: -11)...newest])
        let picture = Picture("P", note: "", axis, [Picture.Panel("P", scale, marks)])
        return try #require(TimePicture(picture, NamedRows(table), periods: periods))
    }
}

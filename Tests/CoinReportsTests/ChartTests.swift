import CoinModel
import CoinTables
import Testing

@testable import CoinReports

@Suite struct ChartTests {
    private let frame = TimeFrame(count: 13, newest: Week(containing: Day("2024-03-17") ?? Day(index: 0)))

    @Test func barsStandOnZeroWithTheirMeans() throws {
        var values = [Double](repeating: 4, count: 12)
        values.insert(.nan, at: 0)
        (values[1], values[12]) = (0, 8)
        let html = chart(Dossier.Panel("developers", note: "", .bars, values))
        // The oldest week is missing: nothing; the next is zero: a stub of one; 8 is the highest.
        #expect(html.contains(#"<path class="b-developers" d="M11 64v-1h8v1h2v-30h8v30h2"#))
        #expect(html.contains(#"h2v-60h8v60"/>"#))
        #expect(!html.contains("b0"))
        #expect(
            html.contains(#"<path class="m12" d="M10 34H130"/>"#)
                && html.contains(#"<path class="m52" d="M0 34H130"/>"#)
        )
        #expect(
            html.contains(
                #"<text class="v" x="2" y="38">4</text><text x="2" y="49">4</text><text x="2" y="64">0</text><text x="2" y="9">8</text>"#
            )
        )
        #expect(html.contains(#"<rect class="win" x="7.7%" width="92.3%" height="64"/>"#))
    }

    @Test func whatBotsDoStandsOnWhatPeopleDo() {
        var panel = Dossier.Panel("commits", note: "", .bars, Array(repeating: 2, count: 13))
        panel.others = Array(repeating: 0, count: 12) + [6]
        let html = chart(panel)
        #expect(html.contains(#"<path class="b-others" d="M121 58v-54h8v54"/>"#))
    }

    @Test func pricesBreakAtGapsAndAreLogarithmicOverFourTimes() {
        let values = [1, 2, .nan, 4, .nan, 10, 20, 50, 100, 90, 80, 70, 60]
        let html = chart(Dossier.Panel("price", note: "", .price, values))
        #expect(html.contains(#"<path class="l-price" d="M5 104l10-12.9"/>"#))
        // 4 alone and the newest are dots.
        #expect(html.contains(#"<path class="dot" d="M35 78.1h0M125 27.5h0"/>"#))
        #expect(html.contains(">high $100.00</text>") && html.contains(">low $1.00</text>"))
        #expect(html.contains(">$1</text>") && html.contains(">$10</text>") && html.contains(">$100</text>"))
        let flat = chart(Dossier.Panel("price", note: "", .price, Array(repeating: 7, count: 13)))
        #expect(!flat.contains("nan") && !flat.contains("inf"))
    }

    @Test func ranksHaveTheFirstOnTop() {
        var panel = Dossier.Panel("rank", note: "", .rank, (1...13).map(Double.init))
        panel.bounds = (1...13).map { (max(1, Double($0) - 1), Double($0) + 1) }
        let html = PanelChart(panel, frame, ranked: 50, quote: "usd").html
        #expect(html.contains(#"<path class="l-rank" d="M5 6l10 1.4"#))
        #expect(html.contains(#"<path class="a-rank" d="M5 7.4l10 1.4"#))
        #expect(html.contains(#"<text x="2" y="10">1</text>"#))
    }

    @Test func monthsAreNamedWhereTheyBegin() {
        #expect(frame.axis.contains(#"<text x="8.8%" y="12">2024</text><text x="42.9%" y="12">Feb</text>"#))
    }

    @Test func aMissingWeekIsASlashAndZeroAShadeOfItsOwn() {
        let html = HeatChart(rows: [[.nan, 0] + Array(repeating: 100, count: 11)], frame: frame).html
        #expect(html.contains(#"<path class="h0" d="M10.5 2h9v18h-9"/>"#))
        #expect(html.contains(#"<path class="hm" d="M3 15l4-8"/>"#))
    }

    /// Ten years are drawn in steps of four weeks, the newest of which ends with the newest week.
    @Test func longHistoriesAreDrawnInSteps() throws {
        let newest = try #require(Day("2024-03-17"))
        let long = TimeFrame(count: 521, newest: Week(containing: newest), name: "all")
        #expect(long.step == 4 && long.count == 524 && long.x(0) == 20)
        var weeks = (0..<521).map(Double.init)
        for place in 1..<5 { weeks[place] = .nan }
        // 524 places: three before all that is known, then 0 alone, four missing ones, and 5 to 8.
        #expect(Array(long.drawn(weeks).prefix(1)) == [0] && long.drawn(weeks)[1].isNaN && long.drawn(weeks)[2] == 6.5)
        #expect(long.drawn(weeks, takesNewest: true).suffix(2) == [516, 520])
        let html = PanelChart(Dossier.Panel("developers", note: "", .bars, weeks), long, ranked: 5, quote: "usd").html
        #expect(html.contains(#"<div class="plot kall">"#) && html.contains(#"viewBox="0 0 5240 64""#))
        #expect(html.contains(#"class="b-developers" d="M5121 64v"#) && html.contains("h38v"))
        #expect(long.axis.contains(">2016</text>") && !long.axis.contains(">Apr</text>"))
        #expect(TimeFrame(count: 160, newest: Week(containing: newest)).step == 1)
    }

    /// Extreme numbers leave no chart with a coordinate that is none.
    @Test(arguments: [[1e308, -1e308], [0, 0], [1e-300, 1e300], [Double.nan], [5]])
    func noNumberBreaksAChart(_ numbers: [Double]) {
        let values = (0..<13).map { numbers[$0 % numbers.count] }
        for drawing in [Dossier.Panel.Drawing.bars, .price, .index, .rank] {
            let html = chart(Dossier.Panel("volume", note: "", drawing, values))
            #expect(!html.contains("nan") && !html.contains("inf"), "\(drawing)")
        }
    }

    private func chart(_ panel: Dossier.Panel) -> String { PanelChart(panel, frame, ranked: 50, quote: "usd").html }
}

import CoinModel
import Testing

@testable import CoinPanel

@Suite struct MarketWindowTests {
    @Test(
        "Sources are chained if they share three days and differ by little",
        arguments: [
            ([(100, 100.5), (50, 50.1), (20, 20.3)], true), ([(100, 100.5), (50, 53), (20, 20.3)], false),
            ([(100, 100.5), (50, 50.1)], false), ([(100, 102), (50, 51), (20, 20)], false),
            ([(0, 0), (7, 7), (9, 9)], true), ([(0, 1), (7, 7), (9, 9), (9, 9)], false),
            ([(100, 100), (100, 105), (100, 100)], true), ([(100, 100), (100, 105.2), (100, 100)], false),
            ([(1, 1.0), (1, 1.0), (1, 1.02), (1, 1.02)], true), ([], false),
        ] as [([(Double, Double)], Bool)]
    )
    func agreement(pairs: [(Double, Double)], agrees: Bool) {
        #expect(MarketWindow.agree(pairs) == agrees)
        #expect(MarketWindow.agree(pairs.map { ($1, $0) }) == agrees)
    }

    @Test("The column names each source with the number of weeks taken from it")
    func names() {
        var weeks = WeeklyMatrix(rows: 3, weeks: CrossSection.weeks)
        for weeksBack in 0..<50 { weeks[0, weeksBack] = 1 }
        for weeksBack in 0..<9 { weeks[1, weeksBack] = 1 }
        var window = MarketWindow(weeks: weeks, sources: ["live", "archive", nil])
        window.chained[0] = [("archive", Array(12..<50))]
        #expect(window.shares(of: 0).map(\.weeks) == [12, 38])
        #expect(window.has("archive", 0) && window.has("archive", 1) && !window.has("live", 1))
        var windows = [window, MarketWindow(weeks: weeks, sources: ["live", "archive", nil])]
        #expect(windows.sourceNames(count: 3) == ["live (12 weeks), archive (38 weeks)", "archive", nil])
        windows.append(MarketWindow(weeks: weeks, sources: ["other", "archive", nil]))
        #expect(windows.sourceNames(count: 3) == ["live (12 weeks), archive (38 weeks), other", "archive", nil])
    }
}

@Suite struct VolumeDigitsTests {
    @Test(
        "Volumes of up to three significant digits are short",
        arguments: [
            (1_250_000, true), (980_000, true), (12_345, false), (12_300, true), (1e20, true), (1.23, true),
            (0.00123, true),
            (1.234, false), (100.5, false), (7, true), (999, true), (1000, true), (1001, false),
        ] as [(Double, Bool)]
    )
    func shortNumbers(volume: Double, isShort: Bool) {
        #expect(VolumeDigits.isShort(volume) == isShort)
    }

    /// So many volumes of seven digits, all of them different and odd.
    private static func odd(_ count: Int) -> [Double] { (0..<count).map { 1_234_567 + Double($0) * 7918 } }

    @Test("Over half of ten or more large volumes being round or equal is suspect")
    func grounds() {
        let round = Array(repeating: 1_250_000.0, count: 6) + Array(repeating: 980_000, count: 5)
        #expect(VolumeDigits.grounds(round + Self.odd(9)) == [.round])
        #expect(VolumeDigits.grounds(round + Self.odd(11)) == [])
        #expect(VolumeDigits.grounds(Array(round.prefix(9))) == [])
        #expect(VolumeDigits.grounds(round.map { $0 / 1000 } + Self.odd(9)) == [])
        #expect(VolumeDigits.grounds(Array(repeating: 1_234_567, count: 11) + Self.odd(20).suffix(9)) == [.repeated])
        #expect(VolumeDigits.grounds(Array(repeating: 1_234_567, count: 10) + Self.odd(20).suffix(10)) == [])
        #expect(VolumeDigits.grounds(Array(repeating: 20_000, count: 10)) == [.round, .repeated])
    }

    @Test("A source with over a fifth of short volumes rounds them")
    func rounding() {
        #expect(!VolumeDigits.isRounding(short: 20, of: 100))
        #expect(VolumeDigits.isRounding(short: 21, of: 100))
        #expect(!VolumeDigits.isRounding(short: 0, of: 0))
    }
}

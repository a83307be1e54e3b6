internal import CoinModel

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What the market did with a coin over the last year.
struct MarketActivity {
    /// Mean weekly volume over R and Y, each at least 8 and 26 observed weeks, and their ratio.
    let volumeRecent: Measured
    let volumeYear: Measured
    /// ln(P(w0) / P(w12)).
    let momentum: Measured
    /// √52 × sample deviation of at least 26 weekly log returns over Y.
    let volatility: Measured
    /// P(w0) / highest close of Y − 1.
    let drawdown: Measured
    /// ln of median volumes' mean over R by that over B, before the universe's median is taken away.
    let volumeTrend: Measured
    /// Mean median volume by mean capitalisation over R.
    let turnover: Measured
    /// Whether the newest four weekly closes, or volumes, are all equal.
    let isFlat: Bool
    /// Whether there is a close in w0…w3.
    let isAlive: Bool

    init(_ coin: Int, _ section: CrossSection) {
        let close = WeeklySeries(section.close[row: coin])
        let volume = WeeklySeries(section.volumeMean[row: coin])
        let medians = WeeklySeries(section.volumeMedian[row: coin])
        // A capitalisation of 0 is a source's word for unknown.
        let caps = WeeklySeries(section.capitalisation[row: coin].map { $0 > 0 ? $0 : .nan })
        volumeRecent = volume.mean(Window.recent, least: 8, orMissing: .noMarket)
        volumeYear = volume.mean(Window.year, least: 26, orMissing: .noMarket)
        momentum = Measured(log(close.values[0] / close.values[12]), orMissing: .noMarket)
        let returns = Window.year.map { log(close.values[$0] / close.values[$0 + 1]) }.filter { !$0.isNaN }
        let none: MissingReason = close.values.allSatisfy(\.isNaN) ? .noMarket : .fewWeeks
        volatility =
            returns.count < 26 ? .missing(none) : Measured(52.0.squareRoot() * deviation(returns), orMissing: none)
        let highest = close.observed(Window.year).max() ?? .nan
        drawdown = Measured(close.values[0] / highest - 1, orMissing: .noMarket)
        let recent = medians.mean(Window.recent, least: 8, orMissing: .noMarket)
        let base = medians.mean(Window.base, least: 26, orMissing: .noMarket)
        volumeTrend =
            !recent.isThere
            ? recent
            : !base.isThere
                ? base : Measured(log(recent.value / base.value), orMissing: .zeroBase)
        let cap = caps.mean(Window.recent, least: 1, orMissing: .noMarket)
        turnover = cap.isThere ? Measured(recent.value / cap.value, orMissing: .noMarket) : cap
        isFlat = MarketActivity.isFlat(close) || MarketActivity.isFlat(medians)
        isAlive = close.values[0..<4].contains { !$0.isNaN }
    }

    private static func isFlat(_ series: WeeklySeries) -> Bool {
        let newest = series.values[0..<4]
        return newest.allSatisfy { !$0.isNaN && $0 == newest.first }
    }
}

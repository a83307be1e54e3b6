internal import CoinModel

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What the market did with a coin over the last year.
struct MarketActivity {
    /// Means of the weekly mean volumes over R and Y.
    let volumeRecent: Measured
    let volumeYear: Measured
    /// ln(P(w0) / P(w12)).
    let momentum: Measured
    /// √52 × sample deviation of at least 26 weekly log returns over Y.
    let volatility: Measured
    /// P(w0) / highest close of Y − 1.
    let drawdown: Measured
    /// ln(mean_R / mean_B) of the weekly median volumes, at least 8 and 26 weeks, before the universe's median is
    /// taken away.
    let volumeTrend: Measured
    /// Median of the weekly median volumes by mean capitalisation, over R.
    let turnover: Measured
    /// Whether the newest four weekly closes, or volumes, are all equal.
    let isFlat: Bool
    /// Whether there is a close in w0…w3.
    let isAlive: Bool

    init(_ coin: Int, _ section: CrossSection, _ fewest: FewestWeeks) {
        let close = WeeklySeries(section.close[row: coin])
        let volume = WeeklySeries(section.volumeMean[row: coin])
        let medians = WeeklySeries(section.volumeMedian[row: coin])
        // A capitalisation of 0 is a source's word for unknown.
        let caps = WeeklySeries(section.capitalisation[row: coin].map { $0 > 0 ? $0 : .nan })

        let noClose: MissingReason = close.isEmpty ? .noMarket : .noClose
        momentum = Measured(log(close.values[0] / close.values[12]), orMissing: noClose)
        drawdown = Measured(close.values[0] / (close.observed(Window.year).max() ?? .nan) - 1, orMissing: noClose)
        let returns = Window.year.map { log(close.values[$0] / close.values[$0 + 1]) }.filter { !$0.isNaN }
        volatility =
            returns.count < 26
            ? .missing(close.isEmpty ? .noMarket : .fewWeeks)
            : Measured(52.0.squareRoot() * deviation(returns), orMissing: .noClose)

        volumeRecent = volume.mean(Window.recent, least: fewest.recent, orMissing: .noMarket)
        volumeYear = volume.mean(Window.year, least: fewest.year, orMissing: .noMarket)
        let recent = medians.mean(Window.recent, least: 8, orMissing: .noMarket)
        let base = medians.mean(Window.base, least: 26, orMissing: .noMarket)
        volumeTrend = ratio(recent, base).map(orMissing: .zeroBase) { log($0) }
        let typical = medians.observed(Window.recent)
        turnover = caps.mean(Window.recent, least: 1, orMissing: .noMarket)
            .map(orMissing: medians.isEmpty ? .noMarket : .fewWeeks) { median(typical) / $0 }

        isFlat = MarketActivity.isFlat(close) || MarketActivity.isFlat(medians)
        isAlive = close.values[0..<4].contains { !$0.isNaN }
    }

    private static func isFlat(_ series: WeeklySeries) -> Bool {
        let newest = series.values[0..<4]
        return newest.allSatisfy { !$0.isNaN && $0 == newest.first }
    }
}

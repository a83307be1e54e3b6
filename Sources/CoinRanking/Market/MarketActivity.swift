internal import CoinModel
internal import CoinTables

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What the closes of a coin did over the last year.
struct ClosingPrices {
    /// ln(P(w0) / P(w12)).
    let momentum: Measured
    /// √52 × sample deviation of at least 26 weekly log returns over Y.
    let volatility: Measured
    /// P(w0) / highest close of Y − 1.
    let drawdown: Measured
    /// P(w0) / lowest close of Y − 1.
    let aboveLow: Measured
    /// The same by the highest and lowest close ever known.
    let drawdownEver: Measured
    let aboveLowEver: Measured
    /// Whether the newest four closes are all equal.
    let isFlat: Bool

    /// - Parameters:
    ///   - weeks: the weekly closes.
    ///   - highest: the highest close ever known.
    ///   - lowest: the lowest one.
    init(_ weeks: ArraySlice<Double>, highest: Double, lowest: Double) {
        let close = WeeklySeries(weeks)
        let none: MissingReason = close.isEmpty ? .noMarket : .noClose
        momentum = Measured(log(close.values[0] / close.values[12]), orMissing: none)
        drawdown = Measured(close.values[0] / (close.observed(Window.year).max() ?? .nan) - 1, orMissing: none)
        aboveLow = Measured(close.values[0] / (close.observed(Window.year).min() ?? .nan) - 1, orMissing: none)
        drawdownEver = Measured(close.values[0] / highest - 1, orMissing: none)
        aboveLowEver = Measured(close.values[0] / lowest - 1, orMissing: none)
        let returns = Window.year.map { log(close.values[$0] / close.values[$0 + 1]) }.filter { !$0.isNaN }
        volatility =
            returns.count < 26
            ? .missing(close.isEmpty ? .noMarket : .fewWeeks)
            : Measured(52.0.squareRoot() * deviation(returns), orMissing: .noClose)
        isFlat = close.isFlat
    }
}

/// Means over R and Y of the weekly mean volumes of a coin.
struct TradedVolume {
    let recent: Measured
    let year: Measured

    /// - Parameters:
    ///   - weeks: the weekly mean volumes.
    ///   - fewest: the fewest weeks of the means.
    init(_ weeks: ArraySlice<Double>, _ fewest: FewestWeeks) {
        let volume = WeeklySeries(weeks)
        recent = volume.mean(Window.recent, least: fewest.recent, orMissing: .noMarket)
        year = volume.mean(Window.year, least: fewest.year, orMissing: .noMarket)
    }
}

/// What the weekly median volumes of a coin say.
struct TypicalVolume {
    /// ln(mean_R / mean_B), at least 8 and 26 weeks, before the universe's median is taken away.
    let trend: Measured
    /// Their median by mean capitalisation, over R.
    let turnover: Measured
    /// The error e of the trend.
    let trendError: Measured
    /// Their median over R.
    let median: Double
    /// Whether the newest four are all equal.
    let isFlat: Bool

    /// - Parameters:
    ///   - weeks: the weekly median volumes.
    ///   - capitalisation: the weekly capitalisations; 0 is a source's word for unknown.
    init(_ weeks: ArraySlice<Double>, capitalisation: ArraySlice<Double>) {
        let medians = WeeklySeries(weeks)
        let caps = WeeklySeries(capitalisation.map { $0 > 0 ? $0 : .nan })
        let recent = medians.mean(Window.recent, least: 8, orMissing: .noMarket)
        let base = medians.mean(Window.base, least: 26, orMissing: .noMarket)
        trend = ratio(recent, base).map(orMissing: .zeroBase) { log($0) }
        trendError = Measured(blockErrorSquared(medians).squareRoot(), orMissing: .fewWeeks)
        let typical = CoinRanking.median(medians.observed(Window.recent))
        median = typical
        turnover = caps.mean(Window.recent, least: 1, orMissing: .noMarket)
            .map(orMissing: medians.isEmpty ? .noMarket : .fewWeeks) { typical / $0 }
        isFlat = medians.isFlat
    }
}

extension WeeklySeries {
    /// Whether the newest four weeks were observed and are all equal.
    fileprivate var isFlat: Bool {
        let newest = values[0..<4]
        return newest.allSatisfy { !$0.isNaN && $0 == newest.first }
    }
}

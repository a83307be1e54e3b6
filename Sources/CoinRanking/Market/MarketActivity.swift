internal import CoinModel
internal import CoinTables

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
    /// Median of |weekly log return| over R, 8 or more of them; missing with fewer.
    let stillness: Measured

    init(_ close: WeeklySeries, highest: Double, lowest: Double) {
        let none: MissingReason = close.isEmpty ? .noMarket : .noClose
        // A coin that began after the week 12 weeks before has too few weeks, and no gap.
        let isShort = !close.values[0].isNaN && close.values[12...].allSatisfy(\.isNaN)
        momentum = Measured(ln(close.values[0] / close.values[12]), orMissing: isShort ? .fewWeeks : none)
        drawdown = Measured(close.values[0] / (close.observed(Window.year).max() ?? .nan) - 1, orMissing: none)
        aboveLow = Measured(close.values[0] / (close.observed(Window.year).min() ?? .nan) - 1, orMissing: none)
        drawdownEver = Measured(close.values[0] / highest - 1, orMissing: none)
        aboveLowEver = Measured(close.values[0] / lowest - 1, orMissing: none)
        let changes = close.logReturns
        let returns = changes.filter { !$0.isNaN }
        volatility =
            returns.count < 26
            ? .missing(close.isEmpty ? .noMarket : .fewWeeks)
            : Measured(52.0.squareRoot() * deviation(returns), orMissing: .noClose)
        isFlat = close.isFlat
        let recent = changes[Window.recent].filter { !$0.isNaN }.map(abs)
        stillness = Measured(recent.count < 8 ? .nan : CoinModel.median(recent), orMissing: .fewWeeks)
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

    init(_ medians: WeeklySeries, capitalisation: WeeklySeries) {
        let caps = WeeklySeries(capitalisation.values.map { $0 > 0 ? $0 : .nan })
        let recent = medians.mean(Window.recent, least: 8, orMissing: .noMarket)
        let base = medians.mean(Window.base, least: 26, orMissing: .noMarket)
        trend = ratio(recent, base).map(orMissing: .zeroBase) { ln($0) }
        trendError = Measured(blockErrorSquared(medians).squareRoot(), orMissing: .fewWeeks)
        let typical = CoinModel.median(medians.observed(Window.recent))
        median = typical
        turnover = caps.mean(Window.recent, least: 1, orMissing: .noMarket)
            .map(orMissing: medians.isEmpty ? .noMarket : .fewWeeks) { typical / $0 }
        isFlat = medians.isFlat
    }
}

extension TypicalVolume {
    /// The trends of coins against that of the market: a coin's own, less the eligible coins' median of it.
    ///
    /// A volume that looks made up says nothing, neither of its coin nor to that median.
    static func trends(_ volumes: [TypicalVolume], suspect: [[VolumeGround]], eligible: [Int]) -> [Measured] {
        let own = zip(volumes, suspect).map { $1.isEmpty ? $0.trend : .missing(.suspect) }
        let typical = CoinModel.median(eligible.map { own[$0] }.filter(\.isThere).map(\.value))
        return own.map { $0.map(orMissing: .noUniverse) { $0 - typical } }
    }
}

extension WeeklySeries {
    /// Whether the newest four weeks were observed and are all equal.
    fileprivate var isFlat: Bool {
        let newest = values[0..<4]
        return newest.allSatisfy { !$0.isNaN && $0 == newest.first }
    }
}

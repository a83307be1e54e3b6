internal import CoinModel

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The search interest of a coin on its own export's scale.
struct SearchInterest {
    /// Means over R and Y, at least 8 and 26 observed weeks.
    let recent: Measured
    let year: Measured
    /// M = ln(mean_R + ½) − ln(mean_B + ½), and its bounds from the cells' own.
    let momentum: Measured
    let momentumLow: Measured
    let momentumHigh: Measured
    /// ASVI = ln(s_0 + ½) − ln(median(s_1 … s_8) + ½), 6 of the 8 observed. [Da, Engelberg, Gao 2011]
    let shortTerm: Measured

    /// Measures a coin; `takesPartial` says whether weeks that the export may not have seen whole count, as in
    /// `classic`.
    init(_ coin: Int, _ section: CrossSection, takesPartial: Bool) {
        let term = section.interestSeries[coin]
        let isWeekly = term.map { [.hour, .day, .week].contains($0.granularity) } ?? true
        let none: MissingReason = term == nil ? .noInterest : isWeekly ? .fewWeeks : .shownOnly
        let whole = section.interest[row: coin].enumerated().map { ago, value in
            let week = section.asOf.lastCompleteWeek.advanced(by: -ago)
            return takesPartial || term?.partialFrom.map({ week < $0 }) ?? true ? value : .nan
        }
        let series = WeeklySeries(isWeekly ? whole : whole.map { _ in .nan })
        recent = series.mean(Window.recent, least: 8, orMissing: none)
        year = series.mean(Window.year, least: 26, orMissing: none)
        let (r, b) = (series.observed(Window.recent), series.observed(Window.base))
        guard r.count >= 8, b.count >= 26 else {
            momentum = .missing(none)
            momentumLow = .missing(none)
            momentumHigh = .missing(none)
            shortTerm = SearchInterest.shortTerm(series, none)
            return
        }
        let bounds = InterestMomentum(recent: r, base: b)
        momentum = Measured(bounds.value, orMissing: none)
        momentumLow = Measured(bounds.low, orMissing: none)
        momentumHigh = Measured(bounds.high, orMissing: none)
        shortTerm = SearchInterest.shortTerm(series, none)
    }

    /// Whether the sign of the momentum is open: its bounds lie on both sides of 0.
    var isIndeterminate: Bool { momentumLow.value < 0 && momentumHigh.value > 0 }

    private static func shortTerm(_ series: WeeklySeries, _ none: MissingReason) -> Measured {
        let before = series.observed(1..<9)
        guard before.count >= 6, !series.values[0].isNaN else { return .missing(none) }
        return Measured(log(series.values[0] + 0.5) - log(median(before) + 0.5), orMissing: none)
    }
}

/// The momentum of search interest with the bounds that rounding leaves it.
struct InterestMomentum {
    let value: Double
    let low: Double
    let high: Double

    init(recent: [Double], base: [Double]) {
        func level(_ values: [Double]) -> Double { log(mean(values) + 0.5) }
        let (r, b) = (recent.map(InterestCell.init), base.map(InterestCell.init))
        value = level(recent) - level(base)
        low = level(r.map(\.low)) - level(b.map(\.high))
        high = level(r.map(\.high)) - level(b.map(\.low))
    }
}

/// What a cell of an export says: v means [v−½, v+½], 0 means [0, ½), `<1`, kept as ½, means (0, 1).
struct InterestCell {
    let low: Double
    let high: Double

    init(_ value: Double) {
        low = max(0, value - 0.5)
        high = value + 0.5
    }
}

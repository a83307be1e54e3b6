internal import CoinModel
internal import CoinTables

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The search interest of a coin on its own export's scale.
struct SearchInterest {
    /// Means over R and Y.
    let recent: Measured
    let year: Measured

    let series: WeeklySeries
    private let none: MissingReason

    /// - Parameters:
    ///   - weeks: the weekly values.
    ///   - term: the export's column; nil for a coin without any.
    ///   - newest: the first of the weeks.
    ///   - fewest: the fewest weeks of the means.
    ///   - takesPartial: whether weeks that the export may not have seen whole count.
    init(_ weeks: ArraySlice<Double>, _ term: SearchTerm?, newest: Week, _ fewest: FewestWeeks, takesPartial: Bool) {
        var weeks = Array(weeks)
        let isWeekly = term?.granularity.makesWeeks ?? true
        if !isWeekly {
            weeks = Array(repeating: .nan, count: weeks.count)
        } else if !takesPartial, let partialFrom = term?.partialFrom {
            for ago in weeks.indices where newest.advanced(by: -ago) >= partialFrom { weeks[ago] = .nan }
        }
        series = WeeklySeries(weeks)
        none = term == nil ? .noInterest : isWeekly ? .fewWeeks : .shownOnly
        recent = series.mean(Window.recent, least: fewest.recent, orMissing: none)
        year = series.mean(Window.year, least: fewest.year, orMissing: none)
    }

    /// M with its bounds, at least 8 observed weeks in R and 26 in B.
    var trend: InterestTrend {
        let bounds = InterestMomentum(recent: series.observed(Window.recent), base: series.observed(Window.base))
        let width = (bounds?.high ?? .nan) - (bounds?.low ?? .nan)
        // The width of a rounded value's interval is √12 of its deviations.
        let error = blockErrorSquared(series, adding: 0.5) + width * width / 12
        return InterestTrend(
            momentum: Measured(bounds?.value ?? .nan, orMissing: none),
            low: Measured(bounds?.low ?? .nan, orMissing: none),
            high: Measured(bounds?.high ?? .nan, orMissing: none),
            error: Measured(error.squareRoot(), orMissing: .fewWeeks)
        )
    }

    /// The level of R on the scale that exports share, or on its own.
    func level(on scale: SearchScale?) -> InterestLevel {
        let cells = series.observed(Window.recent).map(InterestCell.init)
        return InterestLevel(
            value: recent.map(orMissing: none) { $0 * (scale?.factor ?? 1) },
            low: recent.map(orMissing: none) { _ in mean(cells.map(\.low)) * (scale?.low ?? 1) },
            high: recent.map(orMissing: none) { _ in mean(cells.map(\.high)) * (scale?.high ?? 1) }
        )
    }

    /// ASVI = ln(s_0 + ½) − ln(median(s_1 … s_8) + ½), 6 of the 8 observed.
    ///
    /// Source: Z. Da, J. Engelberg, P. Gao, "In Search of Attention", 2011.
    var shortTerm: Measured {
        let before = series.observed(1..<9)
        let jump = before.count < 6 ? .nan : log(series.values[0] + 0.5) - log(median(before) + 0.5)
        return Measured(jump, orMissing: none)
    }
}

/// The level of a coin's search interest with the bounds that rounding leaves it, or why there is none.
///
/// The bounds of the cells and of the factor onto the shared scale multiply.
struct InterestLevel {
    let value: Measured
    let low: Measured
    let high: Measured
}

/// The momentum of a coin's search interest with its bounds, or why there is none.
struct InterestTrend {
    let momentum: Measured
    let low: Measured
    let high: Measured
    /// The error e, from how much blocks of weeks differ and from rounding.
    let error: Measured

    /// Whether the sign of the momentum is open: its bounds lie on both sides of 0.
    var isIndeterminate: Bool { rounded(low.value) < 0 && rounded(high.value) > 0 }
}

/// The momentum of search interest, M = ln(mean_R + ½) − ln(mean_B + ½), with the bounds that rounding leaves it.
///
/// ½ is half a step of the export's 0–100 scale. The lower bound takes the lower ends of the cells in R and the upper
/// ones in B, the upper bound the reverse.
struct InterestMomentum {
    let value: Double
    let low: Double
    let high: Double

    /// Nil with fewer than 8 recent or 26 base values.
    init?(recent: [Double], base: [Double]) {
        guard recent.count >= 8, base.count >= 26 else { return nil }
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

internal import CoinModel
internal import CoinTables

/// The search interest of a coin on its own export's scale.
///
/// The last row of an export may be a running week, so search is read one week late, now and as of any day alike: R are the
/// weeks w1 … w12, B w13 … w52. `classic` takes the weeks as its definitions say.
struct SearchInterest {
    /// Means over R and Y.
    let recent: Measured
    let year: Measured

    let series: WeeklySeries
    /// The same weeks of each pull where there are several, whose medians they are.
    private let pulls: [WeeklySeries]
    private let none: MissingReason

    init(_ weeks: ArraySlice<Double>, _ search: CoinSearch?, newest: Week, _ fewest: MinimumWeeks, isLate: Bool) {
        let term = search?.term
        func read(_ weeks: [Double]) -> WeeklySeries {
            guard term?.granularity.makesWeeks ?? true else { return WeeklySeries(weeks.map { _ in .nan }) }
            guard isLate, let term else { return WeeklySeries(weeks) }
            return WeeklySeries(term.wholeWeeks(of: weeks, newest: newest).dropFirst() + [.nan])
        }
        series = read(Array(weeks))
        pulls = search?.pulls.map { read($0.weeks) } ?? []
        none = term.map { $0.granularity.makesWeeks ? .fewWeeks : .shownOnly } ?? .noInterest
        (recent, year) = series.means(fewest, orMissing: none)
    }

    /// M = ln(mean_R + ½) − ln(mean_B + ½) with its bounds, at least 8 observed weeks in R and 26 in B.
    ///
    /// ½ is half a step of the export's 0–100 scale. The lower bound takes the lower ends of the cells in R and the upper
    /// ones in B, the upper bound the reverse.
    ///
    /// The error adds up how much blocks of weeks differ, rounding, and, of several pulls, the variance of their momenta by
    /// their number: what was sampled for them.
    var trend: InterestTrend {
        let low = momentum(of: series, InterestCell.low, InterestCell.high)
        let high = momentum(of: series, InterestCell.high, InterestCell.low)
        let pulled = pulls.map { momentum(of: $0) }.filter { !$0.isNaN }
        let spread = pulled.count < 2 ? 0 : deviation(pulled) * deviation(pulled) / Double(pulled.count)
        // The width of a rounded value's interval is √12 of its deviations.
        let error = blockErrorSquared(series, adding: 0.5) + (high - low) * (high - low) / 12 + spread
        return InterestTrend(
            momentum: Measured(momentum(of: series), orMissing: none),
            low: Measured(low, orMissing: none),
            high: Measured(high, orMissing: none),
            error: Measured(error.squareRoot(), orMissing: .fewWeeks)
        )
    }

    private func momentum(
        of weeks: WeeklySeries,
        _ recentEnd: (Double) -> Double = { $0 },
        _ baseEnd: (Double) -> Double = { $0 }
    ) -> Double {
        let (recent, base) = (weeks.observed(Window.recent), weeks.observed(Window.base))
        guard recent.count >= 8, base.count >= 26 else { return .nan }
        return ln(mean(recent.map(recentEnd)) + 0.5) - ln(mean(base.map(baseEnd)) + 0.5)
    }

    /// The level of R on the scale that exports share, or on its own, with the bounds that rounding leaves it.
    func level(on scale: SearchScale?) -> InterestLevel {
        let cells = series.observed(Window.recent)
        return InterestLevel(
            value: recent.map(orMissing: none) { $0 * (scale?.factor ?? 1) },
            low: recent.map(orMissing: none) { _ in mean(cells.map(InterestCell.low)) * (scale?.low ?? 1) },
            high: recent.map(orMissing: none) { _ in mean(cells.map(InterestCell.high)) * (scale?.high ?? 1) }
        )
    }

    /// ASVI = ln(s_1 + ½) − ln(median(s_2 … s_9) + ½), 6 of the 8 observed.
    ///
    /// Source: Z. Da, J. Engelberg, P. Gao, "In Search of Attention", 2011.
    var shortTerm: Measured {
        let before = series.observed(1..<9)
        let jump = before.count < 6 ? .nan : ln(series.values[0] + 0.5) - ln(median(before) + 0.5)
        return Measured(jump, orMissing: none)
    }
}

/// A level of search interest; the bounds of the cells and of the factor onto the shared scale multiply.
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
    /// The error e, from how much blocks of weeks and pulls differ and from rounding.
    let error: Measured

    /// Whether the sign of the momentum is open: its bounds lie on both sides of 0.
    var isIndeterminate: Bool { rounded(low.value) < 0 && rounded(high.value) > 0 }
}

/// What a cell v of an export means: [v−½, v+½], 0 means [0, ½); `<1`, stored as ½, means (0, 1).
enum InterestCell {
    static func low(_ value: Double) -> Double { max(0, value - 0.5) }
    static func high(_ value: Double) -> Double { value + 0.5 }
}

/// The mean of a weekly series whose weeks overlap, with an error that holds its level.
///
/// Every h-th week from the 1st, from the 2nd, … from the h-th on is a phase of weeks that do not overlap. The mean is that
/// of the phases' means, SE² the mean of their s²/n over phases of two weeks or more, and t has the least n − 1 degrees of
/// freedom of these. At a nominal 10 % it rejects 1–8 % of signals without power. Source: method.md, section 6; the phases
/// are those of N. Jegadeesh, S. Titman, "Returns to Buying Winners and Selling Losers", 1993.
public struct BlockStandardError: Sendable {
    /// The mean; NaN without any week.
    public let mean: Double
    /// SE; NaN where no phase has two weeks.
    public let error: Double
    /// Degrees of freedom; 0 where no phase has two weeks.
    public let freedom: Int
    /// How many weeks have a value.
    public let weeks: Int
    /// ⌊weeks / h⌋: how many periods do not overlap.
    public let periods: Int

    /// The mean of a series by consecutive weeks, NaN where a week has none.
    ///
    /// O(weeks).
    init(_ series: [Double], horizon: Int) {
        let phases = (0..<horizon).map { phase in
            stride(from: phase, to: series.count, by: horizon).map { series[$0] }.filter { !$0.isNaN }
        }
        let means = phases.filter { !$0.isEmpty }.map(CoinRanking.mean)
        let repeated = phases.filter { $0.count > 1 }
        mean = CoinRanking.mean(means)
        let squares = repeated.map { deviation($0) * deviation($0) / Double($0.count) }
        error = CoinRanking.mean(squares).squareRoot()
        freedom = (repeated.map(\.count).min() ?? 1) - 1
        weeks = phases.reduce(0) { $0 + $1.count }
        periods = weeks / horizon
    }

    /// How many errors the mean lies from 0; NaN without an error.
    public var t: Double { error > 0 ? mean / error : .nan }

    /// The probability of so great a t, to either side, where the mean is 0; NaN without an error.
    public var p: Double { t.isNaN ? .nan : StudentDistribution(freedom: Double(freedom)).bothTails(t) }

    /// The interval that holds the mean with 90 % probability; NaN without an error.
    public var interval: (low: Double, high: Double) {
        guard freedom > 0 else { return (.nan, .nan) }
        let reach = StudentDistribution(freedom: Double(freedom)).quantile(bothTails: 0.1) * error
        return (mean - reach, mean + reach)
    }

    /// The mean with that interval.
    var figure: (value: Double, ends: (low: Double, high: Double)) { (mean, interval) }

    /// What each week counts in the mean: 1 over the phases with weeks times the weeks of its own; 0 without a value.
    static func weights(_ series: [Double], horizon: Int) -> [Double] {
        var counts = [Int](repeating: 0, count: horizon)
        for (week, value) in series.enumerated() where !value.isNaN { counts[week % horizon] += 1 }
        let phases = counts.count { $0 > 0 }
        return series.enumerated().map { $1.isNaN ? 0 : 1 / Double(phases * counts[$0 % horizon]) }
    }
}

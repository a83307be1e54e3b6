/// What was said of one coin's developer activity as of a week, and what it rests on.
public struct ActivityForecast: Sendable, Equatable {
    /// The median θ, the recent rate over the base rate, and the ends of its 5–95 % band.
    public var median: Double
    /// Its lower end.
    public var low: Double
    /// Its upper end.
    public var high: Double
    /// P(θ > 1.25).
    public var rise: Double
    /// The state, such as `rising`.
    public var state: String
    /// The unweighted units of R and B.
    public var recentUnits: Double
    /// Those of B.
    public var baseUnits: Double
    /// How many weeks of R were observed.
    public var recentWeeks: Double
    /// How many of B.
    public var baseWeeks: Double

    /// What was said of a coin.
    public init(
        median: Double,
        band: (low: Double, high: Double),
        rise: Double,
        state: String,
        recent: (units: Double, weeks: Double),
        base: (units: Double, weeks: Double)
    ) {
        (self.median, low, high) = (median, band.low, band.high)
        (self.rise, self.state) = (rise, state)
        (recentUnits, recentWeeks) = (recent.units, recent.weeks)
        (baseUnits, baseWeeks) = (base.units, base.weeks)
    }

    /// The rates of the 12 weeks after the forecast over its base, by what R was as of 12 weeks later; nil where fewer than
    /// 8 of these weeks or 4 of the base were observed, or where all of them are empty.
    func future(_ later: ActivityForecast) -> RateRatio? {
        guard later.recentWeeks >= 8, baseWeeks >= 4, later.recentUnits + baseUnits > 0 else { return nil }
        return RateRatio(
            recent: later.recentUnits,
            base: baseUnits,
            recentWeeks: later.recentWeeks,
            baseWeeks: baseWeeks,
            dispersion: 1
        )
    }
}

/// What was said of coins' developer activity over consecutive weeks.
public struct ActivityPanel: Sendable {
    /// The ids, in byte order, and what each puts into its random numbers.
    public let coins: [String]
    /// How many weeks, the oldest first.
    public let weeks: Int
    private var forecasts: [ActivityForecast?]

    /// The weeks after a forecast that tell whether it came true.
    public static let ahead = 12

    /// A panel without forecasts yet.
    public init(coins: [String], weeks: Int) {
        (self.coins, self.weeks) = (coins, weeks)
        forecasts = Array(repeating: nil, count: coins.count * weeks)
    }

    /// What was said of a coin as of a week; nil where nothing was.
    public subscript(coin: Int, week: Int) -> ActivityForecast? {
        get { forecasts[coin * weeks + week] }
        set { forecasts[coin * weeks + week] = newValue }
    }

    /// What the ratio of a coin came to in the 12 weeks after a week; nil where it is not known, or nothing was said.
    func future(_ coin: Int, from week: Int) -> RateRatio? {
        guard week + ActivityPanel.ahead < weeks, let forecast = self[coin, week],
            let later = self[coin, week + ActivityPanel.ahead]
        else { return nil }
        return forecast.future(later)
    }

    /// The logarithms of what ratios came to, ln((k+½)/t) of the next 12 weeks less that of the base: what signals can be
    /// judged by in place of returns.
    public var futureLogRatios: PanelMatrix {
        var ratios = PanelMatrix(coins: coins.count, weeks: weeks)
        for coin in coins.indices {
            for week in 0..<weeks { ratios[coin, week] = future(coin, from: week)?.smoothedLogarithm ?? .nan }
        }
        return ratios
    }
}

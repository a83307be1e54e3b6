public import CoinModel

/// What a ranking says of one coin's developer activity as of a week, by half of its base weeks, and the other half, by which
/// what came later is measured.
///
/// Were both measured by the same base weeks, a base that is low by chance would lift the forecast and the outcome alike.
struct ActivityForecast {
    /// The median of what is believed of θ, the recent rate over the base rate, and the ends of its 90 % band.
    let median: Double
    let low: Double
    let high: Double
    /// P(θ > 1.25).
    let rise: Double
    let state: DeveloperState
    /// The units of the base weeks that it did not read.
    let holdout: ActivityWeeks
}

/// Units of work in observed weeks.
struct ActivityWeeks {
    /// Developer-days, or commits where these replace them.
    let unit: String
    let units: Double
    let weeks: Int
}

/// The work of all coins as of one week, and what is said of it.
public struct ForecastWeek: Sendable {
    /// By the id of the coin: what is said of those that may be ranked.
    let forecasts: [String: ActivityForecast]
    /// What was done in the 12 newest weeks.
    let recent: [String: ActivityWeeks]
}

/// Forecasts as rankings make them, but by every other week of the base: those an even number of weeks ago.
///
/// O(n log n) in the coins.
///
/// - Parameters:
///   - section: the coins and their weeks, with `SectionParts.standing`.
///   - preset: which coins are eligible.
///   - options: what to change of the preset.
/// - Returns: the forecasts of eligible coins that have a ratio, and the newest work of all.
public func forecastWeek(of section: CrossSection, preset: Preset, options: RankingOptions) -> ForecastWeek {
    let universe = MeasuredUniverse(section, preset, options)
    let rates = universe.each { $0.development.rate { ago in ago.isMultiple(of: 2) } }
    let usual = RateRatio.usual(among: universe.eligible.compactMap { rates[$0] })
    let isEligible = Set(universe.eligible)
    let found = universe.each { coin -> (id: String, forecast: ActivityForecast?, recent: ActivityWeeks) in
        let (activity, unit) = (coin.development, coin.development.weeks.unitName)
        let values = activity.weeks.units.values
        func work(_ weeks: [Int]) -> ActivityWeeks {
            let known = weeks.map { values[$0] }.filter { !$0.isNaN }
            return ActivityWeeks(unit: unit, units: sum(known), weeks: known.count)
        }
        let belief = rates[coin.place].map { $0.posterior(usual: usual) }
        let forecast = belief.map { belief in
            ActivityForecast(
                median: belief.quantile(0.5),
                low: belief.quantile(0.05),
                high: belief.quantile(0.95),
                rise: belief.up,
                state: DeveloperState(coin.development, section.asOf, belief),
                holdout: work(Window.base.filter { !$0.isMultiple(of: 2) })
            )
        }
        return (coin.coin.id, isEligible.contains(coin.place) ? forecast : nil, work(Array(Window.recent)))
    }
    return ForecastWeek(
        forecasts: Dictionary(firstOf: found.compactMap { coin in coin.forecast.map { (coin.id, $0) } }),
        recent: Dictionary(firstOf: found.map { ($0.id, $0.recent) })
    )
}

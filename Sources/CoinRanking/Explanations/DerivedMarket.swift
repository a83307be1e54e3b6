internal import CoinModel

// Market and search interest.
extension Derivation {
    static func market(_ name: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        let close = WeeklySeries(universe.section.close[row: coin.index])
        let interest = coin.interest.series
        let money = universe.section.quote.uppercased()
        func number(_ name: String, _ value: Double, _ unit: String, _ meaning: String) -> Explanation.Input {
            Explanation.Input(name, value, unit, meaning, orMissing: .noClose)
        }
        return switch name {
        case "momentum12":
            Derivation(
                "ln(newest / before)",
                [],
                [
                    number("newest", close.values[0], money, "Close of the newest complete week."),
                    number("before", close.values[12], money, "Close of the week 12 weeks before."),
                ],
                over: [SeriesUse(series: .close, weeks: 0..<1), SeriesUse(series: .close, weeks: 12..<13)]
            )
        case "volatility52":
            Derivation(
                "√(52) · deviation",
                [],
                [
                    number(
                        "deviation",
                        coin.close.volatility.value / 52.0.squareRoot(),
                        "a week",
                        "Sample deviation of the ln of one close by the one before, where both are there."
                    )
                ],
                over: [SeriesUse(series: .close, weeks: 0..<53)]
            )
        case "vol_trend":
            Derivation(
                "own − market",
                [],
                [
                    number(
                        "own",
                        coin.typicalVolume.trend.value,
                        "",
                        "ln of the mean of the recent by that of the base weeks' median volumes."
                    ),
                    number(
                        "market",
                        coin.typicalVolume.trend.value - coin.volumeTrend.value,
                        "",
                        "Median of it over the eligible coins."
                    ),
                ],
                over: segments(.volumeMedian) + [SeriesUse(series: .close, weeks: 0..<4)]
            )
        case "market_source":
            Derivation(
                nil,
                over: [.close, .volumeMean, .volumeMedian].map { SeriesUse(series: $0, weeks: Window.year) }
            )
        case "turnover": turnover(WeeklySeries(universe.section.capitalisation[row: coin.index]), universe, coin)
        case "search_momentum": momentum(interest, { $0 }, { $0 })
        case "search_low": momentum(interest, { InterestCell($0).low }, { InterestCell($0).high })
        case "search_high": momentum(interest, { InterestCell($0).high }, { InterestCell($0).low })
        case "indeterminate":
            Derivation(nil, ["search_low", "search_high"], over: segments(.interest))
        case "asvi":
            Derivation(
                "ln(newest + 0.5) − ln(usual + 0.5)",
                [],
                [
                    number("newest", interest.values[0], "index", "Search interest of the newest complete week."),
                    number("usual", median(interest.observed(1..<9)), "index", "Median of the 8 weeks before."),
                ],
                over: [SeriesUse(series: .interest, weeks: 0..<9)]
            )
        default: nil
        }
    }

    private static func turnover(
        _ capitalisation: WeeklySeries,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        let volume = WeeklySeries(universe.section.volumeMedian[row: coin.index]).observed(Window.recent)
        let caps = capitalisation.observed(Window.recent).filter { $0 > 0 }
        let money = universe.section.quote.uppercased()
        return Derivation(
            "volume / capitalisation",
            [],
            [
                Explanation.Input("volume", median(volume), money, "Median of the recent weeks' median volumes."),
                Explanation.Input("capitalisation", mean(caps), money, "Mean of the recent weeks' capitalisations."),
            ],
            over: [
                SeriesUse(series: .volumeMedian, weeks: Window.recent),
                SeriesUse(series: .capitalisation, weeks: Window.recent),
            ]
        )
    }

    private static func momentum(
        _ interest: WeeklySeries,
        _ recent: (Double) -> Double,
        _ base: (Double) -> Double
    ) -> Derivation {
        let levels = (
            mean(interest.observed(Window.recent).map(recent)), mean(interest.observed(Window.base).map(base))
        )
        return Derivation(
            "ln(recent + 0.5) − ln(base + 0.5)",
            [],
            [
                Explanation.Input(
                    "recent",
                    levels.0,
                    "index",
                    "Mean of the last 12 weeks, at this end of their cells."
                ),
                Explanation.Input(
                    "base",
                    levels.1,
                    "index",
                    "Mean of the 40 weeks before, at this end of their cells."
                ),
            ],
            over: segments(.interest)
        )
    }
}

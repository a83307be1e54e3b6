internal import CoinModel

// The signals of `discovery`.
extension Derivation {
    /// The derivation of one of a signal's columns; nil for others.
    static func signalled(
        _ name: String,
        _ signal: DiscoverySignal,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation? {
        func series() -> [SeriesUse] {
            measure(of: signal).flatMap { Derivation.of($0, universe.section.quote, universe, coin)?.series } ?? []
        }
        return switch name {
        case signal.contributionColumn:
            Derivation(
                "weight · \(signal.scoreColumn)",
                [signal.scoreColumn],
                [
                    Explanation.Input(
                        "weight",
                        universe.discovery.weights[signal.rawValue],
                        "",
                        "The weight of the signal; all of them are in pipelines/weights.yaml."
                    )
                ],
                over: series()
            )
        case signal.scoreColumn: place(signal, universe, coin, over: series())
        case signal.meanColumn: estimate(isMean: true, signal, universe, coin, over: series())
        case signal.errorColumn: estimate(isMean: false, signal, universe, coin, over: series())
        default: nil
        }
    }

    /// The column that a signal is measured by; nil where there is none of its own.
    private static func measure(of signal: DiscoverySignal) -> String? {
        switch signal {
        case .development: "theta"
        case .developers, .valuation: nil
        case .volume: "vol_trend"
        case .search: "search_momentum"
        }
    }

    /// The normal score of a coin's place among those that have the signal.
    private static func place(
        _ signal: DiscoverySignal,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures,
        over series: [SeriesUse]
    ) -> Derivation {
        let means = universe.discovery.estimates[signal.rawValue].map(\.mean)
        let own = means[coin.place]
        let others = means.filter(\.isThere).map(\.value)
        let (below, equal) = (others.count { $0 < own.value }, others.count { $0 == own.value })
        return Derivation(
            "min(max(normal((place − 0.5) / coins), 0 − 2.5), 2.5)",
            ["mean_" + signal.name],
            [
                Explanation.Input(
                    "place",
                    own.isThere ? Double(below) + Double(equal + 1) / 2 : .nan,
                    "",
                    "Its place by mean_\(signal.name), 1 the lowest, the mean of the places for equal ones.",
                    orMissing: own.reason
                ),
                Explanation.Input("coins", Double(others.count), "coins", "How many eligible coins have the signal."),
            ],
            over: series
        )
    }

    /// What is believed of a signal, and how surely.
    private static func estimate(
        isMean: Bool,
        _ signal: DiscoverySignal,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures,
        over series: [SeriesUse]
    ) -> Derivation {
        switch signal {
        case .development, .developers: ratio(isMean: isMean, signal, universe, coin, over: series)
        case .volume: shrunk(isMean: isMean, "vol_trend", universe.volumeShrinkage, coin, over: series)
        case .search: shrunk(isMean: isMean, "search_momentum", universe.interestShrinkage, coin, over: series)
        case .valuation:
            isMean
                ? Derivation("0 − valuation", ["valuation"])
                : Derivation(
                    "√(leverage / (1 − leverage))",
                    [],
                    [Derivation.leverage(universe.discovery.valuation, coin)]
                )
        }
    }

    /// A measure drawn towards what is usual among the coins.
    private static func shrunk(
        isMean: Bool,
        _ measure: String,
        _ shrinkage: Shrinkage,
        _ coin: CoinMeasures,
        over series: [SeriesUse]
    ) -> Derivation {
        Derivation(
            isMean ? "centre + kept · (\(measure) − centre)" : "√(kept) · noise",
            isMean ? [measure] : [],
            [
                Explanation.Input(
                    "kept",
                    shrinkage.kept(coin.place),
                    "",
                    "own / (own + noise²): how much it keeps of its distance from the centre."
                ),
                Explanation.Input(
                    "noise",
                    shrinkage.error(coin.place),
                    "",
                    "Standard error of \(measure), from how much its blocks of 4 weeks differ"
                        + (measure == "vol_trend" ? "." : " and from rounding.")
                ),
                Explanation.Input("own", shrinkage.own, "", "Variance of \(measure) among the coins that is no noise."),
                Explanation.Input("centre", shrinkage.center, "", "Median of \(measure) over the eligible coins."),
            ],
            over: series
        )
    }

    /// The logarithm of a rate ratio.
    private static func ratio(
        isMean: Bool,
        _ signal: DiscoverySignal,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures,
        over series: [SeriesUse]
    ) -> Derivation {
        let development = signal == .development
        let rate = development ? coin.development.rate : coin.development.developerRate
        let share = rate?.posterior(priorWeight: universe.priorWeight).share
        let reason = development ? coin.development.rateReason : coin.development.developerReason
        func number(_ name: String, _ value: Double?, _ unit: String, _ meaning: String) -> Explanation.Input {
            Explanation.Input(name, value ?? .nan, unit, meaning, orMissing: reason)
        }
        return Derivation(
            isMean
                ? "(digamma(alpha) − digamma(beta) + ln(weeks_base / weeks_recent)) / ln(2)"
                : "√(trigamma(alpha) + trigamma(beta)) / ln(2)",
            [],
            [
                number(
                    "alpha",
                    share?.alpha,
                    "units",
                    "Prior · share of the recent weeks + recent counts / dispersion."
                ),
                number("beta", share?.beta, "units", "Prior · share of the base weeks + base counts / dispersion."),
                number("weeks_recent", rate?.recentWeeks, "weeks", "Observed weeks of the last 12."),
                number("weeks_base", rate?.baseWeeks, "weeks", "Observed weeks of the 40 before."),
            ],
            over: development ? series : segments(.developers)
        )
    }
}

internal import CoinModel

// What coins are ranked by.
extension Derivation {
    static func score(_ name: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        if let place = ClassicScore.signals.firstIndex(where: { $0.column == name }) {
            return standing(ClassicScore.signals[place], universe, coin)
        }
        for signal in DiscoverySignal.allCases {
            if let derivation = signalled(name, signal, universe, coin) { return derivation }
        }
        switch name {
        case "rank": return Derivation(nil, ["score", "reason"])
        case "score": return score(universe.contributions(to: coin), universe, coin)
        case "coverage" where universe.preset == .discovery:
            return Derivation(nil, DiscoverySignal.allCases.map(\.scoreColumn))
        case "coverage": return Derivation(nil, universe.contributions(to: coin).map(\.signal))
        case "score_pct": return Derivation(nil, ["score"])
        case "rank_low", "rank_high":
            return Derivation(
                nil,
                ["rank"] + DiscoverySignal.allCases.flatMap { ["mean_" + $0.name, "error_" + $0.name] }
            )
        case "reason":
            return Derivation(nil, ["state", "repositories", "commit_source", "market_source", "trend_term"])
        default: return nil
        }
    }

    /// The weighted mean of what is there, or the one signal that is all.
    private static func score(
        _ contributions: [Contribution],
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        switch universe.preset {
        case .classic: break
        case .activity:
            let signals = contributions.map(\.signal)
            return Derivation(
                signals.joined(separator: " + "),
                signals,
                over: signals.flatMap { Derivation.of($0, universe.section.quote, universe, coin)?.series ?? [] }
            )
        case .discovery:
            let there = zip(DiscoverySignal.allCases, contributions).filter { $1.isThere }.map(\.0.contributionColumn)
            return Derivation(
                there.isEmpty ? nil : there.joined(separator: " + "),
                DiscoverySignal.allCases.map(\.contributionColumn)
            )
        }
        let columns = Dictionary(uniqueKeysWithValues: ClassicScore.signals.map { ($0.name, $0.column) })
        let there = contributions.filter(\.isThere)
        let terms = there.map { signal in
            (signal.weight < 0 ? "− " : "+ ") + "\(abs(signal.weight)) · \(columns[signal.signal] ?? signal.signal)"
        }
        let weights = there.map { "\(abs($0.weight))" }
        guard !there.isEmpty else { return Derivation(nil, contributions.compactMap { columns[$0.signal] }) }
        return Derivation(
            "(0 \(terms.joined(separator: " "))) / (\(weights.joined(separator: " + ")))",
            contributions.compactMap { columns[$0.signal] }
        )
    }

    /// Where a metric stands among the coins that have it.
    private static func standing(
        _ signal: ClassicScore.Signal,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        let values = universe.coins.map(signal.value).filter(\.isThere).map(\.value)
        let (low, high) = (quantile(values, ClassicScore.tail), quantile(values, 1 - ClassicScore.tail))
        let inside = values.map { min(max($0, low), high) }
        return Derivation(
            "(min(max(\(signal.name), low), high) − centre) / spread",
            [signal.name],
            [
                Explanation.Input("low", low, "", "5 % quantile over the \(values.count) coins that have it."),
                Explanation.Input("high", high, "", "95 % quantile over them."),
                Explanation.Input("centre", mean(inside), "", "Mean of the values brought inside these."),
                Explanation.Input("spread", deviation(inside), "", "Sample deviation of these."),
            ],
            over: Derivation.of(signal.name, universe.section.quote, universe, coin)?.series ?? []
        )
    }
}

// The signals of `discovery`.
extension Derivation {
    /// The derivation of one of a signal's columns; nil for others.
    private static func signalled(
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
        case "mean_" + signal.name, "error_" + signal.name: estimate(name, signal, universe, coin, over: series())
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
        _ name: String,
        _ signal: DiscoverySignal,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures,
        over series: [SeriesUse]
    ) -> Derivation {
        let isMean = name == "mean_" + signal.name
        switch signal {
        case .volume, .search: return Derivation(nil, [measure(of: signal)].compactMap { $0 }, over: series)
        case .valuation: return Derivation(isMean ? "0 − valuation" : nil, ["valuation"])
        case .development, .developers:
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
}

extension Contribution {
    /// Whether the coin has the signal.
    fileprivate var isThere: Bool { if case .missing = standing { false } else { true } }
}

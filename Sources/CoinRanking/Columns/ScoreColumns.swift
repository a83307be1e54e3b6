internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// What the score of a preset is worked out from.
    static func scoreParts(_ preset: Preset) -> SectionParts {
        switch preset {
        case .classic: preset.signalParts
        case .activity: .development
        case .discovery: discoveryParts
        }
    }

    /// What the presets rank by.
    static func scores(_ preset: Preset) -> [Entry] {
        let zTitles = ["z dev", "z volume", "z momentum", "z volatility", "z interest"]
        let any = UsualReasons.development + UsualReasons.close + UsualReasons.interest + [.zeroBase]
        let z = zip(ClassicScores.signals, zTitles).enumerated().map { index, signal in
            Entry(
                signal.0.column,
                signal.1,
                .signed(2),
                any,
                "Winsorised z-score of \(signal.0.name) over the coins that have it."
            ) { $0.universe.classic.z[index][$0.place] }.reading(preset.signalParts)
        }
        return z + [
            Entry(
                "score",
                "Score",
                .signed(3),
                any + [.notRanked, .fewMetrics],
                "What the preset ranks by: the sum of the contributions in `discovery`, dev_change_pct in `activity`, "
                    + "the weighted mean of the z-scores in `classic`."
            ) { $0.score }.reading(scoreParts(preset)),
            Entry(
                "coverage",
                "Coverage",
                .fixed(2),
                [],
                "Share of the preset's weight that rests on data of the coin, 0 to 1; `activity` rests on developer "
                    + "activity alone."
            ) { Measured($0.coverage, orMissing: .nothingToSay) }.reading(scoreParts(preset)),
            Entry(
                "dev_change_pct",
                "Dev change",
                unit: "%",
                .signed(1),
                UsualReasons.development + [.zeroBase],
                "100 · (mean weekly commits of the last 12 by those of the last 52 complete weeks − 1), the latter "
                    + "since the coin's first commit; all of the 12 observed."
            ) { $0.development.changePercent }.reading(.development),
        ]
    }

    /// The rate ratio of developer activity, how sure it is, and what is believed of it.
    static func belief() -> [Entry] {
        func number(
            _ name: String,
            _ title: String,
            _ meaning: String,
            _ display: Column.Display = .fixed(2),
            orMissing other: MissingReason? = nil,
            _ value: @escaping @Sendable (CoinMeasures) -> Double?
        ) -> Entry {
            Entry(name, title, display, UsualReasons.development + (other.map { [$0] } ?? []), meaning) { coin in
                value(coin).map { Measured($0, orMissing: other ?? .noActivity) }
                    ?? .missing(coin.development.rateReason)
            }.reading(.development)
        }
        return [
            Entry(
                text: "state",
                "State",
                DeveloperState.allCases.map(\.rawValue).joined(separator: ", ")
                    + ": the first that holds; steady is no clear change."
            ) { $0.state.rawValue }.reading(.development),
            number(
                "theta",
                "Ratio",
                "Ratio θ of the weekly rates of units: observed weeks of the last 12 by the 40 before.",
                orMissing: .unbounded
            ) { $0.development.rate?.estimate },
            number("theta_low", "Ratio low", "Lower end of its exact 95 % interval, units divided by phi.") {
                $0.exactInterval?.low
            },
            number(
                "theta_high",
                "Ratio high",
                "Upper end of its exact 95 % interval, units divided by phi.",
                orMissing: .unbounded
            ) { $0.exactInterval?.high },
            number(
                "phi",
                "Dispersion",
                "How much more the weekly units vary than chance alone would have it, at least 1; twice that where `flags` make "
                    + "them doubtful."
            ) { $0.development.rate?.dispersion },
            number("theta_median", "Believed ratio", "Median of what is believed of θ after shrinking it towards 1.") {
                $0.belief?.median
            },
            number("theta_p05", "from", "5 % of the belief in θ lies below.") { $0.belief?.low },
            number("theta_p95", "to", "95 % of the belief in θ lies below.") { $0.belief?.high },
            number("p_up", "P(up)", "Probability that θ is above 1.25.") { $0.belief?.up },
            number("p_down", "P(down)", "Probability that θ is below 0.8.") { $0.belief?.down },
            number("rank_key", "Rank key", "Lower quartile of the belief in log₂ θ.", .signed(2)) {
                $0.belief?.rankKey
            },
            Entry(
                text: "unit",
                "Unit",
                orMissing: .neverObserved,
                "What is counted for θ: developer-days, or commits where these stand in."
            ) { $0.development.weeks.counted > 0 ? $0.development.weeks.unitName : nil }.reading(.development),
            Entry(
                "units_recent",
                "Units 12",
                unit: "units",
                .fixed(0),
                UsualReasons.development,
                "Units in the observed weeks of the last 12."
            ) { $0.development.recentUnits }.reading(.development),
            Entry(
                "units_base",
                "Units 40",
                unit: "units",
                .fixed(0),
                UsualReasons.development,
                "Units in the observed weeks of the 40 before."
            ) { $0.development.baseUnits }.reading(.development),
            Entry(count: "weeks_recent", "Weeks 12", unit: "weeks", "Observed weeks of the last 12.") {
                $0.development.recentWeeks
            }.reading(.development),
            Entry(count: "weeks_base", "Weeks 40", unit: "weeks", "Observed weeks of the 40 before.") {
                $0.development.baseWeeks
            }.reading(.development),
        ]
    }
}

extension Preset {
    /// What means of commits are worked out from by the rule of the preset.
    var commitParts: SectionParts { self == .classic ? .commits : .development }

    /// What the signals of `classic` are worked out from.
    fileprivate var signalParts: SectionParts { commitParts.union([.volumeMean, .close, .interest]) }
}

internal import CoinModel

// The rate ratio of developer activity, how sure it is, and what is believed of it.
extension Derivation {
    static func activity(_ name: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        let counts = ["units_recent", "weeks_recent", "units_base", "weeks_base"]
        let spread = counts + ["phi"]
        /// A formula over the belief, the posterior Beta(alpha, beta) of the recent share of the units.
        func believed(_ formula: String) -> Derivation {
            Derivation(formula, counts, posterior(universe, coin), over: units(coin))
        }
        return switch name {
        case "theta":
            Derivation("(units_recent / weeks_recent) / (units_base / weeks_base)", counts, over: units(coin))
        case "theta_low":
            Derivation(
                "odds(units_recent / phi, units_base / phi + 1, 0.025) · weeks_base / weeks_recent",
                spread,
                over: units(coin)
            )
        case "theta_high":
            Derivation(
                "odds(units_recent / phi + 1, units_base / phi, 0.975) · weeks_base / weeks_recent",
                spread,
                over: units(coin)
            )
        case "phi": dispersion(coin)
        case "theta_median": believed("odds(alpha, beta, 0.5) · weeks_base / weeks_recent")
        case "theta_p05": believed("odds(alpha, beta, 0.05) · weeks_base / weeks_recent")
        case "theta_p95": believed("odds(alpha, beta, 0.95) · weeks_base / weeks_recent")
        case "p_up": believed("above(alpha, beta, 1.25 · weeks_recent / weeks_base)")
        case "p_down": believed("1 − above(alpha, beta, 0.8 · weeks_recent / weeks_base)")
        case "rank_key": believed("log₂(odds(alpha, beta, 0.25) · weeks_base / weeks_recent)")
        case "state":
            Derivation(
                nil,
                counts + ["p_up", "p_down"],
                [
                    Explanation.Input(
                        "developers",
                        coin.development.weeks.leastDevelopers,
                        "developers",
                        "Most distinct developers of a week in one repository: fewer than 2 are `thin`."
                    )
                ],
                over: units(coin) + segments(.developers)
            )
        case "units_recent", "weeks_recent": Derivation(nil, over: units(coin).filter { $0.weeks == Window.recent })
        case "units_base", "weeks_base": Derivation(nil, over: units(coin).filter { $0.weeks == Window.base })
        case "repositories", "commit_source": Derivation(nil, over: [SeriesUse(series: .commits, weeks: Window.year)])
        case "unit": Derivation(nil, over: segments(.commits) + segments(.developerDays))
        default: nil
        }
    }

    /// The series that units are counted from, in R and B.
    private static func units(_ coin: CoinMeasures) -> [SeriesUse] {
        coin.development.weeks.unitName == "commits"
            ? segments(.commits) + segments(.merges) + segments(.botCommits) : segments(.developerDays)
    }

    private static func dispersion(_ coin: CoinMeasures) -> Derivation {
        let units = coin.development.weeks.units
        let spread = Dispersion([units.observed(Window.recent), units.observed(Window.base)])
        return Derivation(
            "doubt · max(1, 1 + 4 · (spread − 1))",
            [],
            [
                Explanation.Input(
                    "doubt",
                    coin.development.weeks.doubt,
                    "",
                    "2 where `flags` make the counts doubtful, else 1."
                ),
                Explanation.Input(
                    "spread",
                    spread.raw,
                    "",
                    "Σ (x − mean)² / mean ÷ Σ (weeks − 1), over the recent and the base weeks, each with their own mean; "
                        + "2.5 where Σ (weeks − 1) is below 10."
                ),
            ],
            over: Derivation.units(coin)
        )
    }

    /// What the belief follows from: Beta(alpha, beta) of the recent share of the units.
    private static func posterior(_ universe: MeasuredUniverse, _ coin: CoinMeasures) -> [Explanation.Input] {
        let rate = coin.development.rate
        let share = rate?.posterior(priorWeight: universe.priorWeight).share
        let reason = coin.development.rateReason
        return [
            Explanation.Input(
                "prior",
                universe.priorWeight,
                "units",
                "What the belief in an unchanged rate weighs, spread over the recent and the base weeks by their number."
            ),
            Explanation.Input(
                "alpha",
                share?.alpha ?? .nan,
                "units",
                "prior · share of the recent weeks + units_recent / phi.",
                orMissing: reason
            ),
            Explanation.Input(
                "beta",
                share?.beta ?? .nan,
                "units",
                "prior · share of the base weeks + units_base / phi.",
                orMissing: reason
            ),
            Explanation.Input(
                "phi",
                rate?.dispersion ?? .nan,
                "",
                "What the units are divided by, for they vary more than chance alone would have it.",
                orMissing: reason
            ),
        ]
    }
}

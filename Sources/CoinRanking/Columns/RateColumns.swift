internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// The rate ratio of developer activity, how sure it is, and what is believed of it.
    static func rates() -> [ColumnEntry] {
        /// A number that is missing where there is no rate, and for another reason where it is not finite.
        func number(
            _ name: String,
            _ title: String,
            _ display: Column.Display = .fixed(2),
            orMissing other: MissingReason? = nil,
            _ value: @escaping @Sendable (CoinMeasures, _ usual: Double) -> Double?
        ) -> ColumnEntry {
            let reasons: [MissingReason] = .development + (other.map { [$0] } ?? [])
            return .number(name, title, display, reasons, .standing, of: \.usualRatio) { usual, coin in
                value(coin, usual).map { Measured($0, orMissing: other ?? .noActivity) }
                    ?? .missing(coin.development.rateReason)
            }
        }
        return [
            .text("state", "State", .standing, of: \.usualRatio) { $1.state($0).rawValue }
                .means(
                    DeveloperState.allCases.map(\.rawValue).joined(separator: ", ")
                        + ": the first that is true; steady means no clear change."
                )
                .derived { _, coin in
                    let meaning = "Most distinct developers of a week in one repository: fewer than 2 are `thin`."
                    let input = Input("developers", coin.development.weeks.leastDevelopers, unit: "developers", meaning)
                    let series = units(coin) + .segments(.developers)
                    return Derivation(nil, counts + ["p_up", "p_down"], [input], over: series)
                },
            number("theta", "Ratio", orMissing: .unbounded) { coin, _ in coin.development.rate?.estimate }
                .means("Ratio θ of the weekly rates of units: observed weeks of the last 12 by the 40 before.")
                .derived {
                    let formula = "(units_recent / weeks_recent) / (units_base / weeks_base)"
                    return Derivation(formula, counts, over: units($1))
                },
            number("theta_low", "Ratio low") { coin, _ in coin.exactInterval?.low }
                .means("Lower end of its exact 95 % interval, units divided by phi.")
                .derived {
                    let formula = "odds(units_recent / phi, units_base / phi + 1, 0.025) · weeks_base / weeks_recent"
                    return Derivation(formula, counts + ["phi"], over: units($1))
                },
            number("theta_high", "Ratio high", orMissing: .unbounded) { coin, _ in coin.exactInterval?.high }
                .means("Upper end of its exact 95 % interval, units divided by phi.")
                .derived {
                    let formula = "odds(units_recent / phi + 1, units_base / phi, 0.975) · weeks_base / weeks_recent"
                    return Derivation(formula, counts + ["phi"], over: units($1))
                },
            number("phi", "Dispersion") { coin, _ in coin.development.rate?.dispersion }
                .means(
                    "How much more the weekly units vary than chance alone would have it, at least 1; twice that where "
                        + "`flags` make them doubtful."
                )
                .derived { dispersion($1) },
            number("theta_median", "Believed ratio") { $0.belief($1)?.quantile(0.5) }
                .means("Median of what is believed of θ, drawn a little towards what is usual among eligible coins.")
                .derived { believed("odds(alpha, beta, 0.5) · weeks_base / weeks_recent", $0, $1) },
            number("theta_p05", "from") { $0.belief($1)?.quantile(0.05) }
                .means("5 % of the posterior of θ is below it.")
                .derived { believed("odds(alpha, beta, 0.05) · weeks_base / weeks_recent", $0, $1) },
            number("theta_p95", "to") { $0.belief($1)?.quantile(0.95) }
                .means("95 % of the posterior of θ is below it.")
                .derived { believed("odds(alpha, beta, 0.95) · weeks_base / weeks_recent", $0, $1) },
            number("p_up", "P(up)") { $0.belief($1)?.up }
                .means("Probability that θ is above 1.25.")
                .derived { believed("above(alpha, beta, 1.25 · weeks_recent / weeks_base)", $0, $1) },
            number("p_down", "P(down)") { $0.belief($1)?.down }
                .means("Probability that θ is below 0.8.")
                .derived { believed("1 − above(alpha, beta, 0.8 · weeks_recent / weeks_base)", $0, $1) },
            .text("unit", "Unit", orMissing: .neverObserved, .development) {
                $0.development.weeks.counted > 0 ? $0.development.weeks.unitName : nil
            }
            .means("What is counted for θ: developer-days, or commits where these replace them.")
            .formula(nil, over: .segments(.commits, .developerDays)),
            .number("units_recent", "Units 12", unit: "units", .fixed(0), .development, .development) {
                $0.development.recentUnits
            }
            .means("Units in the observed weeks of the last 12.")
            .derived { Derivation(over: units($1, Window.recent)) },
            .number("units_base", "Units 40", unit: "units", .fixed(0), .development, .development) {
                $0.development.baseUnits
            }
            .means("Units in the observed weeks of the 40 before.")
            .derived { Derivation(over: units($1, Window.base)) },
            .count("weeks_recent", "Weeks 12", unit: "weeks", .development) { $0.development.recentWeeks }
                .means("Observed weeks of the last 12.")
                .derived { Derivation(over: units($1, Window.recent)) },
            .count("weeks_base", "Weeks 40", unit: "weeks", .development) { $0.development.baseWeeks }
                .means("Observed weeks of the 40 before.")
                .derived { Derivation(over: units($1, Window.base)) },
            pace("pace12", "Pace 12", "recent", Window.recent) { ($0.recentUnits, $0.recentWeeks) },
            pace("pace40", "Pace 40", "base", Window.base) { ($0.baseUnits, $0.baseWeeks) },
        ]
    }

    /// The mean units of the observed weeks of a window.
    private static func pace(
        _ name: String,
        _ title: String,
        _ part: String,
        _ window: Range<Int>,
        _ counted: @escaping @Sendable (DeveloperActivity) -> (units: Measured, weeks: Int)
    ) -> ColumnEntry {
        let formula = "units_\(part) / weeks_\(part)"
        return .number(name, title, unit: "units a week", .fixed(1), .development, .development) {
            let (units, weeks) = counted($0.development)
            return units.map(orMissing: .noActivity) { $0 / Double(weeks) }
        }
        .means("Mean units of the observed weeks: \(formula).")
        .derived { Derivation(formula, ["units_\(part)", "weeks_\(part)"], over: units($1, window)) }
    }

    private static let counts = ["units_recent", "weeks_recent", "units_base", "weeks_base"]

    /// The series that units are counted from, in R and B.
    static func units(_ coin: CoinMeasures) -> [SeriesUse] {
        coin.development.weeks.hasDeveloperDays
            ? .segments(.developerDays)
            : .segments(.commits, .merges, .botCommits, .agentCommits, .botMerges, .commitsByPeople)
    }

    private static func units(_ coin: CoinMeasures, _ window: Range<Int>) -> [SeriesUse] {
        units(coin).filter { $0.weeks == window }
    }

    private static func dispersion(_ coin: CoinMeasures) -> Derivation {
        let units = coin.development.weeks.units
        let spread = Dispersion([units.observed(Window.recent), units.observed(Window.base)]).raw
        let meaning =
            "Σ (x − mean)² / mean ÷ Σ (weeks − 1), over the recent and the base weeks, each with their own mean; "
            + "2.5 where Σ (weeks − 1) is below 10."
        let inputs = [
            Input("doubt", coin.development.weeks.doubt, "2 where `flags` make the counts doubtful, else 1."),
            Input("spread", spread, meaning),
        ]
        let series = ColumnDictionary.units(coin)
        return Derivation("doubt · max(1, 1 + 5 · (spread − 1))", [], inputs, over: series)
    }

    /// A formula over the belief, the posterior Beta(alpha, beta) of the recent share of the units.
    private static func believed(_ formula: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation {
        let rate = coin.development.rate
        let share = rate?.posterior(usual: universe.usualRatio).share
        func number(_ name: String, _ value: Double?, unit: String = "", _ meaning: String) -> Input {
            Input(name, value, unit: unit, orMissing: coin.development.rateReason, meaning)
        }
        let usual = "Median ratio of the recent by the base weeks over the eligible coins; 1 with fewer than ten."
        let phi = "What the units are divided by, for they vary more than chance alone would have it."
        let inputs = [
            Input("usual", universe.usualRatio, usual),
            number("alpha", share?.alpha, unit: "units", "2 + units_recent / phi."),
            number("beta", share?.beta, unit: "units", "2 · weeks_base / (usual · weeks_recent) + units_base / phi."),
            number("phi", rate?.dispersion, phi),
        ]
        return Derivation(formula, counts, inputs, over: units(coin))
    }
}

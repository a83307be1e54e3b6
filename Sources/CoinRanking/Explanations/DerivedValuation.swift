internal import CoinModel

// The regression of the valuation, with the terms of a coin.
extension Derivation {
    static func valued(_ name: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        guard name == "valuation" else { return nil }
        let valuation = universe.discovery.valuation
        let money = universe.section.quote.uppercased()
        let reason = valuation.residuals[coin.place].reason
        func number(_ name: String, _ value: Double, unit: String = "", _ meaning: String) -> Explanation.Input {
            Explanation.Input(name, value, unit, meaning, orMissing: reason)
        }
        let terms = [
            ("days", "1 + units_recent", "ln of 1 + units_recent"),
            ("developers", "1 + distinct", "ln of 1 + distinct developers"),
            ("volume", "traded", "ln of traded volume"),
            ("age", "age_weeks", "ln of age_weeks"),
        ]
        let isFitted = !valuation.coefficients.isEmpty
        var formula = "ln(capitalisation) − b0"
        var inputs = [number("b0", isFitted ? valuation.coefficients[0] : .nan, "Intercept of the regression.")]
        for (place, term) in terms.enumerated() where !valuation.lacksDevelopers || term.0 != "developers" {
            formula += " − b_\(term.0) · ln(\(term.1))"
            inputs.append(
                number(
                    "b_\(term.0)",
                    isFitted ? valuation.coefficients[place + 1] : .nan,
                    "Coefficient of \(term.2), over \(valuation.count) peers; 0 where it says no more than the others."
                )
            )
        }
        inputs += [
            number(
                "capitalisation",
                coin.freshCapitalisation,
                unit: money,
                "Its newest capitalisation, at most four weeks old."
            ),
            number(
                "distinct",
                coin.distinctDevelopers,
                unit: "developers",
                "Distinct developers of the last 12 weeks."
            ),
            number("traded", coin.typicalVolume.median, unit: money, "Median of the recent weeks' median volumes."),
            number("scale", valuation.scale, "Robust deviation of the residuals."), leverage(valuation, coin),
        ]
        return Derivation(
            "(\(formula)) / (scale · √(1 − leverage))",
            ["units_recent", "age_weeks"],
            inputs.filter { !valuation.lacksDevelopers || $0.name != "distinct" },
            over: [
                SeriesUse(series: .marketCap, weeks: Window.year),
                SeriesUse(series: .developerDays, weeks: Window.recent),
                SeriesUse(series: .volumeMedian, weeks: Window.recent),
            ]
        )
    }

    /// How much the regression leans on a coin.
    static func leverage(_ valuation: Valuation, _ coin: CoinMeasures) -> Explanation.Input {
        Explanation.Input(
            "leverage",
            valuation.leverages[coin.place],
            "",
            "How much the regression leans on the coin, 0 to 1.",
            orMissing: valuation.residuals[coin.place].reason
        )
    }
}

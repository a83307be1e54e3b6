internal import CoinModel
internal import CoinTables

extension FilledColumn {
    /// A number with a sign and three decimals; NaN is missing.
    static func number(
        _ name: String,
        _ title: String,
        orMissing reason: MissingReason = .tooFew,
        _ meaning: String,
        _ value: @escaping (Subject) -> Double
    ) -> FilledColumn { .number(name, title, .signed(3), orMissing: reason, meaning, value) }
}

extension FilledColumn {
    /// What coins have returned that have no price any more.
    static func ending(_ value: @escaping (Subject) -> EvaluationPanel.Ending) -> FilledColumn {
        let meaning =
            "What coins have returned that have no price any more: `loss` is −100 % where there is evidence that they died, else "
            + "and in `last price` always the return to their last price."
        return .text("ending", "Without a price", meaning) { value($0).rawValue }
    }

    /// p adjusted for all trials.
    static func q(_ value: @escaping (Subject) -> Double) -> FilledColumn {
        let meaning = "p adjusted for all trials that were made on this store, by Benjamini and Hochberg."
        return .number("q", "q", .fixed(3), orMissing: .notCounted, meaning, value)
    }
}

extension Array {
    /// A figure with an interval: a column of it, and one of each end.
    static func interval<Subject>(
        _ name: String,
        _ title: String,
        _ display: Column.Display,
        unit: String = "",
        _ meaning: String,
        _ kind: String,
        _ figure: @escaping (Subject) -> (value: Double, ends: (low: Double, high: Double))
    ) -> [FilledColumn<Subject>] where Element == FilledColumn<Subject> {
        [
            .number(name, title, display, unit: unit, meaning) { figure($0).value },
            .number(name + "_low", "from", display, unit: unit, "Lower end of its \(kind).") { figure($0).ends.low },
            .number(name + "_high", "to", display, unit: unit, "Upper end of it.") { figure($0).ends.high },
        ]
    }
}

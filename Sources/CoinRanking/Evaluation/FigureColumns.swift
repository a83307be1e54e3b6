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

internal import CoinModel
internal import CoinTables

/// What is measured of things of one kind: a column of their table, and its cell for each of them.
///
/// This is the only place where tables of evidence are made: of evaluations, of developer activity, of placebos and of what they
/// rest on.
struct Measure<Subject> {
    let column: Column
    let cell: (Subject) -> Cell

    /// A number; NaN is missing.
    static func number(
        _ name: String,
        _ title: String,
        _ display: Column.Display,
        unit: String = "",
        orMissing reason: MissingReason = .tooFew,
        _ meaning: String,
        _ value: @escaping (Subject) -> Double
    ) -> Measure {
        let column = Column(name, title, .number, unit: unit, display: display, meaning: meaning)
        return Measure(column: column) { .number(value($0), orMissing: reason) }
    }

    /// A number with a sign and three decimals; NaN is missing.
    static func number(
        _ name: String,
        _ title: String,
        orMissing reason: MissingReason = .tooFew,
        _ meaning: String,
        _ value: @escaping (Subject) -> Double
    ) -> Measure { .number(name, title, .signed(3), orMissing: reason, meaning, value) }

    /// A whole number.
    static func count(
        _ name: String,
        _ title: String,
        unit: String = "",
        _ meaning: String,
        _ value: @escaping (Subject) -> Int
    ) -> Measure {
        Measure(column: Column(name, title, .integer, unit: unit, meaning: meaning)) { .integer(value($0)) }
    }

    /// A text.
    static func text(
        _ name: String,
        _ title: String,
        _ meaning: String,
        _ value: @escaping (Subject) -> String
    ) -> Measure {
        Measure(column: Column(name, title, .text, meaning: meaning)) { .text(value($0)) }
    }
}

extension Array {
    /// A figure with an interval: a column of it, and one of each end.
    static func interval<Subject>(
        _ name: String,
        _ title: String,
        _ display: Column.Display,
        unit: String = "",
        orMissing reason: MissingReason = .tooFew,
        _ meaning: String,
        _ kind: String,
        _ figure: @escaping (Subject) -> (value: Double, ends: (low: Double, high: Double))
    ) -> [Measure<Subject>] where Element == Measure<Subject> {
        [
            .number(name, title, display, unit: unit, orMissing: reason, meaning) { figure($0).value },
            .number(name + "_low", "from", display, unit: unit, orMissing: reason, "Lower end of its \(kind).") {
                figure($0).ends.low
            },
            .number(name + "_high", "to", display, unit: unit, orMissing: reason, "Upper end of it.") {
                figure($0).ends.high
            },
        ]
    }
}

extension Table {
    /// A row for each of some things.
    init<Subject>(_ title: String, _ measures: [Measure<Subject>], of subjects: [Subject]) {
        self.init(
            title: title,
            columns: measures.map(\.column),
            rows: subjects.map { subject in measures.map { $0.cell(subject) } }
        )
    }
}

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

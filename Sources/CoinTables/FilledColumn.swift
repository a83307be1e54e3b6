public import CoinModel

/// A column of a table, and its cell for each of the things that the table lists.
///
/// This is the only place where rows are made of things: what a column says of one stands beside its name, unit and meaning.
public struct FilledColumn<Subject> {
    /// The column.
    public let column: Column
    /// Its cell for one of the things.
    public let cell: (Subject) -> Cell

    /// A column with its cells.
    public init(_ column: Column, _ cell: @escaping (Subject) -> Cell) {
        self.column = column
        self.cell = cell
    }

    /// A number; NaN is missing.
    public static func number(
        _ name: String,
        _ title: String,
        _ display: Column.Display,
        unit: String = "",
        orMissing reason: MissingReason = .tooFew,
        _ meaning: String,
        _ value: @escaping (Subject) -> Double
    ) -> FilledColumn {
        FilledColumn(.number(name, title, unit: unit, display, meaning)) { .number(value($0), orMissing: reason) }
    }

    /// A whole number; nil is missing.
    public static func count(
        _ name: String,
        _ title: String,
        unit: String = "",
        orMissing reason: MissingReason = .noValue,
        _ meaning: String,
        _ value: @escaping (Subject) -> Int?
    ) -> FilledColumn {
        FilledColumn(.count(name, title, unit: unit, meaning)) { value($0).map(Cell.integer) ?? .missing(reason) }
    }

    /// A text; where there is a reason for it, nil and an empty one are missing.
    public static func text(
        _ name: String,
        _ title: String,
        orMissing reason: MissingReason? = nil,
        _ meaning: String,
        _ value: @escaping (Subject) -> String?
    ) -> FilledColumn {
        FilledColumn(.text(name, title, meaning)) { subject in
            let text = value(subject) ?? ""
            return if let reason, text.isEmpty { .missing(reason) } else { .text(text) }
        }
    }
}

extension Table {
    /// A row for each of some things.
    public init<Subject>(_ title: String, _ columns: [FilledColumn<Subject>], of subjects: [Subject]) {
        let rows = subjects.map { subject in columns.map { $0.cell(subject) } }
        self.init(title: title, columns: columns.map(\.column), rows: rows)
    }
}

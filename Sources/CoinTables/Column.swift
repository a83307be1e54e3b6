public import CoinModel

/// A column of a report: what it is, so that every format can show it and the dictionary can describe it.
public struct Column: Hashable, Sendable {
    /// The name in CSV, JSON and on the command line, such as `dev_change_pct`; keeps its meaning in a major version.
    public let name: String
    /// A heading for people, such as `Dev change`.
    public let title: String
    /// What its cells hold.
    public let type: ValueType
    /// The unit, such as `USD`, `%`, `commits a week`; empty for pure numbers and text.
    public let unit: String
    /// How its numbers are written for people.
    public let display: Display
    /// What it means, in one sentence with its formula.
    public var meaning: String

    /// A column.
    public init(
        _ name: String,
        _ title: String,
        _ type: ValueType,
        unit: String = "",
        display: Display = .plain,
        meaning: String
    ) {
        (self.name, self.title, self.type) = (name, title, type)
        (self.unit, self.display, self.meaning) = (unit, display, meaning)
    }

    /// A column of text.
    public static func text(_ name: String, _ title: String, _ meaning: String) -> Column {
        Column(name, title, .text, meaning: meaning)
    }

    /// A column of whole numbers.
    public static func count(_ name: String, _ title: String, unit: String = "", _ meaning: String) -> Column {
        Column(name, title, .integer, unit: unit, meaning: meaning)
    }

    /// A column of numbers.
    public static func number(
        _ name: String,
        _ title: String,
        unit: String = "",
        _ display: Display,
        _ meaning: String
    ) -> Column {
        Column(name, title, .number, unit: unit, display: display, meaning: meaning)
    }

    /// The Sunday on which a week begins, the first column of tables by week.
    public static let sunday = text("week", "Week", "The Sunday on which the week begins, UTC.")

    /// What the cells of a column hold.
    public enum ValueType: String, Sendable {
        case integer, number, text
    }

    /// How a value is written for people; machine formats always write it in full.
    public enum Display: Hashable, Sendable {
        /// As it is, integers whole, numbers to four significant digits.
        case plain
        /// With so many decimals.
        case fixed(Int)
        /// With so many decimals and always a sign, coloured by it.
        case signed(Int)
        /// Money: four significant digits below 1,000, whole with thousands marks above.
        case money
        /// A number that is a text, for it has more digits than a Double.
        case exact
        /// As it is, and of texts so many characters at most.
        case excerpt(Int)
        /// Tags separated by `;`, which filters look into by `in`; people are shown a comma between them.
        case tags
    }
}

/// One value of a table.
public enum Cell: Hashable, Sendable {
    /// A whole number.
    case integer(Int)
    /// A finite number.
    case number(Double)
    /// Text from inside or outside; every format escapes it in its own way.
    case text(String)
    /// No value, and why.
    case missing(MissingReason)

    /// A number, or missing for this reason when it is NaN or infinite.
    public static func number(_ value: Double, orMissing reason: MissingReason) -> Cell {
        value.isFinite ? .number(value) : .missing(reason)
    }

    /// The number of a cell; nil for a text, and where there is none.
    public var value: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .text, .missing: nil
        }
    }

    /// The text of a cell; nil for a number, and where there is none.
    public var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The whole number of a cell; nil for others.
    public var whole: Int? { if case .integer(let value) = self { value } else { nil } }

    /// This is the only place where the number of a cell is taken to be written: zero never has a sign.
    ///
    /// Nil for other cells, and for what is not finite.
    public var writtenNumber: Double? {
        if case .number(let value) = self, value.isFinite { value + 0 } else { nil }
    }
}

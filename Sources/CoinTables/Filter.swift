/// A condition on the rows of a table, as a person writes it: `dev_ratio > 1.5 and (name ~ 'chain' or rank <= 50)`.
///
/// Column names stand bare, text stands in `'…'` or `"…"` (a quote inside is doubled), numbers as in JSON. Comparisons
/// are `= == != <> < <= > >=`, and `~` for "contains", without regard to case. They are joined by `not`, `and`, `or`
/// (binding in this order) and parentheses; keywords may be in any case. `x is missing` and `x is not missing` ask for
/// presence. Numbers compare by value, texts by their bytes.
///
/// Missing is neither true nor false: a comparison with a missing value is unknown, so is `not` of it; `and` with
/// something false is false, `or` with something true is true, else an unknown part leaves the whole unknown
/// (Kleene's three-valued logic, as in SQL). A row is selected only when the whole is true.
public struct Filter: Sendable {
    private let condition: FilterCondition

    /// The most characters of a filter.
    public static let maximumLength = 4096
    /// The most parentheses and `not`s around one another.
    public static let maximumDepth = 64

    /// Reads a condition on rows under these columns.
    /// - Parameters:
    ///   - text: the condition.
    ///   - columns: the columns of the rows that will be asked about.
    /// - Throws: `FilterError` with the place and what was expected there.
    public init(parsing text: String, columns: [Column]) throws(FilterError) {
        var parser = FilterParser(tokens: try FilterToken.tokens(of: text), columns: columns)
        condition = try parser.condition()
    }

    /// The places of the columns that the condition reads, among those it was read for.
    public var columns: Set<Int> { condition.columns }

    /// Whether the condition is true for a row under the columns it was read for.
    public func selects(_ row: [Cell]) -> Bool {
        condition.truth(for: row) == true
    }
}

/// Where a filter stops making sense, and what would make sense there.
public struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The character (Unicode scalar, from 1) where it stops making sense.
    public let position: Int
    /// What was expected, and what was found.
    public let detail: String

    /// One line with the place.
    public var description: String {
        "filter, character \(position): \(detail)"
    }
}

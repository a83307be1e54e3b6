internal import CoinModel
internal import GRDB

/// A row that does not hold what was written.
struct UnreadableRow: Error, CustomStringConvertible {
    let column: String

    var description: String { "does not read (\(column))" }
}

/// Columns of a file that may hold anything; GRDB's own subscripts trap where a value does not fit.
extension Row {
    func integer(_ name: String) -> Int? { (self[name] as DatabaseValue?).flatMap { Int.fromDatabaseValue($0) } }

    func text(_ name: String) -> String? { (self[name] as DatabaseValue?).flatMap { String.fromDatabaseValue($0) } }

    /// What a column that names rows holds, as text.
    func name(_ column: String) -> String { integer(column).map(String.init) ?? text(column) ?? "?" }

    /// The integer that was written to a column.
    func written<Number: FixedWidthInteger>(_ name: String) throws(UnreadableRow) -> Number {
        guard let number = integer(name).flatMap({ Number(exactly: $0) }) else { throw UnreadableRow(column: name) }
        return number
    }

    /// The integer that was written to a column; nil where it is NULL.
    func writtenIfAny(_ name: String) throws(UnreadableRow) -> Int64? {
        guard let value = self[name] as DatabaseValue?, !value.isNull else { return nil }
        guard case .int64(let number) = value.storage else { throw UnreadableRow(column: name) }
        return number
    }

    /// The same of a column by its place, where a cursor runs over many rows.
    func written<Number: FixedWidthInteger>(_ name: String, at place: Int) throws(UnreadableRow) -> Number {
        guard let number = (self[place] as Int64?).flatMap({ Number(exactly: $0) }) else {
            throw UnreadableRow(column: name)
        }
        return number
    }

    func writtenText(_ name: String) throws(UnreadableRow) -> String {
        guard let text = text(name) else { throw UnreadableRow(column: name) }
        return text
    }

    /// The week in a column by its place; nil where there is none.
    func writtenWeek(_ name: String, at place: Int) throws(UnreadableRow) -> Week? {
        guard let index = self[place] as Int64? else { return nil }
        guard Resolution.weeks.contains(index) else { throw UnreadableRow(column: name) }
        return Week(index: Int32(index))
    }
}

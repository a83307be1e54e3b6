/// A row of a table that a person keeps, by the names of its columns.
public struct TextRow: Hashable, Sendable {
    /// The line of the file on which it starts, from 1.
    public let line: Int
    private let cells: [String: String]

    /// A row; cells that hold nothing are left out.
    public init(line: Int, _ cells: [String: String]) {
        self.line = line
        self.cells = cells.filter { !$0.value.isEmpty }
    }

    /// The row with cells under columns that have none.
    public func adding(_ others: [String: String]) -> TextRow {
        others.isEmpty ? self : TextRow(line: line, cells.merging(others) { own, _ in own })
    }

    /// The text under a column; nil where the cell is empty or the table has no such column.
    public subscript(column: String) -> String? { cells[column] }
}

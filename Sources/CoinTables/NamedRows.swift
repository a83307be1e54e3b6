public import CoinModel

/// The rows of a table by the names of its columns.
///
/// This is the only place where a cell is found by a row and the name of its column.
public struct NamedRows: Sendable {
    /// The rows.
    public let rows: [[Cell]]
    private let columns: [String: (place: Int, column: Column)]

    /// The rows of a table.
    public init(_ table: Table) {
        rows = table.rows
        columns = Dictionary(firstOf: table.columns.enumerated().map { ($1.name, (place: $0, column: $1)) })
    }

    /// The column of a name; nil where it was not chosen.
    public func column(_ name: String) -> Column? { columns[name]?.column }

    /// A cell; nil where the column was not chosen.
    public func cell(_ row: Int, _ name: String) -> Cell? { columns[name].map { rows[row][$0.place] } }

    /// A text; empty where there is none.
    public func text(_ row: Int, _ name: String) -> String { cell(row, name)?.text ?? "" }

    /// A number; NaN where there is none.
    public func number(_ row: Int, _ name: String) -> Double { cell(row, name)?.value ?? .nan }

    /// A whole number; nil where there is none.
    public func whole(_ row: Int, _ name: String) -> Int? { cell(row, name)?.whole }

    /// Why a cell is missing; nil where it is not, or the column was not chosen.
    public func missing(_ row: Int, _ name: String) -> MissingReason? {
        if case .missing(let reason)? = cell(row, name) { reason } else { nil }
    }

    /// The numbers of a column, NaN where missing or a text; nil where it was not chosen or holds none.
    public func numbers(_ name: String) -> [Double]? {
        guard columns[name] != nil else { return nil }
        let numbers = rows.indices.map { number($0, name) }
        return numbers.contains(where: \.isFinite) ? numbers : nil
    }

    /// The texts of a column, empty where there is none; nil where it was not chosen or all are empty.
    public func texts(_ name: String) -> [String]? {
        let texts = rows.indices.map { text($0, name) }
        return texts.contains { !$0.isEmpty } ? texts : nil
    }
}

public import CoinModel
public import CoinTables

/// A row of a file of a person's own: the file reads whole or not at all, and is written as it reads.
public protocol PersonalRow: Equatable, Sendable {
    /// The columns of the file, in order.
    static var columns: [Column] { get }
    /// The names of those that have to be there.
    static var neededColumns: Set<String> { get }
    /// The row as its file has it, as wide as `columns`.
    var cells: [Cell] { get }
    /// What no two rows of a file have in common; nil where they may have all.
    var key: String? { get }
    /// What is wrong with a row that has the key of the one on a line.
    func repeats(line: Int) -> String

    /// Reads a row of a file.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - number: the how manieth of the file it is, from 1.
    /// - Throws: `Reject` with the row's line when it does not read.
    init(_ row: TextRow, number: Int) throws(Reject)

    /// Checks what the rows of a file have to fulfil together.
    ///
    /// - Throws: `Reject` with the number of the row, from 1, as its line.
    static func check(_ rows: [Self]) throws(Reject)
}

extension PersonalRow {
    /// Rows may have all in common.
    public var key: String? { nil }
    /// The other row's line.
    public func repeats(line: Int) -> String { "`\(key ?? "")` stands on line \(line) too; remove one of the lines" }
    /// Any rows go together.
    public static func check(_ rows: [Self]) throws(Reject) {}

    /// Reads the rows of a file.
    ///
    /// - Throws: `Reject` with the line of the first row that does not read, or does not go with those before it.
    public static func rows(_ texts: [TextRow]) throws(Reject) -> [Self] {
        var (rows, lines): ([Self], [String: Int]) = ([], [:])
        for text in texts {
            let row = try Self(text, number: rows.count + 1)
            if let line = row.key.flatMap({ lines.updateValue(text.line, forKey: $0) }) {
                throw text.fault("duplicate-row", row.repeats(line: line))
            }
            rows.append(row)
        }
        do throws(Reject) {
            try check(rows)
        } catch {
            throw Reject(
                error.reason,
                line: error.line.map { texts[$0 - 1].line },
                detail: "\(error.detail); correct the line"
            )
        }
        return rows
    }

    /// Rows as their file has them.
    public static func table(_ title: String, _ rows: [Self]) -> Table {
        Table(title: title, columns: columns, rows: rows.map(\.cells))
    }
}

extension TextRow {
    /// What is wrong with the row.
    func fault(_ reason: String, _ detail: String) -> Reject { Reject(reason, line: line, detail: detail) }

    /// Does work whose refusal is one of this row.
    func checked<Value>(_ work: () throws(Reject) -> Value) throws(Reject) -> Value {
        do throws(Reject) {
            return try work()
        } catch {
            throw fault(error.reason, error.detail)
        }
    }

    /// The coin's id.
    func coin() throws(Reject) -> String {
        if let coin = self["coin"] { return coin }
        throw fault("missing-coin", "names no coin; write its id into `coin`")
    }

    /// The row's time; nil where it is missing or does not read.
    var writtenTime: AsOf? { self["time"].flatMap { AsOf($0) } }

    /// The row's time.
    func time() throws(Reject) -> AsOf {
        if let time = writtenTime { return time }
        throw fault("bad-time", "the row has no time; write a date, or an instant with Z")
    }

    /// The number of an entry under a column; nil where nothing is written there.
    func entry(_ column: String) throws(Reject) -> Int? {
        guard let text = self[column] else { return nil }
        if let number = Int(text), number > 0 { return number }
        throw fault("bad-entry", "`\(text.prefix(40))` under \(column) is not a number of an entry")
    }
}

/// A text as a cell; missing where it is empty.
func textCell(_ text: String?) -> Cell { text.flatMap { $0.isEmpty ? nil : .text($0) } ?? .missing(.notWritten) }

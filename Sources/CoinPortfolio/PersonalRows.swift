public import CoinModel
public import CoinTables

/// What a file of a person's own holds: it reads whole or not at all, and is written as it reads.
public protocol PersonalRows {
    /// The columns of the file, in order.
    static var columns: [Column] { get }
    /// The names of those that have to be there.
    static var neededColumns: Set<String> { get }
    /// The rows of the file, each as wide as `columns`.
    var cells: [[Cell]] { get }

    /// Reads the rows of a file.
    ///
    /// - Throws: `Reject` with the line of the first row that does not read.
    init(rows: [TextRow]) throws(Reject)
}

extension PersonalRows {
    /// All of it as its file has it.
    public func table(_ title: String) -> Table { Table(title: title, columns: Self.columns, rows: cells) }
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

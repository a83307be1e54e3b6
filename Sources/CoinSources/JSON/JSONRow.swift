internal import CoinModel

/// One row of a document: its place and the values of the columns asked for.
///
/// Null and missing are no value; a value of another kind than the format promises throws, so that the row is
/// rejected and never read as zero. Numbers inside texts are such values: no format read here has them.
struct JSONRow {
    /// The row's number among the rows, from 1.
    let line: Int
    let cells: JSONCells
    /// The row's number among the cells, from 0.
    let row: Int

    /// One value.
    subscript(column: Int) -> JSONValue { cells[row, column] }

    /// A number; NaN where there is none.
    @inline(__always)
    func number(_ column: Int) throws(JSONRowFault) -> Double {
        guard let number = cells.number(row, column) else { throw fault("bad-number", column, "a number") }
        return number
    }

    /// A number of things: a whole number from 0 on.
    func count(_ column: Int) throws(JSONRowFault) -> Double {
        let number = try number(column)
        guard number >= 0, number == number.rounded(), number <= 0x1p53 else {
            throw fault("bad-number", column, "a count of 0 or more")
        }
        return number
    }

    /// A text; nil where there is none, or an empty one.
    func text(_ column: Int) throws(JSONRowFault) -> String? {
        switch self[column] {
        case .text(let text): return text.isEmpty ? nil : text
        case .missing: return nil
        default: throw fault("bad-text", column, "a text")
        }
    }

    /// An id, which may be a text or a whole number.
    func id(_ column: Int) throws(JSONRowFault) -> String {
        switch self[column] {
        case .text(let text) where !text.isEmpty: return text
        case .number(let number):
            guard let id = Int64(exactly: number) else { throw fault("no-id", column, "an id") }
            return String(id)
        default: throw fault("no-id", column, "an id")
        }
    }

    /// The coin that an id, a symbol and a name tell, of those that the rows name.
    func coin(_ coins: borrowing CoinNames.Sought, in book: inout CoinNames.Book) throws(JSONRowFault)
        -> CoinNames.Named
    {
        let texts = coins.columns.map { cells.text(row, $0) }
        // An id may be a number, the others may be missing; nothing else is read as one of them.
        if texts.symbol.count == 0 { _ = try text(coins.columns.symbol) }
        if texts.name.count == 0 { _ = try text(coins.columns.name) }
        guard texts.id.count == 0 else { return book.named(texts, coins, row) }
        let digits = Array(try id(coins.columns.id).utf8)
        return unsafe digits.withUnsafeBufferPointer {
            let id = unsafe TextInPlace($0, count: digits.count)
            return book.named(CoinNames.Triple(id: id, symbol: texts.symbol, name: texts.name))
        }
    }

    /// A moment as seconds or milliseconds since 1970, or as an ISO text in UTC; nil where there is none.
    func instant(_ column: Int, unit: TimeUnit = .text) throws(JSONRowFault) -> Instant? {
        if unit == .text, let instant = unsafe Instant(digits: cells.text(row, column).bytes) { return instant }
        switch (self[column], unit) {
        case (.missing, _): return nil
        case (.text(let text), .text):
            if let instant = Instant(text) { return instant }
        case (.number(let number), .seconds), (.number(let number), .milliseconds):
            let scaled = unit == .seconds ? number * 1000 : number
            if let milliseconds = Int64(exactly: scaled), 0..<JSONRow.endOfTime ~= milliseconds {
                return Instant(milliseconds: milliseconds)
            }
        default: break
        }
        throw fault("bad-time", column, "a time")
    }

    /// A moment that a row cannot do without.
    func requiredInstant(_ column: Int, unit: TimeUnit = .text) throws(JSONRowFault) -> Instant {
        guard let instant = try instant(column, unit: unit) else { throw fault("bad-time", column, "a time") }
        return instant
    }

    /// How a column writes its times.
    enum TimeUnit {
        case text, seconds, milliseconds
    }

    /// 10000-01-01: later times are no dates.
    private static let endOfTime: Int64 = 253_402_300_800_000

    private func fault(_ reason: String, _ column: Int, _ wanted: String) -> JSONRowFault {
        let found = if case .number(let number) = self[column] { "\(number)" } else { self[column].name }
        let name = cells.name(column)
        return JSONRowFault(reason: reason, detail: "\(name.isEmpty ? "the element" : name) is \(found), not \(wanted)")
    }
}

/// Why one row is not taken; the rows around it are.
struct JSONRowFault: Error {
    /// A stable identifier such as `bad-number`.
    let reason: String
    /// What was found and what was expected.
    let detail: String
}

/// Takes a row, or rejects it when `take` finds it at fault; other errors end the reading.
func rejecting(_ line: Int, _ emit: (SourceItem) throws -> Void, _ take: () throws -> Void) throws {
    do {
        try take()
    } catch let fault as JSONRowFault {
        try emit(.reject(Reject(reason: fault.reason, line: line, detail: fault.detail)))
    }
}

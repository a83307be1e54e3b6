internal import CSimdJSON
internal import CoinModel

/// One row of a document: its place and the values of the columns asked for.
///
/// Null and missing are not a value; a value of another kind than the format promises throws, so that the row is
/// rejected and never read as zero. Numbers inside texts are such values: no format read here has them. A row is good
/// only while it is shown, for its values are read where they lie.
@safe struct JSONRow {
    /// The row's number among the rows, from 1.
    let line: Int
    private let cells: UnsafeBufferPointer<assay_json_cell>
    private let columns: UnsafeBufferPointer<String>
    /// What is wrong with the row, so that nothing of it is taken.
    private let broken: RowError?

    /// The cells of a row, one for each column that was asked for.
    init(
        _ line: Int,
        cells: UnsafeBufferPointer<assay_json_cell>,
        columns: UnsafeBufferPointer<String>,
        broken: [RowError]
    ) {
        self.line = line
        let isBroken = unsafe !broken.isEmpty && !cells.isEmpty && Int(cells[0].kind) == Int(ASSAY_JSON_BROKEN)
        self.broken = unsafe isBroken ? broken[Int(cells[0].number)] : nil
        unsafe self.cells = cells
        unsafe self.columns = columns
    }

    subscript(column: Int) -> JSONValue { unsafe JSONValue(cells[column]) }

    /// Whether there is no value.
    func isMissing(_ column: Int) -> Bool { unsafe Int(cells[column].kind) == Int(ASSAY_JSON_MISSING) }

    /// A text where it lies; empty where there is none.
    func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8> { unsafe cells[column].bytes }

    /// A number; NaN where there is none.
    func number(_ column: Int) throws(RowError) -> Double {
        switch unsafe Int(cells[column].kind) {
        case Int(ASSAY_JSON_NUMBER): return unsafe cells[column].number
        case Int(ASSAY_JSON_MISSING): return .nan
        default: throw fault("bad-number", column, "a number")
        }
    }

    /// A number that the row can do without: NaN where it is none, which is noted.
    func amount(_ column: Int, _ faults: inout [RowError]) -> Double {
        do throws(RowError) {
            return try number(column)
        } catch {
            faults.append(error)
            return .nan
        }
    }

    /// A number in a text, as some sources write all of theirs; NaN where there is none or another value, which is noted.
    func writtenAmount(_ column: Int, _ faults: inout [RowError]) -> Double {
        guard case .text(let text) = self[column] else { return amount(column, &faults) }
        if let value = NumberGrammar.double(text) { return value }
        faults.append(fault("bad-number", column, "a number"))
        return .nan
    }

    /// A number of things: a whole number from 0 on.
    func count(_ column: Int) throws(RowError) -> Double {
        let number = try number(column)
        guard number >= 0, number == number.rounded(), number <= 0x1p53 else {
            throw fault("bad-number", column, "a count of 0 or more")
        }
        return number
    }

    /// A text; nil where there is none, or an empty one.
    func text(_ column: Int) throws(RowError) -> String? {
        switch self[column] {
        case .text(let text): return text.isEmpty ? nil : text
        case .missing: return nil
        default: throw fault("bad-text", column, "a text")
        }
    }

    /// An id, which may be a text or a whole number.
    ///
    /// From 2^53 on one double stands for several whole numbers, and so for several ids.
    func id(_ column: Int) throws(RowError) -> String {
        switch self[column] {
        case .text(let text) where !text.isEmpty: return try checkedID(text)
        case .number(let number):
            guard abs(number) < 0x1p53, let id = Int64(exactly: number) else {
                throw fault("no-id", column, "an id: a text, or a whole number below 2^53")
            }
            return String(id)
        default: throw fault("no-id", column, "an id")
        }
    }

    /// A moment as a number since 1970, or as an ISO text in UTC; nil where there is none.
    func instant(_ column: Int) throws(RowError) -> Instant? {
        if let instant = unsafe Instant(cells[column].bytes.span) { return instant }
        switch self[column] {
        case .missing: return nil
        case .number(let number) where number >= 0:
            if let instant = Instant(unix: number) { return instant }
        default: break
        }
        throw fault("bad-time", column, "a time")
    }

    /// A moment that a row cannot do without.
    func requiredInstant(_ column: Int) throws(RowError) -> Instant {
        guard let instant = try instant(column) else { throw fault("bad-time", column, "a time") }
        return instant
    }

    private func fault(_ reason: String, _ column: Int, _ wanted: String) -> RowError {
        if let broken { return broken }
        let name = unsafe columns[column].isEmpty ? "the element" : columns[column]
        return RowError(reason, "\(name) is \(self[column].name), not \(wanted)")
    }
}

/// Takes a row, or rejects it when `take` finds it at fault; other errors end the reading.
func rejecting(_ line: Int, _ emit: ItemSink, _ take: () throws -> Void) throws {
    do {
        try take()
    } catch let error as RowError {
        try emit(.reject(error.reject(line)))
    }
}

/// One value of a document; a missing member and `null` say the same.
public enum JSONValue: Hashable, Sendable {
    case missing
    case number(Double)
    case text(String)
    case truth(Bool)
    case container

    init(_ cell: assay_json_cell) {
        self =
            switch unsafe Int(cell.kind) {
            case Int(ASSAY_JSON_MISSING): .missing
            case Int(ASSAY_JSON_NUMBER): .number(unsafe cell.number)
            case Int(ASSAY_JSON_TEXT): .text(unsafe String(decoding: cell.bytes, as: UTF8.self))
            case Int(ASSAY_JSON_BOOL): .truth(unsafe cell.number == 1)
            default: .container
            }
    }

    var name: String {
        switch self {
        case .missing: "missing"
        case .number(let number): "\(number)"
        case .text(let text): "the text \"\(text.prefix(40))\""
        case .truth: "true or false"
        case .container: "an array or an object"
        }
    }
}

extension assay_json_cell {
    /// Its text where it lies; empty where it holds none.
    var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: text, count: Int(length)) }
}

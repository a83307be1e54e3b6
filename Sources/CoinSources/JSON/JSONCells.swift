internal import CJSON

/// Values that were projected out of a document, row by row: good only while they are shown, for they and their texts are
/// read where they lie.
@safe struct JSONCells {
    private let cells: UnsafeBufferPointer<assay_json_cell>
    private let columns: UnsafeBufferPointer<String>
    private let document: UnsafeBufferPointer<UInt8>
    private let texts: UnsafeBufferPointer<UInt8>
    private let firstLine: Int

    /// Cells of some columns over a document, and its texts without their escapes; the rows are numbered from a line on.
    init(
        _ cells: UnsafeBufferPointer<assay_json_cell>,
        _ columns: UnsafeBufferPointer<String>,
        from firstLine: Int = 1,
        document: UnsafeBufferPointer<UInt8>,
        texts: UnsafeBufferPointer<UInt8>
    ) {
        unsafe self.cells = cells
        unsafe self.columns = columns
        unsafe self.document = document
        unsafe self.texts = texts
        self.firstLine = firstLine
    }

    /// How many rows there are.
    var rowCount: Int { unsafe cells.count / columns.count }

    /// The rows in order.
    var rows: some Sequence<JSONRow> {
        (0..<rowCount).lazy.map { JSONRow(line: firstLine + $0, cells: self, row: $0) }
    }

    /// What a column was asked for by.
    func name(_ column: Int) -> String { unsafe columns[column] }

    private func cell(_ row: Int, _ column: Int) -> assay_json_cell {
        unsafe cells[row * columns.count + column]
    }

    /// One value.
    subscript(row: Int, column: Int) -> JSONValue {
        let cell = cell(row, column)
        switch Int(cell.kind) {
        case ASSAY_JSON_MISSING, ASSAY_JSON_NULL: return .missing
        case ASSAY_JSON_NUMBER: return .number(cell.number)
        case ASSAY_JSON_TEXT, ASSAY_JSON_ESCAPED: return .text(text(row, column).string ?? "")
        case ASSAY_JSON_BOOL: return .truth(cell.number == 1)
        default: return .container
        }
    }

    /// The number of a cell; NaN where it is missing, nil where it is something else.
    @inline(__always)
    func number(_ row: Int, _ column: Int) -> Double? {
        let cell = cell(row, column)
        switch Int(cell.kind) {
        case ASSAY_JSON_NUMBER: return cell.number
        case ASSAY_JSON_MISSING, ASSAY_JSON_NULL: return .nan
        default: return nil
        }
    }

    /// The text of a cell; empty where it holds none.
    @inline(__always)
    func text(_ row: Int, _ column: Int) -> TextInPlace {
        let cell = cell(row, column)
        let source = unsafe Int(cell.kind) == ASSAY_JSON_ESCAPED ? texts : document
        return unsafe TextInPlace(UnsafeBufferPointer(rebasing: source[cell.offset...]), count: Int(cell.length))
    }
}

/// One value of a document; a missing member and `null` say the same.
enum JSONValue: Hashable, Sendable {
    case missing
    case number(Double)
    case text(String)
    case truth(Bool)
    /// An array or an object.
    case container

    /// What it is, for a sentence.
    var name: String {
        switch self {
        case .missing: "missing"
        case .number: "a number"
        case .text(let text): "the text \"\(text.prefix(40))\""
        case .truth: "true or false"
        case .container: "an array or an object"
        }
    }
}

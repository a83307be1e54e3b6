internal import CSimdJSON

/// Values that were projected out of a document, row by row; texts are made of its bytes when they are asked for.
final class JSONCells {
    private let cells: [assay_json_cell]
    private let width: Int
    /// How many rows there are.
    let rowCount: Int
    private let bytes: [UInt8]
    private let start: Int
    private let texts: [UInt8]

    /// Cells of `width` columns over a document that begins at `start` of some bytes, and texts without their escapes.
    init(cells: [assay_json_cell], width: Int, bytes: [UInt8], start: Int, texts: [UInt8]) {
        self.cells = cells
        self.width = width
        rowCount = cells.count / width
        self.bytes = bytes
        self.start = start
        self.texts = texts
    }

    /// One value.
    subscript(row: Int, column: Int) -> JSONValue {
        let cell = cells[row * width + column]
        switch Int(cell.kind) {
        case ASSAY_JSON_MISSING, ASSAY_JSON_NULL: return .missing
        case ASSAY_JSON_NUMBER: return .number(cell.number)
        case ASSAY_JSON_TEXT, ASSAY_JSON_ESCAPED: return .text(String(decoding: text(row, column), as: UTF8.self))
        case ASSAY_JSON_BOOL: return .truth(cell.number == 1)
        default: return .container
        }
    }

    /// The number of a cell; NaN where it is missing, nil where it is something else.
    func number(_ row: Int, _ column: Int) -> Double? {
        let cell = cells[row * width + column]
        switch Int(cell.kind) {
        case ASSAY_JSON_NUMBER: return cell.number
        case ASSAY_JSON_MISSING, ASSAY_JSON_NULL: return .nan
        default: return nil
        }
    }

    /// Whether a cell holds a text that is not empty.
    func hasText(_ row: Int, _ column: Int) -> Bool {
        let cell = cells[row * width + column]
        return cell.length > 0
    }

    /// The bytes of a cell's text; empty where it holds none.
    func text(_ row: Int, _ column: Int) -> ArraySlice<UInt8> {
        let cell = cells[row * width + column]
        let length = Int(cell.length)
        switch Int(cell.kind) {
        case ASSAY_JSON_TEXT: return bytes[start + cell.offset..<start + cell.offset + length]
        case ASSAY_JSON_ESCAPED: return texts[cell.offset..<cell.offset + length]
        default: return []
        }
    }

    /// Gives the same where it lies, for work on every row that should count no references.
    func withText<Result>(_ row: Int, _ column: Int, _ body: (TextInPlace) -> Result) -> Result {
        let cell = cells[row * width + column]
        guard Int(cell.kind) == ASSAY_JSON_TEXT else {
            let text = text(row, column)
            return unsafe text.withUnsafeBufferPointer { unsafe body(TextInPlace($0, count: text.count)) }
        }
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            let readable = unsafe UnsafeBufferPointer(rebasing: bytes[(start + cell.offset)...])
            return unsafe body(TextInPlace(readable, count: Int(cell.length)))
        }
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

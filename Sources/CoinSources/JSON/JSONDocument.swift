internal import CSimdJSON
internal import RawInput

/// A whole JSON document, parsed and validated by simdjson before anything is read from it.
///
/// One documented reading: UTF-8 only; at most 64 levels deep and 256 MiB; no trailing comma, comment, `NaN` or
/// second document behind the first; a number too large for a double is refused, an integer beyond 64 bits is the
/// nearest double; of two members of one name the first counts.
@safe struct JSONDocument: ~Copyable {
    private let handle: OpaquePointer
    /// Status and headers, when the document came as an HTTP answer.
    let answer: HTTPAnswer?

    static let depth = 64
    static let sizeLimit = 256 << 20
    private static let rowLimit = 1 << 22
    private static let batch = 8192

    /// Reads and parses the whole of an input, once its head shows a reader's format.
    ///
    /// - Throws: `SourceError` when the input is known to hold no data, is of another format, or is not one JSON
    ///   document; `InputError` when its bytes cannot be had.
    init(_ file: inout InputFile, of reader: some SourceReader) throws {
        let head = InputHead(bytes: try file.peek(InputHead.length))
        if let refusal = head.refusal { throw refusal }
        guard reader.recognises(head) else {
            throw SourceError("wrong-format", detail: "is not of the format \(reader.id); leave out --source")
        }
        let bytes = try file.readAll(limit: JSONDocument.sizeLimit)
        try self.init(bytes, from: head.start, answer: head.answer)
    }

    /// Parses bytes from a start on.
    ///
    /// - Throws: `SourceError` `truncated-json` or `bad-json`, with the line and column to blame.
    init(_ bytes: [UInt8], from start: Int = 0, answer: HTTPAnswer? = nil) throws(SourceError) {
        self.answer = answer
        var padded = bytes
        padded.append(contentsOf: repeatElement(UInt8(ascii: " "), count: Int(ASSAY_JSON_PADDING)))
        var code: Int32 = 0
        if let handle = unsafe JSONDocument.parse(padded, start..<bytes.count, &code) {
            unsafe self.handle = handle
            return
        }
        guard code != ASSAY_JSON_NO_MEMORY else {
            throw SourceError("too-large", detail: "the document needs more memory than there is; split it")
        }
        // Integers beyond 64 bits are JSON, but simdjson knows them as doubles only.
        if let longer = try JSONFault.withExponents(bytes, from: start),
            let handle = unsafe JSONDocument.parse(longer, 0..<longer.count - Int(ASSAY_JSON_PADDING), &code)
        {
            unsafe self.handle = handle
            return
        }
        throw SourceError(
            "bad-json",
            detail: "is not JSON (\(unsafe String(cString: assay_json_message(code)))); fetch it again"
        )
    }

    deinit {
        unsafe assay_json_free(handle)
    }

    private static func parse(_ bytes: [UInt8], _ range: Range<Int>, _ code: inout Int32) -> OpaquePointer? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe assay_json_parse(base + range.lowerBound, range.count, JSONDocument.depth, &code)
        }
    }

    /// The value at a path, such as `status/error_code`.
    subscript(path: String) -> JSONValue {
        unsafe value(assay_json_value(handle, path))
    }

    /// Hands on the rows at a path in order, each with its columns.
    ///
    /// - Parameters:
    ///   - rows: where they are; a step `*` stands for every element of an array or every member of an object.
    ///   - columns: paths below a row; empty for the row itself.
    ///   - body: takes each row.
    /// - Throws: `SourceError` `too-large` for over four million rows, and what `body` throws.
    func forEachRow(_ rows: String, _ columns: [String], _ body: (JSONRow) throws -> Void) throws {
        let count = try select(rows)
        let names = columns.joined(separator: "\n")
        var cells = [assay_json_cell](
            repeating: assay_json_cell(),
            count: min(count, JSONDocument.batch) * columns.count
        )
        for first in stride(from: 0, to: count, by: JSONDocument.batch) {
            let filled = unsafe cells.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe assay_json_fill(handle, first, JSONDocument.batch, names, base)
            }
            for row in 0..<filled {
                let values = cells[row * columns.count..<(row + 1) * columns.count].map { value($0) }
                try body(JSONRow(line: first + row + 1, columns: columns, values: values))
            }
        }
    }

    /// The distinct names of the members below a path of all rows, in the order in which they first occur.
    ///
    /// - Throws: `SourceError` when there are more than `limit`.
    func names(of path: String, rows: String, limit: Int) throws(SourceError) -> [String] {
        _ = try select(rows)
        var cells = [assay_json_cell](repeating: assay_json_cell(), count: limit)
        let count = unsafe cells.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe assay_json_names(handle, path, base, limit)
        }
        guard count <= limit else {
            throw SourceError("too-large", detail: "\(path) has more than \(limit) different members; split the input")
        }
        return cells[..<count].map { text($0) }
    }

    private func select(_ rows: String) throws(SourceError) -> Int {
        let count = unsafe assay_json_select(handle, rows, JSONDocument.rowLimit)
        guard count >= 0 else {
            throw SourceError("too-large", detail: "holds more than \(JSONDocument.rowLimit) rows; split it")
        }
        return Int(count)
    }

    private func value(_ cell: assay_json_cell) -> JSONValue {
        switch Int(cell.kind) {
        case ASSAY_JSON_MISSING, ASSAY_JSON_NULL: .missing
        case ASSAY_JSON_NUMBER: .number(cell.number)
        case ASSAY_JSON_TEXT: .text(text(cell))
        case ASSAY_JSON_BOOL: .truth(cell.number == 1)
        default: .container
        }
    }

    private func text(_ cell: assay_json_cell) -> String {
        let bytes = unsafe UnsafeBufferPointer(start: assay_json_texts(handle) + cell.offset, count: Int(cell.length))
        return unsafe String(decoding: bytes, as: UTF8.self)
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

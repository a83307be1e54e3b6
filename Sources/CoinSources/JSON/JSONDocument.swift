internal import CJSON
internal import RawInput

/// A whole JSON document, checked before anything is read from it; what is asked for is read from its bytes in place.
///
/// One documented reading: UTF-8 only; at most 64 levels deep and 256 MiB; no trailing comma, comment, `NaN` or
/// second document behind the first; a number is the nearest double, and refused when it is too large for one; of two
/// members of one name the first counts.
@safe struct JSONDocument: ~Copyable {
    private let handle: OpaquePointer
    private let bytes: [UInt8]
    private let start: Int
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
    init(_ file: inout InputFile, of reader: some SourceReader, _ context: ReadContext) throws {
        try self.init(JSONText(&file, of: reader, context))
    }

    /// Checks a text.
    ///
    /// - Throws: `SourceError` `truncated-json` or `bad-json`, with the line and column to blame.
    init(_ text: JSONText) throws(SourceError) {
        try self.init(text.bytes, from: text.start, answer: text.answer)
    }

    /// Checks bytes from a start on.
    ///
    /// - Throws: `SourceError` `truncated-json` or `bad-json`, with the line and column to blame.
    init(_ bytes: [UInt8], from start: Int = 0, answer: HTTPAnswer? = nil) throws(SourceError) {
        var code: Int32 = 0
        let handle = unsafe bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe assay_json_parse(base + start, buffer.count - start, JSONDocument.depth, &code)
        }
        guard let handle = unsafe handle else {
            guard code != ASSAY_JSON_NO_MEMORY else {
                throw SourceError("too-large", detail: "the document needs more memory than there is; split it")
            }
            throw JSONFault.found(in: bytes, from: start)
                ?? SourceError("bad-json", detail: "is not JSON; fetch it again")
        }
        unsafe self.handle = handle
        self.bytes = bytes
        self.start = start
        self.answer = answer
    }

    deinit {
        unsafe assay_json_free(handle)
    }

    /// The value at a path, such as `status/error_code`.
    subscript(path: String) -> JSONValue {
        let cell = unsafe withDocument { unsafe assay_json_value($0, $1, path) }
        return withCells([cell ?? assay_json_cell()], [path]) { $0[0, 0] }
    }

    /// Hands on the rows at a path in order, each with its columns.
    ///
    /// - Parameters:
    ///   - rows: where they are; a step `*` stands for every element of an array or every member of an object.
    ///   - columns: paths below a row; empty for the row itself.
    ///   - body: takes each row.
    /// - Throws: `SourceError` `too-large` for over four million rows, and what `body` throws.
    func forEachRow(_ rows: String, _ columns: [String], _ body: (JSONRow) throws -> Void) throws {
        try forEachBatch(rows, columns) { for row in $0.rows { try body(row) } }
    }

    /// The same, with many rows at once.
    func forEachBatch(_ rows: String, _ columns: [String], _ body: (JSONCells) throws -> Void) throws {
        let count = try select(rows)
        let names = columns.joined(separator: "\n")
        let size = min(count, JSONDocument.batch)
        for first in stride(from: 0, to: count, by: JSONDocument.batch) {
            let batch = unsafe [assay_json_cell](unsafeUninitializedCapacity: size * columns.count) { buffer, filled in
                guard let base = buffer.baseAddress else { return }
                let rows = unsafe withDocument { unsafe assay_json_fill($0, $1, first, size, names, base) } ?? 0
                filled = rows * columns.count
            }
            try withCells(batch, columns, from: first + 1, body)
        }
    }

    /// The distinct names of the members below a path of all rows, in the order in which they first occur.
    ///
    /// - Throws: `SourceError` when there are more than `limit`.
    func names(of path: String, rows: String, limit: Int) throws(SourceError) -> [String] {
        _ = try select(rows)
        var count = 0
        let names = unsafe [assay_json_cell](unsafeUninitializedCapacity: limit) { buffer, filled in
            guard let base = buffer.baseAddress else { return }
            count = unsafe withDocument { unsafe assay_json_names($0, $1, path, base, limit) } ?? 0
            filled = min(count, limit)
        }
        guard count <= limit else {
            throw SourceError("too-large", detail: "\(path) has more than \(limit) different members; split the input")
        }
        return withCells(names, [path]) { cells in names.indices.map { cells.text($0, 0).string ?? "" } }
    }

    /// How many rows there are at a path.
    ///
    /// - Throws: `SourceError` `too-large` for over four million.
    func count(of rows: String) throws(SourceError) -> Int {
        try select(rows)
    }

    private func select(_ rows: String) throws(SourceError) -> Int {
        let count = unsafe withDocument { unsafe assay_json_select($0, $1, rows, JSONDocument.rowLimit) } ?? 0
        guard count >= 0 else {
            throw SourceError("too-large", detail: "holds more than \(JSONDocument.rowLimit) rows; split it")
        }
        return Int(count)
    }

    /// Shows what the last call projected.
    private func withCells<Result>(
        _ cells: [assay_json_cell],
        _ columns: [String],
        from firstLine: Int = 1,
        _ body: (JSONCells) throws -> Result
    ) rethrows -> Result {
        var count = 0
        let base = unsafe assay_json_texts(handle, &count)
        // A copy: what is asked of the document meanwhile makes other texts.
        let texts = unsafe Array(UnsafeBufferPointer(start: base, count: count))
        return try unsafe bytes.withUnsafeBufferPointer { bytes in
            let document = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
            return try unsafe cells.withUnsafeBufferPointer { cells in
                try unsafe texts.withUnsafeBufferPointer { texts in
                    try unsafe columns.withUnsafeBufferPointer { columns in
                        try body(
                            unsafe JSONCells(cells, columns, from: firstLine, document: document, texts: texts)
                        )
                    }
                }
            }
        }
    }

    /// Asks the document over its bytes.
    private func withDocument<Answer>(_ ask: (OpaquePointer, UnsafePointer<UInt8>) -> Answer) -> Answer? {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return unsafe ask(handle, base + start)
        }
    }
}

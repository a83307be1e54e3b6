internal import CSimdJSON
internal import CoinModel
public import RawInput

/// A whole JSON document, checked before anything is read from it.
///
/// One documented reading: UTF-8 only; at most 64 levels deep and 64 MiB; no trailing comma, comment or second document behind the first; a number is the nearest double, and no number (so that its row is rejected) when it
/// is too small for another one than zero; of two members of one name the first counts. What no document may have in a
/// value, such as half a surrogate pair, a byte that is not UTF-8, `NaN` or a number too large for a double, costs the
/// rows that have it and not the document.
@safe struct JSONDocument: ~Copyable {
    private let handle: OpaquePointer
    /// What is wrong in some rows, by its number.
    let broken: [RowError]

    /// To read a document takes some fourteen times its size of memory.
    static let sizeLimit = 64 << 20
    private static let rowLimit = 1 << 22
    private static let batch = 8192

    /// Checks bytes from a start on.
    ///
    /// - Throws: `SourceError` `truncated-json` or `bad-json`, with the line and column to blame.
    init(_ bytes: [UInt8], from start: Int = 0) throws(SourceError) {
        var fault = unsafe assay_json_fault()
        let handle = unsafe bytes.withUnsafeBufferPointer { buffer in
            let document = unsafe UnsafeBufferPointer(rebasing: buffer[start...])
            return unsafe assay_json_parse(document.baseAddress, document.count, &fault)
        }
        guard let handle = unsafe handle else { throw unsafe JSONFault.error(fault, in: bytes, from: start) }
        unsafe self.handle = handle
        let count = unsafe assay_json_broken(handle, 0, &fault)
        broken = (0..<count).map { number in
            var fault = unsafe assay_json_fault()
            _ = unsafe assay_json_broken(handle, number, &fault)
            return unsafe RowError("bad-json", JSONFault.detail(fault, in: bytes, from: start))
        }
    }

    deinit {
        unsafe assay_json_free(handle)
    }

    /// The value at a path, such as `status/error_code`.
    subscript(path: String) -> JSONValue {
        unsafe JSONValue(assay_json_value(handle, JSONDocument.pointer(path)))
    }

    /// The text at a path; nil for any other value.
    func text(_ path: String) -> String? {
        if case .text(let text) = self[path] { text } else { nil }
    }

    /// Hands on the rows at a path in order, each with its columns, which are paths below it, empty for the row itself.
    ///
    /// A step `*` stands for every element of an array or every member of an object.
    ///
    /// - Throws: `SourceError` `too-large` for over four million rows, and what `body` throws.
    func forEachRow(_ rows: String, _ columns: [String], _ body: (JSONRow) throws -> Void) throws {
        // Without any, the parser would take the empty text for the path of one, for which there is no room.
        precondition(!columns.isEmpty, "a row has columns")
        let count = try count(of: rows)
        let paths = columns.map(JSONDocument.pointer).joined(separator: "\n")
        let size = min(count, JSONDocument.batch)
        for first in stride(from: 0, to: count, by: JSONDocument.batch) {
            var filled = 0
            let cells = unsafe [assay_json_cell](unsafeUninitializedCapacity: size * columns.count) {
                cells,
                cellCount in
                filled = unsafe cells.baseAddress.map { unsafe assay_json_fill(handle, first, size, paths, $0) } ?? 0
                cellCount = filled * columns.count
            }
            guard filled == min(size, count - first) else { throw JSONFault.tooLarge }
            try unsafe cells.withUnsafeBufferPointer { cells in
                try unsafe columns.withUnsafeBufferPointer { columns in
                    for row in 0..<filled {
                        let own = row * columns.count..<(row + 1) * columns.count
                        let cells = unsafe UnsafeBufferPointer(rebasing: cells[own])
                        try body(unsafe JSONRow(first + row + 1, cells: cells, columns: columns, broken: broken))
                    }
                }
            }
        }
    }

    /// The distinct names of the members below a path of all rows, in the order in which they first occur.
    ///
    /// - Throws: `SourceError` when there are more than `limit`.
    func names(of path: String, rows: String, limit: Int) throws(SourceError) -> [String] {
        _ = try count(of: rows)
        var names = unsafe [assay_json_cell](repeating: assay_json_cell(), count: limit)
        let count = unsafe names.withUnsafeMutableBufferPointer { names in
            unsafe names.baseAddress.map { unsafe assay_json_names(handle, JSONDocument.pointer(path), $0, limit) } ?? 0
        }
        guard count <= limit else {
            throw SourceError("too-large", detail: "\(path) has more than \(limit) different members; split the input")
        }
        return unsafe names.prefix(count).map { unsafe String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// How many rows there are at a path.
    ///
    /// - Throws: `SourceError` `too-large` for over four million.
    func count(of rows: String) throws(SourceError) -> Int {
        let count = unsafe assay_json_select(handle, JSONDocument.pointer(rows), JSONDocument.rowLimit)
        guard count >= 0 else {
            throw SourceError("too-large", detail: "has more than \(JSONDocument.rowLimit) rows; split it")
        }
        return Int(count)
    }

    /// A path as simdjson writes it.
    private static func pointer(_ path: String) -> String { path.isEmpty ? "" : "/" + path }
}

/// Checks that an input that no reader recognises is not a JSON document cut short or malformed.
///
/// - Throws: `SourceError` `truncated-json` or `bad-json` with the place to blame; `InputError` when its bytes cannot
///   be had.
public func validateDocument(_ file: inout InputFile, _ head: InputHead) throws {
    guard case .json = head.shape else { return }
    let bytes = try file.readAll(limit: JSONDocument.sizeLimit)
    _ = try JSONDocument(bytes, from: head.start)
}

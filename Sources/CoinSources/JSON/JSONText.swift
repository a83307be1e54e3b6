internal import RawInput

/// The bytes of an input whose head shows a reader's format, not read yet.
struct JSONText {
    let bytes: [UInt8]
    /// Where the document begins.
    let start: Int
    /// Status and headers, when the document came as an HTTP answer.
    let answer: HTTPAnswer?

    /// A document of which no reader was asked.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (start, answer) = (0, nil)
    }

    /// The bytes of an input.
    ///
    /// - Throws: `SourceError` when the input is known to hold no data or is of another format; `InputError` when its
    ///   bytes cannot be had.
    init(_ file: inout InputFile, of reader: some SourceReader, _ context: ReadContext) throws {
        let head = if let head = context.head { head } else { InputHead(bytes: try file.peek(InputHead.length)) }
        if let refusal = head.refusal { throw refusal }
        guard reader.recognises(head) else {
            throw SourceError("wrong-format", detail: "is not of the format \(reader.id); leave out --source")
        }
        bytes = try file.readAll(limit: JSONDocument.sizeLimit)
        (start, answer) = (head.start, head.answer)
    }

    /// Hands on the objects of an array in order, each with some of its members.
    ///
    /// - Parameters:
    ///   - columns: names of members.
    ///   - body: takes each row.
    /// - Throws: `SourceError` when the bytes are not one JSON document, before any row is handed on; what `body` throws.
    func forEachObject(_ columns: [String], _ body: (JSONRow) throws -> Void) throws {
        try forEachBatch(columns) { for row in $0.rows { try body(row) } }
    }

    /// The same, with many objects at once.
    func forEachBatch(_ columns: [String], _ body: (JSONCells) throws -> Void) throws {
        if let objects = JSONObjects(self, columns) { return try objects.show(body) }
        try JSONDocument(self).forEachBatch("*", columns, body)
    }
}

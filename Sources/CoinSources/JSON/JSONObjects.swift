internal import CJSON

/// A document that is an array of objects, read in one pass: pages of a market are such, and their objects have the same
/// members in the same order.
///
/// The pass checks the whole document, by the rules of `JSONDocument`.
@safe struct JSONObjects: ~Copyable {
    private let objects: OpaquePointer
    private let text: JSONText
    private let columns: [String]

    /// The most cells that a document may have to be read so, for all of them are made at once: 24 MiB of them.
    private static let limit = 1 << 20

    /// Reads a text; nil when it is anything but an array of not too many objects, or a column is no plain name of a
    /// member: `JSONDocument` reads all documents, and says what is wrong with those that are none.
    init?(_ text: JSONText, _ columns: [String]) {
        guard !columns.isEmpty else { return nil }
        let names = columns.joined(separator: "\n")
        let objects = unsafe text.bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            guard let base = bytes.baseAddress else { return nil }
            return unsafe assay_json_read_objects(
                base + text.start,
                bytes.count - text.start,
                JSONDocument.depth,
                names,
                JSONObjects.limit / columns.count
            )
        }
        guard let objects = unsafe objects else { return nil }
        unsafe self.objects = objects
        self.text = text
        self.columns = columns
    }

    deinit {
        unsafe assay_json_free_objects(objects)
    }

    /// Shows the objects in order.
    func show(_ body: (JSONCells) throws -> Void) rethrows {
        var (rows, textSize) = (0, 0)
        let cells = unsafe assay_json_object_cells(objects, &rows)
        let texts = unsafe assay_json_object_texts(objects, &textSize)
        try unsafe text.bytes.withUnsafeBufferPointer { bytes in
            try unsafe columns.withUnsafeBufferPointer { columns in
                let cells = unsafe JSONCells(
                    UnsafeBufferPointer(start: cells, count: rows * columns.count),
                    columns,
                    document: UnsafeBufferPointer(rebasing: bytes[text.start...]),
                    texts: UnsafeBufferPointer(start: texts, count: textSize)
                )
                try body(cells)
            }
        }
    }
}

internal import CoinModel
internal import CoinTables

/// What a tool answers: rows of a table, as `--format json` has them.
struct AssistantAnswer: Sendable {
    var table: Table
    /// What a command would report after its table, such as that no coin has a rank.
    var failure: OperationError?
    /// The rows before the page, and the most rows of it; nil for all rows.
    var page: (offset: Int, limit: Int)?
    /// Whether rows were left out already.
    var isCut = false
    /// The most characters of a text: who writes names and descriptions may write at any length.
    var textLimit = 500

    /// The most bytes of rows.
    private static let byteLimit = 1 << 20

    /// The structured content in JSON: rows, what they were made from, and what is left out of them.
    ///
    /// - Throws: `OperationError` when the rows cannot be written.
    func content() throws -> String {
        let (offset, most) = page ?? (0, .max)
        var shown = table
        shown.rows = Array(table.rows.dropFirst(offset).prefix(most))
        var (isCut, textBytes) = (isCut, 0)
        for (row, cells) in shown.rows.enumerated() {
            // What is too large whatever is written around it is not written first.
            textBytes += cells.reduce(0) { $0 + min($1.text?.utf8.count ?? 0, textLimit) }
            guard textBytes <= AssistantAnswer.byteLimit else {
                (isCut, shown.rows) = (true, Array(shown.rows.prefix(row)))
                break
            }
            for case (let column, .text(let text)) in cells.enumerated() where text.utf8.count > textLimit {
                let part = String(text.unicodeScalars.prefix(textLimit))
                isCut = isCut || part.utf8.count < text.utf8.count
                shown.rows[row][column] = .text(part)
            }
        }
        var (rows, bytes): ([String], Int) = ([], 0)
        let lines = try OutputWriter(format: "ndjson").bytes(of: shown).split(separator: UInt8(ascii: "\n"))
        for line in lines {
            let row = String(decoding: line, as: UTF8.self).asciiJSON
            bytes += row.utf8.count + 1
            if bytes > AssistantAnswer.byteLimit { break }
            rows.append(row)
        }
        let next = offset + rows.count
        let warning = failure.map { $0.diagnostic.quotable(.warning).line } ?? Staleness.text(in: table)
        return JSONText.object([
            ("rows", JSONText.list(rows)), ("made_from", JSONText.text(Provenance.note(among: table.notes))),
            ("truncated", "\(isCut || rows.count < lines.count)"), ("warning", warning.map { JSONText.text($0) }),
            ("total", page.map { _ in "\(table.rows.count)" }),
            ("next_offset", page.map { _ in next < table.rows.count ? "\(next)" : JSONText.null }),
        ])
    }

    /// What `content` is, as JSON Schema says it.
    static func schema(isPaged: Bool) -> String {
        func member(_ type: String, _ meaning: String) -> String {
            JSONText.object([("type", type), ("description", JSONText.text(meaning))])
        }
        func type(_ name: String) -> String { JSONText.text(name) }
        let rows = JSONText.object([
            ("type", type("array")), ("items", JSONText.object([("type", type("object"))])),
            ("description", JSONText.text("As `--format json` has them; null is missing, never 0.")),
        ])
        let origin = "The moment, digests and version by which a later call repeats the figures."
        var members = [
            ("rows", rows), ("made_from", member(JSONText.texts(["string", "null"]), origin)),
            ("truncated", member(type("boolean"), "Whether rows or parts of texts were left out at a limit.")),
            ("warning", member(type("string"), "What is to be known of the rows, such as that figures are old.")),
        ]
        if isPaged {
            let next = "Where the next page begins; null on the last."
            members.append(("total", member(type("integer"), "Rows on all pages.")))
            members.append(("next_offset", member(JSONText.texts(["integer", "null"]), next)))
        }
        return JSONText.object([
            ("type", type("object")), ("properties", JSONText.object(members.map { ($0, $1 as String?) })),
            ("required", JSONText.texts(["rows", "made_from", "truncated"])),
        ])
    }
}

extension Diagnostic {
    /// The same without hidden characters and in few words, for a reader that may take words for instructions.
    func quotable(_ level: Level) -> Diagnostic {
        Diagnostic(level, identifier, place: place.visible.shortened(to: 80), message.visible.shortened(to: 600))
    }
}

public import CoinModel
public import CoinTables

/// What a person wrote down about a coin at a time.
public struct CoinNote: Hashable, Sendable {
    /// By which it is named, from 1.
    public let number: Int
    /// When; a whole day stands at its end.
    public let time: AsOf
    /// The coin's id.
    public let coin: String
    /// What was noted: one line without characters that steer a display.
    public let text: String

    /// The most characters of a text.
    public static let maximumLength = 1000

    /// The columns of the file of notes.
    public static let fields = ["entry", "time", "coin", "text"]

    /// A note with this text, without the white space around it.
    ///
    /// - Throws: `PortfolioError` when it is empty, too long, or of more than a line.
    public init(_ number: Int, _ time: AsOf, _ coin: String, _ text: String) throws(PortfolioError) {
        let text = trimmed(text)
        guard !text.isEmpty else { throw PortfolioError("bad-note", "the note is empty; write what there is to note") }
        let length = text.unicodeScalars.count
        guard length <= CoinNote.maximumLength else {
            let most = "a note takes at most \(CoinNote.maximumLength)"
            throw PortfolioError("bad-note", "the note has \(length) characters; \(most): make several of it")
        }
        if let hidden = text.unicodeScalars.first(where: \.isHidden) {
            let what =
                "the note holds the character U+\(hexadecimal(hidden.value)), which is a line end or cannot be seen"
            throw PortfolioError("bad-note", "\(what); write it in one line without it")
        }
        (self.number, self.time, self.coin, self.text) = (number, time, coin, text)
    }

    /// Reads a row of the file of notes.
    ///
    /// - Throws: `PortfolioError` with the row's line.
    public init(_ row: TextRow) throws(PortfolioError) {
        guard let number = row["entry"].flatMap({ Int($0) }), number > 0 else {
            throw PortfolioError(
                "bad-entry",
                line: row.line,
                "the row has no number under `entry`; give it one of its own"
            )
        }
        guard let time = row["time"].flatMap({ AsOf($0) }) else {
            throw PortfolioError("bad-time", line: row.line, "the row has no time; write a date, or an instant with Z")
        }
        guard let coin = row["coin"] else {
            throw PortfolioError("missing-coin", line: row.line, "names no coin; write its id into `coin`")
        }
        do throws(PortfolioError) {
            try self.init(number, time, coin, row["text"] ?? "")
        } catch {
            throw PortfolioError(error.reason, line: row.line, error.detail)
        }
    }

    /// Notes as their file has them, in order.
    public static func table(_ notes: [CoinNote]) -> Table {
        let columns = [
            Column("entry", "Note", .integer, meaning: "The number, by which it is removed."),
            Column("time", "Time", .text, meaning: "When; a whole day stands at its end."),
            Column("coin", "Coin", .text, meaning: "The coin's id."),
            Column("text", "Text", .text, meaning: "What was noted."),
        ]
        let rows = notes.map { note -> [Cell] in
            [.integer(note.number), .text(note.time.description), .text(note.coin), .text(note.text)]
        }
        return Table(title: "Notes", columns: columns, rows: rows)
    }
}

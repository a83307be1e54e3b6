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

    /// A note with this text, without the white space around it.
    ///
    /// - Throws: `Reject` when it is empty, too long, or of more than a line.
    public init(_ number: Int, _ time: AsOf, _ coin: String, _ text: String) throws(Reject) {
        let text = trimmed(text)
        guard !text.isEmpty else { throw Reject("bad-note", detail: "the note is empty; write what there is to note") }
        let length = text.unicodeScalars.count
        guard length <= CoinNote.maximumLength else {
            let most = "a note takes at most \(CoinNote.maximumLength)"
            throw Reject("bad-note", detail: "the note has \(length) characters; \(most): make several of it")
        }
        if let hidden = text.unicodeScalars.first(where: \.isHidden) {
            let what =
                "the note contains the character U+\(hexadecimal(hidden.value)), which is a line end or cannot be seen"
            throw Reject("bad-note", detail: "\(what); write it in one line without it")
        }
        (self.number, self.time, self.coin, self.text) = (number, time, coin, text)
    }
}

extension CoinNote: PersonalRow {
    /// The columns of the file.
    public static let columns = [
        Column("entry", "Note", .integer, meaning: "The number, by which it is removed."),
        Column("time", "Time", .text, meaning: "When; a whole day stands at its end."),
        Column("coin", "Coin", .text, meaning: "The coin's id."),
        Column("text", "Text", .text, meaning: "What was noted."),
    ]

    /// All of them.
    public static let neededColumns = Set(columns.map(\.name))

    /// The note as its file has it.
    public var cells: [Cell] { [.integer(number), .text(time.description), .text(coin), .text(text)] }

    /// The number.
    public var key: String? { "\(number)" }

    /// What is wrong with a second note of a number.
    public func repeats(line: Int) -> String { "is note \(number), as line \(line) is; give it a number of its own" }

    /// Reads a row of the file.
    ///
    /// - Throws: `Reject` with its line when it does not read.
    public init(_ row: TextRow, number _: Int) throws(Reject) {
        guard let number = try row.entry("entry") else {
            throw row.fault("bad-entry", "the row has no number under `entry`; give it one of its own")
        }
        let (time, coin) = (try row.time(), try row.coin())
        self = try row.checked { () throws(Reject) in try CoinNote(number, time, coin, row["text"] ?? "") }
    }
}

public import CoinModel
internal import CoinPortfolio
internal import CoinSources
public import CoinTables

/// What a person noted about coins: a file of a profile, the oldest entry first.
public struct NotesFile: Sendable {
    let profile: ProfileFolder
    private static let file = "notes.csv"
    private static let mostLines = 5

    /// The notes of a profile.
    public init(in profile: ProfileFolder) { self.profile = profile }

    /// Where they are.
    public var path: String { profile.path(of: NotesFile.file) }

    private static let columns = CoinNote.fields.map { PersonalTable.Column($0, isNeeded: true) }

    /// The notes; none where there is no file yet.
    ///
    /// - Throws: `OperationError` naming file and line when they do not read whole.
    func notes() throws -> [CoinNote] {
        var lines: [Int: Int] = [:]
        return try (profile.rows(of: NotesFile.file, NotesFile.columns) ?? []).map { row in
            do {
                let note = try CoinNote(row)
                if let line = lines.updateValue(row.line, forKey: note.number) {
                    let why = "is note \(note.number), as line \(line) is; give it a number of its own"
                    throw OperationError(.failed, "duplicate-row", place: "\(path):\(row.line)", why)
                }
                return note
            } catch let error as PortfolioError {
                throw OperationError(error, file: path)
            }
        }
    }

    /// Replaces the notes by what is made of them, while no other process changes the profile.
    func change(_ make: ([CoinNote]) throws -> [CoinNote]) throws {
        try profile.change { try profile.write(CoinNote.table(make(notes())), to: NotesFile.file) }
    }
}

extension NotesFile {
    /// The newest notes about a coin, as its screen shows them.
    func lines(about id: String, in coins: ProfileCoins) throws -> [[Cell]] {
        let notes = try notes().filter { (coins.coin(ofID: $0.coin)?.id ?? $0.coin) == id }
        let newest = notes.sorted { $0.time.limit > $1.time.limit }.prefix(NotesFile.mostLines)
        let lines = newest.map { [Cell.text("note"), .text("\($0.time): \($0.text)")] }
        let left = notes.count - newest.count
        return lines + (left > 0 ? [[.text("notes"), .text("\(left) more: `assay note list \(id)`")]] : [])
    }
}

/// Notes something about a coin.
///
/// - Parameters:
///   - text: what: one line of at most 1000 characters.
///   - words: the coin's id, symbol or name.
///   - time: when it is of.
///   - anyway: whether an id that the store does not know is taken.
///   - file: the notes.
///   - location: the store that names coins.
///   - tell: takes what is to be reported.
/// - Throws: `OperationError` when no coin or several fit, or the text is none.
public func note(
    _ text: String,
    on words: String,
    at time: AsOf,
    anyway: Bool,
    in file: NotesFile,
    _ location: StoreLocation,
    tell: DiagnosticSink
) throws {
    let coins = try ProfileCoins(location)
    let id = try coins.id(words, anyway: anyway)
    var number = 0
    try file.change { notes in
        number = (notes.map(\.number).max() ?? 0) + 1
        do throws(PortfolioError) {
            return notes + [try CoinNote(number, time, id, text)]
        } catch {
            throw OperationError(.usage, error.reason, place: id, error.detail)
        }
    }
    if let warning = coins.unchecked { tell(warning) }
    tell(Diagnostic(.note, "noted", place: id, "note \(number) at \(time)"))
}

/// Removes a note.
///
/// - Throws: `OperationError` when there is none of this number.
public func removeNote(_ number: Int, in file: NotesFile, tell: DiagnosticSink) throws {
    var removed: CoinNote?
    try file.change { notes in
        removed = notes.first { $0.number == number }
        guard removed != nil else {
            let why = "is no note; see `assay note list`"
            throw OperationError(.nothingSelected, "unknown-note", place: "\(number)", why)
        }
        return notes.filter { $0.number != number }
    }
    if let removed { tell(Diagnostic(.note, "removed", place: removed.coin, "note \(number): \(removed.text)")) }
}

/// The notes as their file has them, or those about one coin.
///
/// - Throws: `OperationError` when no coin or several fit, or the file does not read whole.
public func notes(on words: String?, in file: NotesFile, _ location: StoreLocation, tell: DiagnosticSink) throws
    -> Table
{
    let notes = try file.notes()
    guard let words else { return CoinNote.table(notes) }
    let coins = try ProfileCoins(location)
    let there = Set(notes.map(\.coin))
    let id = there.contains(words) ? words : try coins.id(words, anyway: true)
    if let warning = coins.unchecked { tell(warning) }
    return CoinNote.table(notes.filter { $0.coin == id })
}

internal import CoinIdentity
public import CoinModel
internal import CoinPortfolio
public import CoinTables

/// What a person noted about coins: a file of a profile, the oldest entry first.
public struct NotesFile: Sendable {
    private let profile: ProfileFolder
    private static let mostLines = 5

    /// The notes of a profile.
    public init(in profile: ProfileFolder) { self.profile = profile }

    private var file: OwnFile<CoinNote> { OwnFile("notes.csv", in: profile) }

    /// Where they are.
    public var path: String { file.path }

    /// The notes; none where there is no file yet.
    ///
    /// - Throws: `OperationError` naming file and line when they do not read whole.
    func notes() throws -> [CoinNote] { try file.rows() ?? [] }

    /// The newest notes about a coin, as its screen shows them.
    func lines(about id: String, in universe: Universe) throws -> [[Cell]] {
        let notes = try notes().filter { (universe.coin(ofFormer: $0.coin)?.id ?? $0.coin) == id }
        let newest = notes.sorted { $0.time.limit > $1.time.limit }.prefix(NotesFile.mostLines)
        let lines = newest.map { [Cell.text("note"), .text("\($0.time): \($0.text)")] }
        let left = notes.count - newest.count
        guard left > 0 else { return lines }
        return lines + [[.text("notes"), .text("\(left) more: `assay note list \(shellCoin(id))`")]]
    }

    /// Notes something about a coin.
    ///
    /// - Parameters:
    ///   - text: what: one line of at most 1000 characters.
    ///   - words: the coin's id, symbol or name.
    ///   - time: when it is of; nil for now.
    ///   - anyway: whether an id that the store does not know is taken.
    ///   - context: the store, the clock and who takes reports.
    /// - Throws: `OperationError` when no coin or several fit, or the text is none.
    public func note(_ text: String, on words: String, at time: AsOf?, anyway: Bool, _ context: CommandContext) throws {
        let coins = try ProfileCoins(context.location)
        let id = try coins.id(words, anyway: anyway)
        let time = time ?? .instant(Instant(seconds: context.now.milliseconds / 1000))
        var number = 0
        try file.change { old in
            let notes = old ?? []
            number = (notes.map(\.number).max() ?? 0) + 1
            do throws(Reject) {
                return notes + [try CoinNote(number, time, id, text)]
            } catch {
                throw OperationError(.usage, error.reason, place: id, error.detail)
            }
        }
        if let warning = coins.unchecked { context.report(warning) }
        context.report(Diagnostic(.note, "noted", place: id, "note \(number) at \(time)"))
    }

    /// Removes a note.
    ///
    /// - Throws: `OperationError` when there is none of this number.
    public func remove(_ number: Int, report: DiagnosticSink) throws {
        var removed: CoinNote?
        try file.change { old in
            removed = old?.first { $0.number == number }
            guard removed != nil else {
                let why = "is not a note; see `assay note list`"
                throw OperationError(.nothingSelected, "unknown-note", place: "\(number)", why)
            }
            return old?.filter { $0.number != number }
        }
        if let removed { report(Diagnostic(.note, "removed", place: removed.coin, "note \(number): \(removed.text)")) }
    }

    /// The notes as their file has them, or those about one coin.
    ///
    /// - Throws: `OperationError` when no coin or several fit, or the file does not read whole.
    public func table(on words: String?, in location: StoreLocation, report: DiagnosticSink) throws -> Table {
        var notes = try notes()
        if let words {
            let coins = try ProfileCoins(location)
            let id = notes.contains { $0.coin == words } ? words : try coins.id(words, anyway: true)
            if let warning = coins.unchecked { report(warning) }
            notes = notes.filter { $0.coin == id }
        }
        return CoinNote.table("Notes", notes)
    }
}

public import CoinModel
public import CoinTables

/// Coins that a person watches, in the order in which they were added, each once.
public struct Watchlist: Hashable, PersonalRows, Sendable {
    /// A coin of the list.
    public struct Entry: Hashable, Sendable {
        /// The coin's id.
        public let coin: String
        /// The day on which it was added; nil where the file does not say.
        public let added: Day?
        /// What the person noted; empty for nothing.
        public var note: String
        /// Words to group coins by.
        public var tags: [String]

        /// A coin of the list.
        public init(coin: String, added: Day?, note: String = "", tags: [String] = []) {
            (self.coin, self.added, self.note, self.tags) = (coin, added, note, tags)
        }
    }

    /// The coins, those added first before the others.
    public private(set) var entries: [Entry] = []

    /// A list of no coin.
    public init() {}

    /// The columns of a list's file.
    public static let columns = [
        Column("coin", "Coin", .text, meaning: "The coin's id."),
        Column("added", "Added", .text, meaning: "The day on which it was added."),
        Column("note", "Note", .text, meaning: "What was noted about it."),
        Column("tags", "Tags", .text, meaning: "Words to group coins by, separated by `;`."),
    ]

    /// The coin alone.
    public static let neededColumns: Set = ["coin"]

    /// A row a coin.
    public var cells: [[Cell]] { entries.map(\.cells) }

    /// The coins of the list, or those with one of some tags, as its file has them.
    public func table(_ name: ListName, tags: [String] = []) -> Table {
        Table(title: "Watchlist \(name)", columns: Watchlist.columns, rows: tagged(tags).map(\.cells))
    }

    /// Reads the rows of a list's file.
    ///
    /// - Throws: `Reject` for the first row that names no coin or one that stands above, or has a day that is none.
    public init(rows: [TextRow]) throws(Reject) {
        var lines: [String: Int] = [:]
        for row in rows {
            let entry = try Entry(row)
            if let line = lines.updateValue(row.line, forKey: entry.coin) {
                let detail = "`\(entry.coin)` stands on line \(line) too; remove one of the lines"
                throw row.fault("duplicate-row", detail)
            }
            entries.append(entry)
        }
    }

    /// What adding a coin did.
    public enum Change: Hashable, Sendable {
        /// It is new on the list.
        case added
        /// It was there, since a day where that is known; its note or its tags were changed.
        case changed
        /// It was there with the same note and tags, and nothing changed.
        case present(since: Day?)
    }

    /// Adds a coin, or gives one that is there this note, if one is given, and these tags beside its own.
    public mutating func add(_ entry: Entry) -> Change {
        guard let place = entries.firstIndex(where: { $0.coin == entry.coin }) else {
            entries.append(entry)
            return .added
        }
        let before = entries[place]
        if !entry.note.isEmpty { entries[place].note = entry.note }
        entries[place].tags += entry.tags.filter { !before.tags.contains($0) }
        return entries[place] == before ? .present(since: before.added) : .changed
    }

    /// Removes a coin; false when it is not on the list.
    public mutating func remove(_ coin: String) -> Bool {
        let count = entries.count
        entries.removeAll { $0.coin == coin }
        return entries.count < count
    }

    /// The coins with one of these tags; all without any.
    public func tagged(_ tags: [String]) -> [Entry] {
        tags.isEmpty ? entries : entries.filter { !Set($0.tags).isDisjoint(with: tags) }
    }
}

extension Watchlist.Entry {
    /// Reads a row of a list's file.
    ///
    /// - Throws: `Reject` when it names no coin, or its day is none.
    init(_ row: TextRow) throws(Reject) {
        let added = row["added"].map { Day($0) }
        if added == .some(nil) {
            let detail =
                "`\((row["added"] ?? "").prefix(40))` is not a date; write `added` as YYYY-MM-DD, or leave it empty"
            throw row.fault("bad-time", detail)
        }
        self.init(
            coin: try row.coin(),
            added: added ?? nil,
            note: row["note"] ?? "",
            tags: Self.tags(of: row["tags"] ?? "")
        )
    }

    fileprivate var cells: [Cell] {
        [.text(coin), textCell(added?.description), textCell(note), textCell(tags.joined(separator: ";"))]
    }

    /// The tags of a text that separates them by `;`, each once.
    public static func tags(of text: String) -> [String] {
        var tags: [String] = []
        for part in text.split(separator: ";") {
            let tag = trimmed(part)
            if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }
}

/// The name of a list of coins: letters, digits, hyphens and underscores, so that it is a file's name and never a path.
public struct ListName: Hashable, Sendable, CustomStringConvertible {
    /// The name as it was given.
    public let description: String

    /// The most characters of a name.
    public static let maximumLength = 48

    /// The list that is meant where none is named.
    public static let favourites = ListName(known: "favourites")

    /// Reads a name; nil for one that a file could not be named by everywhere.
    public init?(_ text: String) {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        }
        guard isPlain, !text.isEmpty, !text.hasPrefix("-"), text.unicodeScalars.count <= ListName.maximumLength else {
            return nil
        }
        description = text
    }

    private init(known text: String) { description = text }
}

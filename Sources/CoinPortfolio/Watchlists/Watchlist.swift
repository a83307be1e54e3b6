public import CoinModel
public import CoinTables

/// A coin that a person watches.
public struct WatchedCoin: PersonalRow, Hashable {
    /// The coin's id.
    public let coin: String
    /// The day on which it was added; nil where the file does not say.
    public let added: Day?
    /// What the person noted; empty for nothing.
    public var note: String
    /// Words to group coins by.
    public var tags: [String]

    /// A coin of a list.
    public init(coin: String, added: Day?, note: String = "", tags: [String] = []) {
        (self.coin, self.added, self.note, self.tags) = (coin, added, note, tags)
    }

    /// The columns of a list's file.
    public static let columns = [
        Column("coin", "Coin", .text, meaning: "The coin's id."),
        Column("added", "Added", .text, meaning: "The day on which it was added."),
        Column("note", "Note", .text, meaning: "What was noted about it."),
        Column("tags", "Tags", .text, meaning: "Words to group coins by, separated by `;`."),
    ]

    /// The coin alone.
    public static let neededColumns: Set = ["coin"]

    /// The coin as its file has it.
    public var cells: [Cell] {
        [.text(coin), textCell(added?.description), textCell(note), textCell(tags.joined(separator: ";"))]
    }

    /// The coin: it is on a list once.
    public var key: String? { coin }

    /// Reads a row of a list's file.
    ///
    /// - Throws: `Reject` when it names no coin, or its day is none.
    public init(_ row: TextRow, number: Int) throws(Reject) {
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
            tags: WatchedCoin.tags(of: row["tags"] ?? "")
        )
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

    /// What adding a coin did.
    public enum Change: Hashable, Sendable {
        /// It is new on the list.
        case added
        /// It was there, since a day where that is known; its note or its tags were changed.
        case changed
        /// It was there with the same note and tags, and nothing changed.
        case present(since: Day?)
    }
}

// A list, in the order in which coins were added, each once.
extension [WatchedCoin] {
    /// Adds a coin, or gives one that is there this note, if one is given, and these tags beside its own.
    public mutating func add(_ coin: WatchedCoin) -> WatchedCoin.Change {
        guard let place = firstIndex(where: { $0.coin == coin.coin }) else {
            append(coin)
            return .added
        }
        let before = self[place]
        if !coin.note.isEmpty { self[place].note = coin.note }
        self[place].tags += coin.tags.filter { !before.tags.contains($0) }
        return self[place] == before ? .present(since: before.added) : .changed
    }

    /// Removes a coin; false when it is not on the list.
    public mutating func remove(_ coin: String) -> Bool {
        let count = count
        removeAll { $0.coin == coin }
        return self.count < count
    }

    /// The coins with one of these tags; all without any.
    public func tagged(_ tags: [String]) -> [WatchedCoin] {
        tags.isEmpty ? self : filter { !Set($0.tags).isDisjoint(with: tags) }
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

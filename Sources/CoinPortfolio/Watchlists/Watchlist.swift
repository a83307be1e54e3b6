public import CoinModel

/// Coins that a person watches, in the order in which they were added, each once.
public struct Watchlist: Hashable, Sendable {
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

    /// The columns of a list's file; all but the first may be missing in it.
    public static let fields = ["coin", "added", "note", "tags"]

    /// Reads the rows of a list's file.
    ///
    /// - Throws: `PortfolioError` for the first row that names no coin or one that stands above, or has a day that is none.
    public init(rows: [TextRow]) throws(PortfolioError) {
        var lines: [String: Int] = [:]
        for row in rows {
            let entry = try Entry(row)
            if let line = lines.updateValue(row.line, forKey: entry.coin) {
                let detail = "`\(entry.coin)` stands on line \(line) too; remove one of the lines"
                throw PortfolioError("duplicate-row", line: row.line, detail)
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
    /// - Throws: `PortfolioError` when it names no coin, or its day is none.
    init(_ row: TextRow) throws(PortfolioError) {
        guard let coin = row["coin"] else {
            throw PortfolioError("missing-coin", line: row.line, "names no coin; write its id into `coin`")
        }
        var added: Day?
        if let text = row["added"] {
            added = Day(text)
            guard added != nil else {
                let detail = "`\(text.prefix(40))` is no date; write `added` as YYYY-MM-DD, or leave it empty"
                throw PortfolioError("bad-time", line: row.line, detail)
            }
        }
        self.init(coin: coin, added: added, note: row["note"] ?? "", tags: Self.tags(of: row["tags"] ?? ""))
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

public import CoinModel
internal import CoinPortfolio
internal import CoinSources
public import CoinTables

/// A watchlist of a profile: a file of the user's own in its folder `watchlists`.
public struct WatchlistFile: Sendable {
    let profile: ProfileFolder
    let name: ListName

    static let folder = "watchlists"

    /// The list of a name; the favourites without one.
    ///
    /// - Throws: `OperationError` for what is no name of a list.
    public init(_ name: String?, in profile: ProfileFolder) throws {
        self.profile = profile
        guard let name else {
            self.name = .favourites
            return
        }
        guard let known = ListName(name) else {
            let why = "is no name of a list; write at most \(ListName.maximumLength) letters, digits, - and _"
            throw OperationError(.usage, "bad-name", place: name, why)
        }
        self.name = known
    }

    var file: String { "\(WatchlistFile.folder)/\(name).csv" }
    /// Where the list is.
    public var path: String { profile.path(of: file) }

    static let columns = Watchlist.fields.map { PersonalTable.Column($0, isNeeded: $0 == "coin") }

    /// The list; nil where there is none of its name.
    func read() throws -> Watchlist? {
        guard let rows = try profile.rows(of: file, WatchlistFile.columns) else { return nil }
        do throws(PortfolioError) {
            return try Watchlist(rows: rows)
        } catch {
            throw OperationError(error, file: path)
        }
    }

    /// The list, which has to be there.
    func existing() throws -> Watchlist {
        if let list = try read() { return list }
        let names = try profile.watchlistNames()
        let next = "create it with `assay watch add COIN --list \(name)`"
        throw OperationError.unknown("watchlist", "\(name)", among: names, else: next, .nothingSelected)
    }

    func write(_ list: Watchlist) throws { try profile.write(list.table(name), to: file) }
}

extension ProfileFolder {
    /// The names of its watchlists, sorted.
    ///
    /// - Throws: an error when their folder cannot be listed.
    func watchlistNames() throws -> [String] {
        try files(in: WatchlistFile.folder).filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }
    }
}

/// A coin to be put on a watchlist, with what is noted about it.
public struct WatchRequest: Sendable {
    /// The coins by id, symbol or name.
    public let coins: [String]
    /// What is noted about each; empty for nothing.
    public var note = ""
    /// Words to group coins by.
    public var tags: [String] = []
    /// Whether ids that the store does not know are taken.
    public var anyway = false

    /// Coins to be put on a list.
    public init(coins: [String]) { self.coins = coins }
}

/// Puts coins on a watchlist, all of them or none; what is there already is reported.
///
/// - Parameters:
///   - request: the coins.
///   - list: the list, which is made if it is not there.
///   - location: the store that names them.
///   - today: the day that is written beside them.
///   - tell: takes what is to be reported.
/// - Throws: `OperationError` when no coin or several fit a name, or the list does not read whole.
public func watch(
    _ request: WatchRequest,
    on list: WatchlistFile,
    in location: StoreLocation,
    today: Day,
    tell: DiagnosticSink
) throws {
    let coins = try ProfileCoins(location)
    let ids = try request.coins.map { try coins.id($0, anyway: request.anyway) }
    let tags = Watchlist.Entry.tags(of: request.tags.joined(separator: ";"))
    let changes = try list.profile.change {
        var watchlist = try list.read() ?? Watchlist()
        let changes = ids.map { id in
            let entry = Watchlist.Entry(coin: id, added: today, note: trimmed(request.note), tags: tags)
            return (id, watchlist.add(entry))
        }
        try list.write(watchlist)
        return changes
    }
    if let warning = coins.unchecked { tell(warning) }
    for (id, change) in changes { tell(change.diagnostic(of: id, on: list)) }
}

extension Watchlist.Change {
    fileprivate func diagnostic(of coin: String, on list: WatchlistFile) -> Diagnostic {
        switch self {
        case .added: Diagnostic(.note, "watched", place: coin, "is on the list \(list.name) now")
        case .changed:
            Diagnostic(.note, "watched", place: coin, "was on the list \(list.name); note and tags are changed")
        case .present(let day):
            Diagnostic(
                .warning,
                "duplicate-coin",
                place: coin,
                "is on the list \(list.name) already\(day.map { ", since \($0)" } ?? "")"
            )
        }
    }
}

/// Takes coins from a watchlist, all of them or none; a list of no coin stays.
///
/// - Throws: `OperationError` when one of them is not on the list.
public func unwatch(
    _ words: [String],
    on list: WatchlistFile,
    in location: StoreLocation,
    tell: DiagnosticSink
) throws {
    let coins = try ProfileCoins(location)
    let ids = try list.profile.change {
        var watchlist = try list.existing()
        let there = Set(watchlist.entries.map(\.coin))
        let ids = try words.map { word in
            let id = there.contains(word) ? word : try coins.id(word, anyway: true)
            // The coin may have been watched before it was merged.
            return there.contains(id) ? id : there.first { coins.coin(ofID: $0)?.id == id } ?? id
        }
        for (word, id) in zip(words, ids) where !watchlist.remove(id) {
            let near = suggestion(for: id, among: there.sorted())
            let next = near ?? "see `assay watch show --list \(list.name)`"
            throw OperationError(
                .nothingSelected,
                "not-watched",
                place: word,
                "is not on the list \(list.name); \(next)"
            )
        }
        try list.write(watchlist)
        return ids
    }
    for id in ids { tell(Diagnostic(.note, "unwatched", place: id, "is no longer on the list \(list.name)")) }
}

/// The watchlists of a profile, a row each.
///
/// - Throws: `OperationError` when one does not read whole.
public func watchlists(in profile: ProfileFolder) throws -> Table {
    let rows = try profile.watchlistNames().compactMap { name -> [Cell]? in
        let list = try WatchlistFile(name, in: profile)
        guard let entries = try list.read()?.entries else { return nil }
        let newest = entries.compactMap(\.added).max()
        return [
            .text(name), .integer(entries.count), newest.map { .text($0.description) } ?? .missing(.nothingToSay),
            .text(list.path),
        ]
    }
    let columns = [
        Column("list", "List", .text, meaning: "The name of the list."),
        Column("coins", "Coins", .integer, meaning: "How many coins are on it."),
        Column("newest", "Newest", .text, meaning: "The day on which a coin was added last."),
        Column("file", "File", .text, meaning: "Where it is: a CSV file that can be edited by hand."),
    ]
    return Table(title: "Watchlists", columns: columns, rows: rows)
}

/// The coins of a watchlist, or those with one of some tags, as its file has them.
///
/// - Throws: `OperationError` when there is no such list or it does not read whole.
public func watchedCoins(on list: WatchlistFile, tags: [String]) throws -> Table {
    try list.existing().table(list.name, tags: tags)
}

/// Checks that a report can be confined to a watchlist.
///
/// - Throws: `OperationError` when there is no such list, it does not read whole, or it holds no coin.
public func checkWatchlist(_ list: WatchlistFile) throws { _ = try list.entriesToShow() }

extension WatchlistFile {
    /// Its coins, of which there is at least one.
    fileprivate func entriesToShow() throws -> [Watchlist.Entry] {
        let entries = try existing().entries
        guard !entries.isEmpty else {
            let next = "add some with `assay watch add COIN --list \(name)`"
            throw OperationError(.nothingSelected, "empty-list", place: "\(name)", "holds no coin; \(next)")
        }
        return entries
    }
}

/// The coins of a watchlist that a report is confined to.
///
/// - Throws: `OperationError` when there is no such list, it does not read whole, or it holds no coin.
public func chosenCoins(
    on list: WatchlistFile,
    known: AsOf?,
    in location: StoreLocation,
    tell: DiagnosticSink
) throws -> ChosenCoins {
    let entries = try list.entriesToShow()
    let coins = try ProfileCoins(location, known: known)
    let found = entries.map { ($0.coin, coins.coin(ofID: $0.coin)?.id) }
    for (coin, id) in found where id == nil {
        tell(
            Diagnostic(
                .warning,
                "unknown-coin",
                place: coin,
                "is on the list \(list.name), but the store has no such coin"
            )
        )
    }
    return ChosenCoins(title: "the watchlist \(list.name)", ids: Set(found.compactMap(\.1)))
}

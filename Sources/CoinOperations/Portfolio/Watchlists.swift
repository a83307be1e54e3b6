public import CoinModel
internal import CoinPortfolio
public import CoinTables
internal import Foundation

/// A watchlist of a profile: a file of the user's own in its folder `watchlists`.
public struct WatchlistFile: Sendable {
    let profile: ProfileFolder
    let name: ListName

    fileprivate static let folder = "watchlists"

    /// The list of a name; the favourites without one.
    ///
    /// - Throws: `OperationError` for what is not a name of a list.
    public init(_ name: String?, in profile: ProfileFolder) throws {
        self.profile = profile
        guard let known = name.map({ ListName($0) }) ?? .favourites else {
            let why = "is not a name of a list; write at most \(ListName.maximumLength) letters, digits, - and _"
            throw OperationError(.usage, "bad-name", place: name ?? "", why)
        }
        self.name = known
    }

    private var file: OwnFile<WatchedCoin> { OwnFile("\(WatchlistFile.folder)/\(name).csv", in: profile) }

    /// Where the list is.
    public var path: String { file.path }

    /// The list, which has to be there.
    func existing(_ list: [WatchedCoin]?) throws -> [WatchedCoin] {
        if let list { return list }
        let names = try profile.watchlistNames()
        let next = "create it with `assay watch add COIN --list \(name)`"
        throw OperationError.unknown("watchlist", "\(name)", among: names, else: next, .nothingSelected)
    }

    /// The coins with one of some tags, all without any, of a list that has to be there.
    func coins(tagged tags: [String] = []) throws -> [WatchedCoin] {
        try existing(file.rows()).tagged(tags)
    }

    /// Puts coins on the list, which is made if it is not there; what became of each.
    func add(_ coins: [WatchedCoin]) throws -> [WatchedCoin.Change] {
        var changes: [WatchedCoin.Change] = []
        try file.change { old in
            var list = old ?? []
            changes = coins.map { list.add($0) }
            return list
        }
        return changes
    }
}

extension ProfileFolder {
    /// The names of its watchlists, sorted.
    ///
    /// - Throws: an error when their folder cannot be listed.
    public func watchlistNames() throws -> [String] {
        let place = path(of: WatchlistFile.folder)
        let names = try isThere(place) ? FileManager.default.contentsOfDirectory(atPath: place) : []
        return names.filter { !$0.hasPrefix(".") && $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }.sorted()
    }

    /// The watchlists, a row each.
    ///
    /// - Throws: `OperationError` when one does not read whole.
    public func watchlists() throws -> Table {
        let rows = try watchlistNames().map { name -> [Cell] in
            let list = try WatchlistFile(name, in: self)
            let coins = try list.coins()
            let newest = coins.compactMap(\.added).max()
            return [
                .text(name), .integer(coins.count), newest.map { .text($0.description) } ?? .missing(.nothingToSay),
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
}

extension WatchlistFile {
    /// Puts coins on the list, all of them or none; what is there already is reported.
    ///
    /// - Parameters:
    ///   - words: the coins by id, symbol or name.
    ///   - note: what is noted about each; empty for nothing.
    ///   - tags: words to group coins by.
    ///   - anyway: whether ids that the store does not know are taken.
    ///   - context: the store, the clock and who takes reports.
    /// - Throws: `OperationError` when no coin or several fit a name, or the list does not read whole.
    public func watch(_ words: [String], note: String, tags: [String], anyway: Bool, _ context: CommandContext) throws {
        let coins = try ProfileCoins(context.location)
        let tags = WatchedCoin.tags(of: tags.joined(separator: ";"))
        let entries = try words.map { word in
            let id = try coins.id(word, anyway: anyway)
            return WatchedCoin(coin: id, added: context.now.day, note: trimmed(note), tags: tags)
        }
        let changes = try add(entries)
        if let warning = coins.unchecked { context.report(warning) }
        for (entry, change) in zip(entries, changes) {
            let (level, id, what): (Diagnostic.Level, String, String) =
                switch change {
                case .added: (.note, "watched", "is on the list \(name) now")
                case .changed: (.note, "watched", "was on the list \(name); note and tags are changed")
                case .present(let day):
                    (.warning, "duplicate-coin", "is on the list \(name) already\(day.map { ", since \($0)" } ?? "")")
                }
            context.report(Diagnostic(level, id, place: entry.coin, what))
        }
    }

    /// Takes coins from the list, all of them or none; a list of no coin stays.
    ///
    /// - Throws: `OperationError` when one of them is not on the list.
    public func unwatch(_ words: [String], _ context: CommandContext) throws {
        let coins = try ProfileCoins(context.location)
        var ids: [String] = []
        try file.change { old in
            var list = try existing(old)
            let there = Set(list.map(\.coin))
            ids = try words.map { word in
                let id = there.contains(word) ? word : try coins.id(word, anyway: true)
                // The coin may have been watched before it was merged.
                return there.contains(id) ? id : there.first { coins.coin(ofID: $0)?.id == id } ?? id
            }
            for (word, id) in zip(words, ids) where !list.remove(id) {
                let next = suggestion(for: id, among: there.sorted()) ?? "see `assay watch show --list \(name)`"
                let why = "is not on the list \(name); \(next)"
                throw OperationError(.nothingSelected, "not-watched", place: word, why)
            }
            return list
        }
        for id in ids { context.report(Diagnostic(.note, "unwatched", place: id, "is no longer on the list \(name)")) }
    }

    /// The coins of the list, or those with one of some tags, as its file has them.
    ///
    /// - Throws: `OperationError` when there is no such list or it does not read whole.
    public func table(tags: [String]) throws -> Table {
        WatchedCoin.table("Watchlist \(name)", try coins(tagged: tags))
    }

    /// Checks that a report can be confined to the list.
    ///
    /// - Throws: `OperationError` when there is no such list, it does not read whole, or it has no coin.
    public func check() throws { _ = try coinsToShow() }

    /// Its coins, of which there is at least one.
    private func coinsToShow() throws -> [WatchedCoin] {
        let coins = try coins()
        guard !coins.isEmpty else {
            let next = "add some with `assay watch add COIN --list \(name)`"
            throw OperationError(.nothingSelected, "empty-list", place: "\(name)", "has no coin; \(next)")
        }
        return coins
    }

    /// The coins that a report is confined to.
    ///
    /// - Throws: `OperationError` when there is no such list, it does not read whole, or it has no coin.
    public func chosenCoins(known: AsOf?, in location: StoreLocation, report: DiagnosticSink) throws -> ChosenCoins {
        let watched = try coinsToShow()
        let coins = try ProfileCoins(location, known: known)
        let found = watched.map { ($0.coin, coins.coin(ofID: $0.coin)?.id) }
        for (coin, id) in found where id == nil {
            let what = "is on the list \(name), but the store has no such coin"
            report(Diagnostic(.warning, "unknown-coin", place: coin, what))
        }
        return ChosenCoins(title: "the watchlist \(name)", ids: Set(found.compactMap(\.1)))
    }
}

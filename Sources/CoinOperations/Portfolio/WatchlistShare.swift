internal import CoinModel
internal import CoinPortfolio
public import CoinTables

/// A watchlist for other people: its coins with their market pages and repositories; notes and tags only where asked for.
///
/// - Throws: `OperationError` when there is no such list or it does not read whole.
public func sharedWatchlist(
    _ list: WatchlistFile,
    tags: [String],
    withNotes: Bool,
    in location: StoreLocation,
    tell: DiagnosticSink
) throws -> Table {
    let coins = try ProfileCoins(location)
    if let warning = coins.unchecked { tell(warning) }
    let entries = try list.existing().tagged(tags)
    func text(_ text: String) -> Cell { text.isEmpty ? .missing(.notListed) : .text(text) }
    let columns = [
        Column("coin_id", "Coin", .text, meaning: "The coin's id."),
        Column("symbol", "Symbol", .text, meaning: "The ticker symbol; not unique."),
        Column("name", "Name", .text, meaning: "The coin's name."),
        Column("market_page", "Market page", .text, meaning: "Its page at CoinGecko."),
        Column("repositories", "Repositories", .text, meaning: "Where its code is, separated by blanks."),
    ]
    let noted = [
        Column("note", "Note", .text, meaning: "What was noted about it."),
        Column("tags", "Tags", .text, meaning: "Words to group coins by, separated by `;`."),
    ]
    let rows = entries.map { entry -> [Cell] in
        let coin = coins.coin(ofID: entry.coin)
        let addresses = coin?.repositories.map(\.address) ?? []
        let id = coin?.id ?? entry.coin
        let row = [
            .text(id), text(coin?.symbol ?? ""), text(coin?.name ?? ""), .text(marketPage(ofCoin: id)),
            text(addresses.joined(separator: " ")),
        ]
        return row + (withNotes ? [text(entry.note), text(entry.tags.joined(separator: ";"))] : [])
    }
    return Table(title: "Watchlist \(list.name)", columns: columns + (withNotes ? noted : []), rows: rows)
}

/// The watchlists of a site on one page: each coin under its list, with its place in the ranking; nil where none is public.
///
/// - Throws: `OperationError` when one is not there or does not read whole.
func publicWatchlists(
    _ site: SiteRequest,
    beside ranking: Table,
    in location: StoreLocation,
    tell: DiagnosticSink
) throws -> Table? {
    let told = ["rank", "state"].compactMap(ranking.place)
    guard !site.watchlists.isEmpty, let ids = ranking.place(of: "coin_id") else { return nil }
    let places = Dictionary(firstOf: ranking.rows.map { ($0[ids], $0) })
    let shared = try site.watchlists.map { list in
        try sharedWatchlist(list, tags: [], withNotes: site.notes != nil, in: location, tell: tell)
    }
    let rows = zip(site.watchlists, shared).flatMap { list, table in
        table.rows.map { row -> [Cell] in
            let place = told.map { column in places[row[0]]?[column] ?? .missing(.notInStore) }
            return row.prefix(3) + [.text("\(list.name)")] + place + row.dropFirst(3)
        }
    }
    let columns = shared[0].columns
    let list = Column("list", "List", .text, meaning: "The name of the watchlist.")
    return Table(
        title: "Watchlists",
        columns: columns.prefix(3) + [list] + told.map { ranking.columns[$0] } + columns.dropFirst(3),
        rows: rows,
        notes: [site.notes == nil ? "Lists of coins to watch." : "Lists of coins to watch, with notes."]
            + ranking.notes.prefix(1)
    )
}

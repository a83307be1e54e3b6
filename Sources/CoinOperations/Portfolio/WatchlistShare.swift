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
    let unlisted = MissingReason("not-listed", "The coin list does not say.")
    func text(_ text: String) -> Cell { text.isEmpty ? .missing(unlisted) : .text(text) }
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

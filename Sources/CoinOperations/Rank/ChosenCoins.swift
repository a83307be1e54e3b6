internal import CoinTables

/// The coins that a report is confined to; what is measured and ranked stays that of all coins.
public struct ChosenCoins: Sendable {
    /// What they are, such as `the watchlist favourites`.
    let title: String
    /// Their ids.
    let ids: Set<String>

    /// Whether a coin is one of them.
    public func contains(_ id: String) -> Bool { ids.contains(id) }

    /// The rows of a table that are theirs; all where it names no coins.
    func rows(of table: Table) -> Table { table.keeping(ids, under: "coin_id") }

    /// The same, with a note that says so.
    func confined(_ table: Table) -> Table {
        var table = rows(of: table)
        // What a report was made from stands last.
        table.notes.insert("Only coins of \(title); ranks are those among all coins.", at: 0)
        return table
    }
}

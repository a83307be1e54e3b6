internal import CoinModel
public import CoinTables

extension Watchlist {
    /// The coins of the list, or those with one of some tags, as its file has them.
    public func table(_ name: ListName, tags: [String] = []) -> Table {
        func text(_ text: String) -> Cell { text.isEmpty ? .missing(.notWritten) : .text(text) }
        let rows = tagged(tags).map { entry in
            [
                .text(entry.coin), text(entry.added?.description ?? ""), text(entry.note),
                text(entry.tags.joined(separator: ";")),
            ]
        }
        return Table(title: "Watchlist \(name)", columns: Watchlist.columns, rows: rows)
    }

    private static let columns = [
        Column("coin", "Coin", .text, meaning: "The coin's id."),
        Column("added", "Added", .text, meaning: "The day on which it was added."),
        Column("note", "Note", .text, meaning: "What was noted about it."),
        Column("tags", "Tags", .text, meaning: "Words to group coins by, separated by `;`."),
    ]
}

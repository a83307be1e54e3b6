internal import CoinModel
internal import CoinTables

extension ScreenRequest {
    /// The rows of the coins that pass, under what is asked and how many do; of figures that are too old it says so first.
    func answer(_ rows: Table) -> Table {
        var table = rows
        let place = table.place(of: "name") ?? table.place(of: "coin_id")
        let names = place.map { place in table.rows.compactMap { $0[place].text } } ?? []
        let count = table.rows.count
        table.title = question
        table.lead =
            count == 0
            ? "No coin passes."
            : "\(counted(count, "coin")) \(count == 1 ? "passes" : "pass")"
                + (names.isEmpty ? "." : ": \(listed(names, most: 12)).")
        return Staleness.text(in: rows).map { table.marked($0 + ". ") } ?? table
    }
}

public import CoinModel

extension HoldingsSummary {
    /// The sums of all rows of a table of holdings.
    public init(of table: Table, asOf: AsOf, currency: String, method: String) {
        (self.asOf, self.currency, self.method) = (asOf, currency, method)
        let (cells, rows) = (NamedRows(table), table.rows.indices)
        let values = rows.map { cells.number($0, "value_" + currency) }
        func sum(_ parts: [Double], of bases: [Double]) -> Sum {
            let known = parts.indices.filter { parts[$0].isFinite && bases[$0].isFinite }
            let amount = known.reduce(0) { $0 + parts[$1] }
            let base = known.reduce(0) { $0 + bases[$1] }
            let without = rows.filter { !known.contains($0) }.map { cells.text($0, "coin") }
            return Sum(
                amount: known.isEmpty ? .nan : amount,
                percent: base == 0 ? .nan : 100 * amount / base,
                without: without
            )
        }
        worth = sum(values, of: values)
        coins = rows.count
        gain = sum(
            rows.map { cells.number($0, "unrealised_" + currency) },
            of: rows.map { cells.number($0, "cost_" + currency) }
        )
        changes = Dictionary(
            firstOf: ["24h", "7d"].map { span in
                let then = rows.map { values[$0] / (1 + cells.number($0, "change_\(span)_pct") / 100) }
                return (span, sum(zip(values, then).map { $0 - $1 }, of: then))
            }
        )
        oldPrices = Dictionary(
            firstOf: rows.compactMap { row in
                let day = Day(String(cells.text(row, "price_time").prefix(10)))
                return day.flatMap {
                    $0.distance(to: asOf.limit.day) >= Table.datedFrom ? (cells.text(row, "coin"), $0) : nil
                }
            }
        )
    }
}

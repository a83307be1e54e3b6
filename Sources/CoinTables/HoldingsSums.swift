public import CoinModel

extension HoldingsSummary {
    /// The sums of all rows of a table of holdings.
    public init(of table: Table, asOf: AsOf, currency: String, method: String) {
        (self.asOf, self.currency, self.method) = (asOf, currency, method)
        let places = Dictionary(firstOf: table.columns.enumerated().map { ($1.name, $0) })
        func number(_ name: String, _ row: [Cell]) -> Double { places[name].flatMap { row[$0].value } ?? .nan }
        func text(_ name: String, _ row: [Cell]) -> String { places[name].flatMap { row[$0].text } ?? "" }
        let values = table.rows.map { number("value_" + currency, $0) }
        func sum(_ parts: [Double], of bases: [Double]) -> Sum {
            let known = parts.indices.filter { parts[$0].isFinite && bases[$0].isFinite }
            let amount = known.reduce(0) { $0 + parts[$1] }
            let base = known.reduce(0) { $0 + bases[$1] }
            let without = table.rows.indices.filter { !known.contains($0) }.map { text("coin", table.rows[$0]) }
            return Sum(
                amount: known.isEmpty ? .nan : amount,
                percent: base == 0 ? .nan : 100 * amount / base,
                without: without
            )
        }
        worth = sum(values, of: values)
        coins = table.rows.count
        gain = sum(
            table.rows.map { number("unrealised_" + currency, $0) },
            of: table.rows.map { number("cost_" + currency, $0) }
        )
        changes = Dictionary(
            firstOf: ["24h", "7d"].map { span in
                let then = table.rows.indices.map { row in
                    values[row] / (1 + number("change_\(span)_pct", table.rows[row]) / 100)
                }
                return (span, sum(zip(values, then).map { $0 - $1 }, of: then))
            }
        )
        oldPrices = Dictionary(
            firstOf: table.rows.compactMap { row in
                let day = Day(String(text("price_time", row).prefix(10)))
                return day.flatMap {
                    $0.distance(to: asOf.limit.day) >= Table.datedFrom ? (text("coin", row), $0) : nil
                }
            }
        )
    }
}

public import CoinModel

extension Table {
    /// The columns that say of when the prices of a ranking are.
    public static let priceDates = ["price_time", "price_age_days"]
    /// From how many days (UTC) of age on figures have their day beside them.
    public static let datedFrom = 3

    /// The table with the day behind each price that is three days old or older, where it has the columns of `priceDates`.
    public func datingPrices() -> Table {
        let places = Table.priceDates.compactMap { name in columns.firstIndex { $0.name == name } }
        guard places.count == Table.priceDates.count else { return self }
        let days = rows.map { row in
            guard case .text(let time) = row[places[0]], case .integer(let age) = row[places[1]], age >= Table.datedFrom
            else { return "" }
            return String(time.prefix(10))
        }
        var table = self
        for column in columns where column.isPrice && days.contains(where: { !$0.isEmpty }) {
            table.asides[column.name] = days
        }
        return table
    }
}

extension Column {
    /// Whether it is the newest price of a ranking, `price_usd` with US dollars.
    public var isPrice: Bool { type == .number && name.hasPrefix("price_") }
}

extension RankingSummary {
    /// The columns that it is made from.
    public static let columns = Set(["rank", "name", "reason"] + Table.priceDates)

    /// The summary of all rows of a ranking, from these columns.
    public init(of table: Table, asOf: AsOf) {
        let cells = NamedRows(table)
        var (ranked, old, new) = (0, [String](), [String]())
        var others: [String: [String]] = [:]
        for row in table.rows.indices {
            guard cells.whole(row, "rank") != nil else {
                let reason = cells.text(row, "reason").split(separator: ";").first.map(String.init) ?? "no score"
                others[reason, default: []].append(cells.text(row, "name"))
                continue
            }
            ranked += 1
            guard let day = cells.cell(row, Table.priceDates[0])?.text?.prefix(10) else { continue }
            let isOld = (cells.whole(row, Table.priceDates[1]) ?? 0) >= Table.datedFrom
            if isOld { old.append(String(day)) } else { new.append(String(day)) }
        }
        self.asOf = asOf
        self.ranked = ranked
        unranked = others.map { (reason: $0, coins: $1) }.sorted {
            (-$0.coins.count, $0.reason) < (-$1.coins.count, $1.reason)
        }
        oldPrices = old.sorted()
        newPrices = new.sorted()
    }
}

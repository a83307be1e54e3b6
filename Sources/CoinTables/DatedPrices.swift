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

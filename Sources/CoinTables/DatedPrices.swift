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

    /// What a summary takes of a row.
    public struct Row: Sendable {
        /// Why it has no rank, and the coin's name; nil for a row that has one.
        fileprivate let unranked: (reason: String, name: String)?
        /// The day of its price, where it has one.
        fileprivate let day: String?
        fileprivate let isOld: Bool

        /// A row by the cells of these columns, of which the reason is asked of rows without a rank alone.
        public init(_ cell: (_ column: String) -> Cell?) {
            day = cell(Table.priceDates[0])?.text.map { String($0.prefix(10)) }
            isOld = (cell(Table.priceDates[1])?.whole ?? 0) >= Table.datedFrom
            if cell("rank")?.whole != nil {
                unranked = nil
            } else {
                let reason = cell("reason")?.text?.split(separator: ";").first.map(String.init) ?? "no score"
                unranked = (reason, cell("name")?.text ?? "")
            }
        }
    }

    /// The summary of all rows of a ranking.
    public init(_ rows: [Row], asOf: AsOf) {
        let ranked = rows.filter { $0.unranked == nil }
        self.asOf = asOf
        self.ranked = ranked.count
        unranked = Dictionary(grouping: rows.compactMap(\.unranked), by: \.reason)
            .map { (reason: $0, coins: $1.map(\.name)) }
            .sorted { (-$0.coins.count, $0.reason) < (-$1.coins.count, $1.reason) }
        oldPrices = ranked.filter(\.isOld).compactMap(\.day).sorted()
        newPrices = ranked.filter { !$0.isOld }.compactMap(\.day).sorted()
    }

    /// The summary of all rows of a table that has these columns.
    public init(of table: Table, asOf: AsOf) {
        let cells = NamedRows(table)
        self.init(table.rows.indices.map { row in Row { cells.cell(row, $0) } }, asOf: asOf)
    }
}

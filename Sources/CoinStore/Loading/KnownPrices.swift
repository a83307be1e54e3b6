internal import CoinModel
internal import GRDB

/// The newest prices that the store has, of whatever source, to tell prices in another currency by.
struct KnownPrices {
    let database: Database
    /// From when to when the newest prices in a currency are, as `latest` counts moments; nil where there are none.
    private var spans: [String: ClosedRange<Int64>?] = [:]

    init(database: Database) { self.database = database }

    /// So far may a price be from the one that it is compared with, as `latest` counts.
    private static let reach = 2 * 7 * Instant.millisecondsPerDay

    /// Whether prices of a moment can be compared with any.
    mutating func reach(_ moment: Int64, in quote: String) throws -> Bool {
        if spans[quote] == nil { spans[quote] = .some(try span(quote)) }
        guard let span = spans[quote] ?? nil else { return false }
        return moment >= span.lowerBound - KnownPrices.reach && moment <= span.upperBound + KnownPrices.reach
    }

    /// The newest price of a coin within a week of a moment; nil without one.
    func price(of entity: Int32, near moment: Int64, in quote: String) throws -> Double? {
        let (price, at) = KnownPrices.columns(quote)
        let sql = """
            SELECT \(price), \(at) FROM latest WHERE entity_id = ? AND \(price) > 0 ORDER BY \(at) DESC LIMIT 1
            """
        guard let row = try database.row(sql, [entity]) else { return nil }
        return abs((row[1] as Int64) - moment) <= KnownPrices.reach ? row[0] : nil
    }

    private func span(_ quote: String) throws -> ClosedRange<Int64>? {
        let (price, at) = KnownPrices.columns(quote)
        guard try database.columns(in: "latest").contains(where: { $0.name == Metric.price(quote).name }) else {
            return nil
        }
        let row = try database.row("SELECT min(\(at)), max(\(at)) FROM latest WHERE \(price) > 0")
        guard let row, let first = row[0] as Int64?, let last = row[1] as Int64?, first <= last else { return nil }
        return first...last
    }

    private static func columns(_ quote: String) -> (price: String, at: String) {
        let name = Metric.price(quote).name
        return (name.quotedDatabaseIdentifier, "\(name)_at".quotedDatabaseIdentifier)
    }
}

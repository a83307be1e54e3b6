internal import CoinModel
internal import GRDB

/// The newest prices that the store has, of whatever source, to tell prices in another currency by.
struct PriceHistory {
    private let latest: LatestTable
    /// The columns of prices in a currency, and from when to when they are; nil where there are none.
    private var spans: [String: (value: String, at: String, moments: ClosedRange<Int64>)?] = [:]

    init(_ latest: LatestTable) { self.latest = latest }

    /// So far may a price be from the one that it is compared with, as `latest` counts.
    private static let reach = 2 * 7 * Instant.millisecondsPerDay

    /// Whether prices of a moment can be compared with any.
    mutating func reach(_ moment: Int64, in quote: String) throws -> Bool {
        if spans[quote] == nil { spans[quote] = .some(try span(quote)) }
        guard let span = spans[quote] ?? nil else { return false }
        return moment >= span.moments.lowerBound - PriceHistory.reach
            && moment <= span.moments.upperBound + PriceHistory.reach
    }

    /// The newest price of a coin within a week of a moment that can be compared; nil without one.
    func price(of entity: Int32, near moment: Int64, in quote: String) throws -> Double? {
        guard let (price, at, _) = spans[quote] ?? nil else { return nil }
        let sql = """
            SELECT \(price), \(at) FROM latest WHERE entity_id = ? AND \(price) > 0 ORDER BY \(at) DESC LIMIT 1
            """
        guard let row = try latest.database.row(sql, [entity]) else { return nil }
        return abs((row[1] as Int64) - moment) <= PriceHistory.reach ? row[0] : nil
    }

    private func span(_ quote: String) throws -> (value: String, at: String, moments: ClosedRange<Int64>)? {
        guard let (price, at) = try latest.columns(of: .price(quote)) else { return nil }
        let row = try latest.database.row("SELECT min(\(at)), max(\(at)) FROM latest WHERE \(price) > 0")
        guard let row, let first = row[0] as Int64?, let last = row[1] as Int64?, first <= last else { return nil }
        return (price, at, first...last)
    }
}

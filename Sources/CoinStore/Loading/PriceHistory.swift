internal import CoinModel

/// The newest prices that the store has, of whatever source, to tell prices in another currency by.
struct PriceHistory {
    private let latest: LatestTable
    /// The positive prices of each source in a currency, by entity.
    private var prices: [String: [[LatestFact?]]] = [:]

    init(_ latest: LatestTable) { self.latest = latest }

    /// So far may a price be from the one that it is compared with.
    private static let reach = 2 * 7 * Instant.millisecondsPerDay

    /// Whether prices of a moment can be compared with any.
    mutating func reach(_ moment: Int64, in quote: String) throws -> Bool {
        if prices[quote] == nil {
            let metric = try latest.metrics().first { $0.value == .price(quote) }?.key
            let stored = try metric.map { Array(try latest.stored(metric: $0).facts.values) } ?? []
            prices[quote] = stored.map { $0.map { $0.flatMap { $0.value > 0 ? $0 : nil } } }
        }
        let moments = prices[quote, default: []].joined().lazy.compactMap { $0?.moment }
        guard let first = moments.min(), let last = moments.max() else { return false }
        return (first - PriceHistory.reach...last + PriceHistory.reach).contains(moment)
    }

    /// The newest price of a coin within a week of a moment that can be compared; nil without one.
    func price(of entity: Int32, near moment: Int64, in quote: String) -> Double? {
        let known = prices[quote, default: []].compactMap { facts in
            facts.indices.contains(Int(entity)) ? facts[Int(entity)] : nil
        }
        guard let newest = known.max(by: { $1.isNewer(than: $0) }) else { return nil }
        return abs(newest.moment - moment) <= PriceHistory.reach ? newest.value : nil
    }
}

internal import CoinModel
internal import CoinPanel
internal import CoinStore
internal import CoinTables

/// The prices of coins over the month before a moment, as finely as sources observed them.
struct RecentPrices {
    /// A coin's prices in the currency that is shown, by source in order of name.
    private(set) var prices: [Int: [Dossier.Prices]] = [:]

    private static let days: Int64 = 31

    /// Reads the prices of some coins.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    init(_ section: CrossSection, of coins: [Int], _ panel: Panel) throws {
        let limit = section.asOf.limit
        let span = Instant(milliseconds: limit.milliseconds - RecentPrices.days * 86_400_000)...limit
        let resolution = panel.resolution(at: section.asOf)
        let entities = Dictionary(grouping: panel.reader.catalog.entities.filter { $0.kind == .coin }) {
            resolution.coinOfEntity[Int($0.id)]
        }
        let metric = Metric.price(section.quote)
        let sources = try panel.reader.sources(of: metric).sorted()
        for coin in coins {
            prices[coin] = try sources.map { source in
                let facts = try entities[Int32(coin), default: []].flatMap {
                    try panel.reader.traced(metric, source: source, of: $0.id, in: span)
                }
                let points = facts.sorted { $0.at < $1.at }.compactMap { fact -> (at: Instant, price: Double)? in
                    let dollars = section.shown.map { $0.rate(on: fact.at.day)?.dollars ?? .nan } ?? 1
                    let price = fact.value / dollars
                    return price > 0 && price.isFinite ? (fact.at, price) : nil
                }
                return Dossier.Prices(source: source, points: points)
            }
        }
    }
}

internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
internal import CoinTables

/// How the prices of coins changed over a day, a week and a month, with the prices between.
struct RecentPrices {
    /// The changes of each coin, the shortest span first.
    private(set) var changes: [Int: [Dossier.Change]] = [:]

    private static let spans: [PriceSpan] = [.day, .week, .month]

    /// Reads the prices of some coins over the spans that they changed over.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    init(_ section: CrossSection, of coins: [Int], _ panel: Panel) throws {
        let resolution = panel.resolution(at: section.asOf)
        let entities = Dictionary(grouping: panel.reader.catalog.entities.filter { $0.kind == .coin }) {
            resolution.coinOfEntity[Int($0.id)]
        }
        for coin in coins where !section.priceChanges.isEmpty {
            changes[coin] = try zip(PriceSpan.allCases, section.priceChanges[coin]).compactMap { span, change in
                guard let change, RecentPrices.spans.contains(span) else { return nil }
                var facts = [(at: change.end.time, price: change.end.value)]
                if let begin = change.thenTime {
                    let (price, days) = (Metric.price(section.quote), begin...change.end.time)
                    let between = try entities[Int32(coin), default: []].flatMap {
                        try panel.reader.traced(price, source: change.end.source, of: $0.id, in: days)
                    }.filter { $0.value > 0 && $0.at > begin && $0.at < change.end.time }
                    facts = [(begin, change.then)] + between.sorted { $0.at < $1.at }.map { ($0.at, $0.value) } + facts
                }
                let points = facts.compactMap { fact -> (at: Instant, price: Double)? in
                    let dollars = section.shown.map { $0.rate(at: fact.at)?.value ?? .nan } ?? 1
                    let price = fact.price / dollars
                    return price.isFinite ? (fact.at, price) : nil
                }
                return Dossier.Change(over: span, change, points: points)
            }
        }
    }
}

internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
internal import CoinTables

extension Panel {
    /// The prices of a coin over the week that its change of seven days is over, as its page draws them; nil without a change.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    func weekPrices(of coin: Int, _ section: CrossSection) throws -> (
        prices: [(at: Instant, price: Double)], source: String
    )? {
        guard let place = PriceSpan.allCases.firstIndex(of: .week),
            let change = section.priceChange(of: coin, over: place)
        else { return nil }
        var facts = [(at: change.end.time, price: change.end.value)]
        if let begin = change.thenTime {
            let resolution = resolution(at: section.asOf)
            let entities = reader.catalog.entities.filter {
                $0.kind == .coin && resolution.coinOfEntity[Int($0.id)] == Int32(coin)
            }
            let between = try entities.flatMap {
                try reader.traced(
                    .price(section.quote),
                    source: change.end.source,
                    of: $0.id,
                    in: begin...change.end.time
                )
            }.filter { $0.value > 0 && $0.at > begin && $0.at < change.end.time }
            facts = [(begin, change.then)] + between.sorted { $0.at < $1.at }.map { ($0.at, $0.value) } + facts
        }
        let prices = facts.compactMap { fact -> (at: Instant, price: Double)? in
            let price = fact.price / (section.shown.map { $0.rate(at: fact.at)?.value ?? .nan } ?? 1)
            return price.isFinite ? (fact.at, price) : nil
        }
        return (prices, change.end.source)
    }
}

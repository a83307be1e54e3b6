public import CoinModel
public import CoinStore

extension StoreReader {
    /// The currencies of which the store has rates, by code.
    public var currencies: [String] {
        catalog.entities.lazy.filter { $0.kind == .currency && !$0.isForgotten }.map(\.key).sorted()
    }
}

extension Panel {
    /// What a currency was worth in US dollars over the weeks of a cross-section, up to the end of the day of its moment; sources
    /// count as for prices.
    ///
    /// Costs the tiles of some 54 weeks that the currency has rates in, whatever the number of coins.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func rates(of code: String, upTo asOf: AsOf) throws -> ExchangeRates {
        let entity = reader.catalog.entities.first { $0.kind == .currency && $0.key == code && !$0.isForgotten }
        guard let entity else { return ExchangeRates(code: code, rates: []) }
        let first = asOf.lastCompleteWeek.advanced(by: 1 - CrossSection.weeks).start
        let last = AsOf.day(asOf.limit.day).limit
        let span = min(Instant(startOf: first.advanced(by: -ExchangeRates.patience)), last)...last
        let histories = try reader.sources(of: .rate).map { source in
            let facts = try reader.traced(.rate, source: source, of: entity.id, in: span)
            return (source: source, facts: facts.map { (at: $0.at, value: $0.value) })
        }
        var left = histories
        var order: [ExchangeRates.Place] = []
        while let next = NewestPrice(among: left, at: last, since: span.lowerBound, self.order) {
            order.append((next.source, self.order.rank(of: next.source)))
            left.removeAll { $0.source == next.source }
        }
        let rates = histories.flatMap { source, facts in
            facts.map { ExchangeRates.Rate(at: $0.at, dollars: $0.value, source: source) }
        }
        return ExchangeRates(code: code, rates: rates, order: order)
    }
}

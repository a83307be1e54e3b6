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
        let rates = try reader.sources(of: .rate).map { source in
            try reader.traced(.rate, source: source, of: entity.id, in: span).map {
                ExchangeRates.Rate(at: $0.at, dollars: $0.value, source: source)
            }
        }
        var left = rates.compactMap(\.last).map { NewestPrice($0.dollars, at: $0.at, by: $0.source) }
        var order: [ExchangeRates.Place] = []
        while let next = NewestPrice.chosen(among: left, self.order, { evidence(rates, of: $0.source, at: asOf) }) {
            order.append((next.source, self.order.rank(of: next.source)))
            left.removeAll { $0.source == next.source }
        }
        return ExchangeRates(code: code, rates: rates.flatMap(\.self), order: order)
    }

    private func evidence(_ all: [[ExchangeRates.Rate]], of source: String, at asOf: AsOf) -> NewestPrice.Evidence {
        let rates = all.first { $0.last?.source == source } ?? []
        return NewestPrice.Evidence(rates.map { (at: $0.at, value: $0.dollars) }, at: asOf.limit)
    }
}

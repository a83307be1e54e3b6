public import CoinModel
public import CoinStore

extension StoreReader {
    /// The currencies of which the store has rates, by code.
    public var currencies: [String] {
        catalog.entities.lazy.filter { $0.kind == .currency && !$0.isForgotten }.map(\.key).sorted()
    }

    /// What a currency was worth in US dollars over the weeks of a cross-section, up to its moment.
    ///
    /// Costs the tiles of some 54 weeks that the currency has rates in, whatever the number of coins.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func rates(of code: String, upTo asOf: AsOf) throws -> ExchangeRates {
        let first = asOf.lastCompleteWeek.advanced(by: 1 - CrossSection.weeks).start
        let span = min(Instant(startOf: first.advanced(by: -ExchangeRates.patience)), asOf.limit)...asOf.limit
        let entity = catalog.entities.first { $0.kind == .currency && $0.key == code && !$0.isForgotten }
        guard let entity else { return ExchangeRates(code: code, rates: []) }
        let rates = try sources(of: .rate).flatMap { source in
            try traced(.rate, source: source, of: entity.id, in: span).map {
                ExchangeRates.Rate(at: $0.at, dollars: $0.value, source: source)
            }
        }
        return ExchangeRates(code: code, rates: rates)
    }
}

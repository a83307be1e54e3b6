public import CoinModel
public import CoinStore

extension Panel {
    /// What a source says of the market as a whole up to a moment, in US dollars; nil without any source.
    ///
    /// The source is chosen as for prices, by its capitalisations of all coins.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func marketFigures(upTo asOf: AsOf) throws -> MarketFigures? {
        guard let entity = reader.catalog.entities.first(where: { $0.kind == .market && !$0.isForgotten }) else {
            return nil
        }
        let newest = asOf.lastCompleteWeek
        let first = newest.advanced(by: 1 - CrossSection.weeks)
        let span = min(Instant(startOf: first.start), asOf.limit)...asOf.limit
        func facts(of metric: Metric, _ source: String) throws -> [(at: Instant, value: Double)] {
            try reader.traced(metric, source: source, of: entity.id, in: span).map { ($0.at, $0.value) }
        }
        let caps = try reader.sources(of: .totalMarketCap).map {
            (source: $0, facts: try facts(of: .totalMarketCap, $0))
        }
        let chosen = DatedFigure(among: caps, at: asOf.limit, since: span.lowerBound, order)
        guard let chosen else { return nil }
        var figures = MarketFigures(source: chosen.source, weeks: [:])
        let earliest = DatedFigure.earliest(at: asOf.limit)
        figures.time = chosen.time >= earliest ? chosen.time : nil
        for metric in Metric.ofMarket {
            let facts = try facts(of: metric, chosen.source)
            var weeks = [Double](repeating: .nan, count: CrossSection.weeks)
            for fact in facts where fact.at.week <= newest { weeks[fact.at.week.distance(to: newest)] = fact.value }
            figures.weeks[metric] = weeks
            figures.newest[metric] = facts.last { $0.at >= earliest }?.value
        }
        return figures
    }
}

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
        while let next = DatedFigure(among: left, at: last, since: span.lowerBound, self.order) {
            order.append((next.source, self.order.rank(of: next.source)))
            left.removeAll { $0.source == next.source }
        }
        let rates = histories.flatMap { source, facts in
            facts.map { DatedFigure($0.value, at: $0.at, by: source) }
        }
        return ExchangeRates(code: code, rates: rates, order: order)
    }
}

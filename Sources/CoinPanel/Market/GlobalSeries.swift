public import CoinModel
internal import CoinStore

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
        let chosen = NewestPrice(among: caps, at: asOf.limit, since: span.lowerBound, order)
        guard let chosen else { return nil }
        var figures = MarketFigures(source: chosen.source, weeks: [:])
        let earliest = NewestPrice.earliest(at: asOf.limit)
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

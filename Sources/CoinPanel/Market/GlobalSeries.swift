public import CoinModel
public import CoinStore

extension StoreReader {
    /// What a source says of the market as a whole in the complete weeks of a cross-section: that one of which most weeks
    /// are known (ties: the smaller name), so that no series mixes sources; nil without any.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func marketFigures(upTo asOf: AsOf) throws -> MarketFigures? {
        guard let entity = catalog.entities.first(where: { $0.kind == .market && !$0.isForgotten }) else { return nil }
        let newest = asOf.lastCompleteWeek
        let first = newest.advanced(by: 1 - CrossSection.weeks)
        let span = Instant(startOf: first.start)...Instant(lastSecondOf: newest.lastDay)
        func weeks(of metric: Metric, _ source: String) throws -> [Double] {
            var weeks = [Double](repeating: .nan, count: CrossSection.weeks)
            for fact in try traced(metric, source: source, of: entity.id, in: span) {
                weeks[fact.at.week.distance(to: newest)] = fact.value
            }
            return weeks
        }
        var best: (source: String, count: Int)?
        for source in try sources(of: .totalMarketCap) {
            let count = try weeks(of: .totalMarketCap, source).count { !$0.isNaN }
            if count > best?.count ?? 0 { best = (source, count) }
        }
        guard let source = best?.source else { return nil }
        let weeks = try Metric.ofMarket.map { ($0, try weeks(of: $0, source)) }
        return MarketFigures(source: source, weeks: Dictionary(firstOf: weeks))
    }
}

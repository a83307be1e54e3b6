internal import CoinModel
internal import GRDB

extension LoadSession {
    /// The fewest prices that can be compared, those that are enough, and the coins of a block that are looked at.
    private static let (fewestPrices, enoughPrices, lookedAt) = (10, 20, 40)

    /// So far may a price be from the one that it is compared with, as moments of facts count.
    private static let reach = 2 * 7 * Instant.millisecondsPerDay

    /// The newest buckets in which the newest facts are looked for.
    private static let newestBuckets = 2

    /// The tiles as they stood before the load.
    private var before: VisibleTiles { VisibleTiles(tiles: tiles, lastLoad: load - 1) }

    /// The median of the current input's prices by those that the store knows of the same coins within a week of them; nil
    /// for fewer than ten such coins.
    ///
    /// Looks at twenty to forty of its coins, whatever their number, and at none where all that the store knows is of other
    /// weeks.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    public func ratioToKnownPrices(in quote: String) throws -> Double? {
        var ratios: [Double] = []
        for block in input.blocks where block.count > 0 {
            guard let column = block.metrics.firstIndex(of: .price(quote)),
                try areKnown(near: block.resolution.moment(of: block.times[0]), in: quote)
            else { continue }
            for row in stride(from: 0, to: block.count, by: max(1, block.count / LoadSession.lookedAt))
            where ratios.count < LoadSession.enoughPrices {
                let subject = block.subject(Int(block.subjectIndex[row]))
                let moment = block.resolution.moment(of: block.times[row])
                guard let entity = try numbers.knownEntity(subject, source: block.source),
                    let known = knownPrice(of: Int(entity), near: moment, in: quote)
                else { continue }
                let ratio = block.values[column][row] / known
                if ratio > 0, ratio.isFinite { ratios.append(ratio) }
            }
        }
        return ratios.count >= LoadSession.fewestPrices ? median(ratios) : nil
    }

    /// Whether any price was known before the load that prices of a moment can be compared with.
    private func areKnown(near moment: Int64, in quote: String) throws -> Bool {
        if knownPrices[quote] == nil, let metric = numbers.metricOfNumber.first(where: { $0.value == .price(quote) }) {
            let sql = "SELECT DISTINCT source_id FROM tile WHERE metric_id = ?"
            knownPrices[quote] = try (database.values(sql, [metric.key]) as [Int]).map { source in
                try before.newestFacts(of: metric.key, from: source, buckets: LoadSession.newestBuckets)
                    .map { $0.flatMap { $0.value > 0 ? $0 : nil } }
            }
        }
        let moments = knownPrices[quote, default: []].joined().lazy.compactMap { $0?.moment }
        guard let first = moments.min(), let last = moments.max() else { return false }
        return (first - LoadSession.reach...last + LoadSession.reach).contains(moment)
    }

    /// The newest price of a coin where it is within a week of a moment; nil without one.
    private func knownPrice(of entity: Int, near moment: Int64, in quote: String) -> Double? {
        let known = knownPrices[quote, default: []].compactMap { $0.indices.contains(entity) ? $0[entity] : nil }
        guard let newest = known.max(by: { $1.isNewer(than: $0) }) else { return nil }
        return abs(newest.moment - moment) <= LoadSession.reach ? newest.value : nil
    }

    /// The newest figures of the sources of this load that do not go together with those before it, or, unlike those, with
    /// each other; asked when all is written.
    func suspects() throws -> [SuspectPrice] {
        let metrics = numbers.metricOfNumber.filter { SuspectPriceRule.takes($1) }.sorted { $0.key < $1.key }
        let rule = SuspectPriceRule(metrics.map(\.value.name))
        var suspects: [SuspectPrice] = []
        for source in facts.marts.sources {
            // Of a new source nothing stood before, and all that the load wrote would be read to find that out.
            let earlier = numbers.isNew(source: source) ? nil : before
            let states = try [earlier, VisibleTiles(tiles: tiles)].map { visible in
                try metrics.map {
                    try visible?.newestFacts(of: $0.key, from: source, buckets: LoadSession.newestBuckets) ?? []
                }
            }
            for entity in 0..<(states[1].map(\.count).max() ?? 0) {
                let facts = states.map { $0.map { $0.indices.contains(entity) ? $0[entity] : nil } }
                for text in rule.texts(facts[0], facts[1]) {
                    let coin: String? = try database.value("SELECT key FROM entity WHERE entity_id = ?", [entity])
                    suspects.append(SuspectPrice(coin: coin ?? "", text: text))
                }
            }
        }
        return suspects.sorted { ($0.coin, $0.text) < ($1.coin, $1.text) }
    }
}

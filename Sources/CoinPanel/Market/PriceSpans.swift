internal import CoinModel
internal import CoinStore

extension MarketWeeks {
    /// The prices of each coin at both ends of each span, by place in `PriceSpan.allCases`; nil where no source has both.
    ///
    /// Of the sources that have both ends the preferred one counts, of one rank the one with the newest price, the first by
    /// name of equals, so that no change is one between two sources.
    func spanPrices(_ price: Metric) throws -> [[PricePair?]] {
        var found = [[PricePair?]](repeating: Array(repeating: nil, count: PriceSpan.allCases.count), count: coinCount)
        for source in try reader.sources(of: price) {
            let now = try newest(price, of: source, weeks: 2, before: 0)
            for (place, span) in PriceSpan.allCases.enumerated() {
                let then = try newest(price, of: source, weeks: 2, before: span.milliseconds)
                for coin in 0..<coinCount {
                    guard let now = now[coin], let then = then[coin], now.value > 0, then.value > 0,
                        isFresh(now.at, before: 0, span), isFresh(then.at, before: span.milliseconds, span),
                        found[coin][place].map({ isBefore($0, source, now.at) }) ?? true
                    else { continue }
                    let pair = PricePair(now: now.value, at: now.at, then: then.value, at: then.at, source: source)
                    found[coin][place] = pair
                }
            }
        }
        return found
    }

    /// Whether a source with a price of a moment counts before the one that was found.
    private func isBefore(_ found: PricePair, _ source: String, _ time: Instant) -> Bool {
        let ranks = (order.rank(of: source), order.rank(of: found.source))
        return ranks.0 == ranks.1 ? found.nowTime < time : ranks.0 < ranks.1
    }

    private func isFresh(_ time: Instant, before milliseconds: Int64, _ span: PriceSpan) -> Bool {
        time.age(at: Instant(milliseconds: asOf.limit.milliseconds - milliseconds)) <= span.tolerance
    }

    /// The newest fact of each coin by one source so many milliseconds before the moment.
    private func newest(
        _ fact: Metric,
        of source: String,
        weeks: Int,
        before milliseconds: Int64
    ) throws -> [(value: Double, at: Instant)?] {
        let moment = AsOf.instant(Instant(milliseconds: asOf.limit.milliseconds - milliseconds))
        return try newest(fact, of: source, weeks: weeks, at: moment)
    }
}

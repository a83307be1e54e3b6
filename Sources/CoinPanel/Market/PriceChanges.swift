internal import CoinIdentity
public import CoinModel
public import CoinStore

extension PriceChange {
    /// The change over a span that ends with a price in a ranking as of a moment: by an earlier price of the same source, else
    /// as that source states it with the price; nil where it has neither.
    public init?(
        over span: PriceSpan,
        to price: DatedFigure,
        asOf limit: Instant,
        isOther: Bool = false,
        stated: Double? = nil,
        from earlier: (_ latest: Instant) -> DatedFigure?
    ) {
        guard span.mayEnd(price.time, asOf: limit) else { return nil }
        if let then = earlier(span.begin(before: price.time)), span.mayBegin(then.time, before: price.time) {
            self.init(from: then, to: price, isOther: isOther)
        } else if let stated, stated > -100 {
            self.init(stated: stated, to: price)
        } else {
            return nil
        }
    }
}

extension PriceChange {
    /// The change over a span that ends with the price that counts at a moment among those of some sources; `stated` is what a source
    /// states with a price.
    public init?(
        over span: PriceSpan,
        among histories: [DatedFigure.History],
        at limit: Instant,
        _ order: SourceOrder,
        stated: (DatedFigure) -> Double?
    ) {
        let first = DatedFigure.earliest(at: limit)
        guard let price = DatedFigure(among: histories, at: limit, since: first, order) else { return nil }
        func change(_ history: DatedFigure.History, to price: DatedFigure, isOther: Bool) -> PriceChange? {
            let words = isOther ? nil : stated(price)
            return PriceChange(over: span, to: price, asOf: limit, isOther: isOther, stated: words) { latest in
                DatedFigure(of: history, upTo: latest)
            }
        }
        let own = histories.first { $0.source == price.source }.flatMap { change($0, to: price, isOther: false) }
        let others =
            own == nil
            ? histories.compactMap { history in
                DatedFigure(of: history, upTo: limit).flatMap { change(history, to: $0, isOther: true) }
            } : []
        let sources = Set(others.map(\.end.source))
        let other = DatedFigure(among: histories.filter { sources.contains($0.source) }, at: limit, since: first, order)
        guard let change = own ?? others.first(where: { $0.end.source == other?.source }) else { return nil }
        self = change
    }
}

/// How the prices of coins changed over spans.
extension MarketWeeks {
    /// The changes of each coin that end with its newest price; where neither its own source has one nor states it, those of
    /// another source, chosen as prices are.
    mutating func changes(of prices: [DatedFigure?], _ stated: [Int: [StoredDetail]]) throws -> PriceChanges {
        var changes = PriceChanges(coins: coinCount)
        let metric = Metric.price(quote)
        let first = Instant(milliseconds: Instant(startOf: asOf.limit.day).milliseconds - PriceSpan.greatestTolerance)
        let limits = Array(repeating: asOf.limit, count: coinCount)
        for (place, span) in PriceSpan.allCases.enumerated() {
            var others: [Int: [PriceChange]] = [:]
            for source in try reader.sources(of: metric) {
                let newest = try newest(metric, of: source, since: first, upTo: limits)
                let ends = zip(prices, newest).map { own, fact in own?.source == source ? own : own == nil ? nil : fact
                }
                let latest = ends.map { end in
                    end.flatMap { span.mayEnd($0.time, asOf: asOf.limit) ? span.begin(before: $0.time) : nil } ?? .never
                }
                guard let oldest = latest.filter({ $0 > .never }).min() else { continue }
                let since = Instant(milliseconds: oldest.milliseconds - span.tolerance - 1000)
                let earlier = try self.newest(metric, of: source, since: since, upTo: latest)
                for (coin, end) in ends.enumerated() {
                    guard let end else { continue }
                    let isOther = end.source != prices[coin]?.source
                    let words = isOther ? nil : stated[coin]?.change(over: span, with: end, in: quote)
                    let (limit, begin) = (asOf.limit, earlier[coin])
                    let change = PriceChange(over: span, to: end, asOf: limit, isOther: isOther, stated: words) { _ in
                        begin
                    }
                    guard let change else { continue }
                    if isOther {
                        others[coin, default: []].append(change)
                    } else {
                        changes[coin, place, prices[coin]] = change
                    }
                }
            }
            others = others.filter { changes[$0.key, place, prices[$0.key]] == nil }
            for (coin, chosen) in try chosen(among: others.mapValues { $0.map(\.end) }, metric) {
                changes[coin, place, prices[coin]] = others[coin]?.first { $0.end == chosen }
            }
        }
        return changes
    }
}

extension [StoredDetail] {
    /// The change over a span in percent that the source of a price states together with it; nil where it does not.
    public func change(over span: PriceSpan, with price: DatedFigure, in quote: String) -> Double? {
        let field = CoinField.allCases.first { $0.span == span }
        let detail = first { $0.detail.source == price.source && $0.time == price.time && $0.detail.quote == quote }
        return field.flatMap { detail?.detail[$0]?.number }
    }
}

internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinPortfolio
internal import CoinStore

/// The prices of a portfolio's coins and the rates of its currencies, as a store has them.
///
/// Which source's price counts is chosen by `DatedFigure`, and a change over a span is a `PriceChange`: as in rankings.
final class PortfolioPrices {
    private let panel: Panel
    private let currency: String
    /// The positive prices of each coin by each of its sources, oldest first.
    private var histories: [String: [DatedFigure.History]] = [:]
    /// The same in the portfolio's currency, where that is another one, which count before converted ones of the same moment.
    private var given: [String: [DatedFigure.History]] = [:]
    private var stated: [String: [StoredDetail]] = [:]
    private var rates: [String: ExchangeRates] = [:]
    private let coins: [String: Int]
    private let limit: Instant
    /// Why a rate could not be read, which is not a missing rate.
    private(set) var failure: (any Error)?

    /// Prices up to a moment in a currency.
    init(_ panel: Panel, in currency: String, upTo asOf: AsOf) {
        self.panel = panel
        self.currency = currency
        limit = asOf.limit
        coins = Dictionary(firstOf: panel.resolution.universe.coins.enumerated().map { ($1.id, $0) })
    }

    /// What one unit of a currency was worth on a day, nil without a rate of that day or the week before; or one coin by its price of
    /// that very day, where a trade was paid in coins.
    func rate(_ code: String, _ day: Day) -> ExactDecimal? {
        if coins[code] != nil, Currency(code) == nil { return prices(code, [strictly(day)])?.first?.price }
        return rate(code, Instant(lastSecondOf: day))
    }

    private func rate(_ code: String, _ time: Instant) -> ExactDecimal? {
        if code == currency { return ExactDecimal(1) }
        guard let one = worth(code, time), let other = worth(currency, time) else { return nil }
        return one.divided(by: other)
    }

    private func worth(_ code: String, _ time: Instant) -> ExactDecimal? {
        if code == RankRequest.dollar { return ExactDecimal(1) }
        let key = "\(code) \(time.day)"
        do {
            let known = try rates[key] ?? panel.rates(of: code, upTo: .day(time.day))
            rates[key] = known
            return known.rate(at: time).flatMap { ExactDecimal(shortest: $0.value) }
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    /// The newest prices of a coin up to some moments, in the portfolio's currency, all of one source: of those whose prices are
    /// fresh enough at every moment, the one that is chosen at the last.
    func prices(_ coin: String, _ moments: [PriceMoment]) -> [CoinQuote]? {
        guard let last = moments.last.map({ min($0.limit, limit) }) else { return nil }
        var found: [String: [DatedFigure]] = [:]
        for history in histories[coin] ?? [] {
            let ends = moments.compactMap { moment -> DatedFigure? in
                let end = min(moment.limit, limit)
                guard let price = DatedFigure(of: history, upTo: end), price.time >= DatedFigure.earliest(at: end)
                else {
                    return nil
                }
                return moment.patience.map { price.time.age(at: end) <= $0 } ?? true ? price : nil
            }
            if ends.count == moments.count { found[history.source] = ends }
        }
        let all = (histories[coin] ?? []).filter { found[$0.source] != nil }
        let best = DatedFigure(among: all, at: last, since: DatedFigure.earliest(at: last), panel.order)
        let quotes = best.flatMap { found[$0.source] }?.compactMap { price in
            (same(coin, price) ?? quote(price.value, at: price.time)).map { CoinQuote($0, at: price.time) }
        }
        return quotes?.count == moments.count ? quotes : nil
    }

    /// The price of a coin at both ends of a span that ends at a moment, in the portfolio's currency by the rate of its end, so that
    /// they differ as the coin's ranking says; nil where that has no change.
    func change(_ coin: String, _ moment: Instant, over span: PriceSpan) -> PricePair? {
        let end = min(moment, limit)
        let all = inUnits(of: end.day, histories[coin] ?? [], of: coin)
        let change = PriceChange(over: span, among: all, at: end, panel.order) { price in
            stated[coin]?.change(over: span, with: price, in: panel.quote)
        }
        guard let change, let now = quote(change.end.value, at: change.end.time),
            let then = quote(change.then, at: change.end.time)
        else { return nil }
        return (now, then, change.percent)
    }

    /// The prices of a coin in its units of a day: of those before an exchange of units by its ratio.
    private func inUnits(of day: Day, _ histories: [DatedFigure.History], of coin: String) -> [DatedFigure.History] {
        let exchanges = panel.resolution.coinMigrations.filter { $0.isOfUnits && $0.former == coin }
        guard let terms = exchanges.first?.terms, terms.day <= day else { return histories }
        let (begin, price) = (Instant(startOf: terms.day), Metric.price(panel.quote))
        return histories.map { source, facts in
            (source, facts.map { ($0.at, $0.at < begin ? terms.ratio.converted($0.value, of: price) : $0.value) })
        }
    }

    /// The newest price of a coin, however old it is, and when it was one; nil where no source ever had one.
    func last(_ coin: String) -> (price: Double, day: Day)? {
        let first = Instant(milliseconds: .min)
        let last = DatedFigure(among: histories[coin] ?? [], at: limit, since: first, panel.order)
        return last.map { ($0.value, $0.time.day) }
    }

    private func same(_ coin: String, _ price: DatedFigure) -> ExactDecimal? {
        let history = given[coin]?.first { $0.source == price.source }
        let same = history.flatMap { DatedFigure(of: $0, upTo: price.time) }
        return same.flatMap { $0.time == price.time ? ExactDecimal(shortest: $0.value) : nil }
    }

    private func quote(_ price: Double, at time: Instant) -> ExactDecimal? {
        ExactDecimal(shortest: price).flatMap { price in rate(panel.quote, time).map { price * $0 } }
    }

    /// Reads the prices of coins.
    func read(_ ids: Set<String>) throws {
        for id in ids.sorted() {
            guard let coin = coins[id] else { continue }
            histories[id] = try read(panel.quote, of: coin)
            if currency != panel.quote { given[id] = try read(currency, of: coin) }
            stated[id] = try panel.details(of: coin, upTo: .instant(limit))
        }
    }

    private func read(_ quote: String, of coin: Int) throws -> [DatedFigure.History] {
        var bySource: [String: [(at: Instant, value: Double)]] = [:]
        for entity in panel.reader.catalog.entities
        where entity.kind == .coin && panel.resolution.coinOfEntity[Int(entity.id)] == Int32(coin) {
            for series in try panel.reader.series(of: entity.id) where series.metric == .price(quote) {
                for (time, value) in zip(series.times, series.values) where value > 0 {
                    let instant = series.resolution.instant(of: time)
                    if instant <= limit { bySource[series.source, default: []].append((instant, value)) }
                }
            }
        }
        return bySource.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted { $0.at < $1.at }) }
    }
}

internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinPortfolio
internal import CoinStore

/// The prices of a portfolio's coins and the rates of its currencies, as a store has them.
final class PortfolioPrices {
    private let panel: Panel
    private let currency: String
    private var histories: [String: [(time: Instant, price: Double)]] = [:]
    private var dollars: [String: ExactDecimal?] = [:]
    private let coins: [String: Int]
    private let limit: Instant
    /// Why a rate could not be read, which is no missing rate.
    private(set) var failure: (any Error)?

    /// Prices up to a moment in a currency.
    init(_ panel: Panel, in currency: String, upTo asOf: AsOf) {
        (self.panel, self.currency, limit) = (panel, currency, asOf.limit)
        coins = Dictionary(panel.resolution.universe.coins.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// What one unit of a currency was worth on a day; nil without a rate of the week before.
    func rate(_ code: String, _ day: Day) -> ExactDecimal? {
        if code == currency { return ExactDecimal(1) }
        guard let one = worth(code, day), let other = worth(currency, day) else { return nil }
        return one.divided(by: other)
    }

    private func worth(_ code: String, _ day: Day) -> ExactDecimal? {
        if code == RankRequest.dollar { return ExactDecimal(1) }
        let key = "\(code) \(day)"
        if let known = dollars[key] { return known }
        do {
            let rate = try panel.reader.rates(of: code, upTo: .day(day)).rate(on: day)
            let worth = rate.flatMap { ExactDecimal(shortest: $0.dollars) }
            dollars[key] = .some(worth)
            return worth
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    /// The newest price of a coin up to a moment, in the portfolio's currency.
    func price(_ coin: String, _ moment: Instant, _ patience: Int64?) -> CoinQuote? {
        let moment = min(moment, limit)
        guard let facts = histories[coin] else { return nil }
        var (low, high) = (0, facts.count)
        while low < high {
            let middle = (low + high) / 2
            if facts[middle].time <= moment { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let fact = facts[low - 1]
        guard patience.map({ fact.time.age(at: moment) <= $0 }) ?? true else { return nil }
        guard let price = ExactDecimal(shortest: fact.price), let rate = rate(panel.quote, fact.time.day) else {
            return nil
        }
        return CoinQuote(price * rate, at: fact.time)
    }

    /// Reads the prices of coins: of each those of the one source that has most of them, so that no change mixes two.
    func read(_ ids: Set<String>) throws {
        for id in ids.sorted() {
            guard let coin = coins[id] else { continue }
            var bySource: [String: [(time: Instant, price: Double)]] = [:]
            for entity in panel.reader.catalog.entities
            where entity.kind == .coin && panel.resolution.coinOfEntity[Int(entity.id)] == Int32(coin) {
                for series in try panel.reader.series(of: entity.id) where series.metric == .price(panel.quote) {
                    for (time, value) in zip(series.times, series.values) where value > 0 {
                        let instant = series.resolution.instant(of: time)
                        if instant <= limit { bySource[series.source, default: []].append((instant, value)) }
                    }
                }
            }
            let most = bySource.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
            histories[id] = most?.value.sorted { $0.time < $1.time }
        }
    }
}

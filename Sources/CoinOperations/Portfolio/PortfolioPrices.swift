internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinPortfolio
internal import CoinStore

/// The prices of a portfolio's coins and the rates of its currencies, as a store has them.
final class PortfolioPrices {
    private typealias Fact = (time: Instant, price: Double)

    private let panel: Panel
    private let currency: String
    /// The prices of each coin by each of its sources, those with the most first, then by name.
    private var histories: [String: [[Fact]]] = [:]
    private var dollars: [String: ExactDecimal?] = [:]
    private let coins: [String: Int]
    private let limit: Instant
    /// Why a rate could not be read, which is no missing rate.
    private(set) var failure: (any Error)?

    /// Prices up to a moment in a currency.
    init(_ panel: Panel, in currency: String, upTo asOf: AsOf) {
        (self.panel, self.currency, limit) = (panel, currency, asOf.limit)
        coins = Dictionary(firstOf: panel.resolution.universe.coins.enumerated().map { ($1.id, $0) })
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

    /// The newest prices of a coin up to some moments, in the portfolio's currency, all of one source.
    ///
    /// Of the sources whose prices are fresh enough at every moment, the one with the newest at the last moment counts, of equals
    /// the one with the most prices, then the first by name: one that ended long ago says nothing of now, however much it said.
    func prices(_ coin: String, _ moments: [PriceMoment]) -> [CoinQuote]? {
        var found: [Fact] = []
        for facts in histories[coin] ?? [] {
            let ends = moments.compactMap { PortfolioPrices.newest(of: facts, min($0.limit, limit), $0.patience) }
            guard ends.count == moments.count, let last = ends.last else { continue }
            if found.last.map({ $0.time < last.time }) ?? true { found = ends }
        }
        let quotes = found.compactMap { fact in
            ExactDecimal(shortest: fact.price).flatMap { price in
                rate(panel.quote, fact.time.day).map { CoinQuote(price * $0, at: fact.time) }
            }
        }
        return quotes.count == moments.count ? quotes : nil
    }

    private static func newest(of facts: [Fact], _ moment: Instant, _ patience: Int64?) -> Fact? {
        var (low, high) = (0, facts.count)
        while low < high {
            let middle = (low + high) / 2
            if facts[middle].time <= moment { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        return patience.map { facts[low - 1].time.age(at: moment) <= $0 } ?? true ? facts[low - 1] : nil
    }

    /// Reads the prices of coins.
    func read(_ ids: Set<String>) throws {
        for id in ids.sorted() {
            guard let coin = coins[id] else { continue }
            var bySource: [String: [Fact]] = [:]
            for entity in panel.reader.catalog.entities
            where entity.kind == .coin && panel.resolution.coinOfEntity[Int(entity.id)] == Int32(coin) {
                for series in try panel.reader.series(of: entity.id) where series.metric == .price(panel.quote) {
                    for (time, value) in zip(series.times, series.values) where value > 0 {
                        let instant = series.resolution.instant(of: time)
                        if instant <= limit { bySource[series.source, default: []].append((instant, value)) }
                    }
                }
            }
            let ordered = bySource.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            histories[id] = ordered.map { $0.value.sorted { $0.time < $1.time } }
        }
    }
}

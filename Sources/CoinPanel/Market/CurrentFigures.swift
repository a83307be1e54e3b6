internal import CoinModel
internal import CoinStore

/// The newest figures of each coin over all sources, as `NewestPrice` chooses them.
extension MarketWeeks {
    /// The newest facts of all coins by a source.
    typealias Candidates = (source: String, facts: [(value: Double, at: Instant)?])

    /// The newest price of each coin, nil where no source has one of the last 28 days, and which sources have another one of
    /// its day, none where there is one source.
    mutating func prices() throws -> (newest: [NewestPrice?], disputes: [PriceDispute?]) {
        let price = Metric.price(quote)
        let candidates = try candidates(price, since: NewestPrice.earliest(at: asOf.limit)) { $0 > 0 }
        let newest = try newest(price, among: candidates)
        guard candidates.count > 1 else { return (newest, []) }
        let disputes = newest.enumerated().map { coin, price -> PriceDispute? in
            guard let day = price?.time.day else { return nil }
            return PriceDispute(
                among: candidates.compactMap { source, facts in
                    facts[coin].flatMap { $0.at.day == day ? (source, $0.value) : nil }
                }
            )
        }
        return (newest, disputes)
    }

    /// The newest capitalisation of each coin: of the moment and source of its price, else the newest of that source, else as
    /// prices are chosen.
    mutating func capitalisations(of prices: [NewestPrice?]) throws -> [NewestPrice?] {
        let cap = Metric.marketCap(quote)
        let first = NewestPrice.earliest(at: asOf.limit)
        var found = try newest(cap, since: first)
        let have = Set(try reader.sources(of: cap))
        for source in Set(prices.compactMap { $0?.source }).intersection(have).sorted() {
            let isOfSource = prices.map { $0?.source == source }
            let ofPrice = zip(prices, isOfSource).map { $1 ? $0?.time ?? .never : .never }
            let ofNow = isOfSource.map { $0 ? asOf.limit : .never }
            let same = try newest(cap, of: source, since: first, upTo: ofPrice)
            let newest = try newest(cap, of: source, since: first, upTo: ofNow)
            for coin in prices.indices {
                let isSame = same[coin].map { $0.at == ofPrice[coin] } ?? false
                guard let fact = isSame ? same[coin] : newest[coin] else { continue }
                found[coin] = NewestPrice(fact.value, at: fact.at, by: source)
            }
        }
        return found
    }

    /// What the sources of some figures of coins say at the same moments by another metric; NaN where they do not.
    func same(_ fact: Metric, as figures: [NewestPrice?]) throws -> [Double] {
        var found = [Double](repeating: .nan, count: coinCount)
        for source in try reader.sources(of: fact) {
            let limits = figures.map { $0?.source == source ? $0?.time ?? .never : .never }
            let facts = try newest(fact, of: source, since: NewestPrice.earliest(at: asOf.limit), upTo: limits)
            for (coin, fact) in facts.enumerated() {
                if let fact, fact.at == limits[coin] { found[coin] = fact.value }
            }
        }
        return found
    }

    /// The newest positive figure of each coin over all sources from a moment on; nil where none has any.
    mutating func newest(
        _ fact: Metric,
        since first: Instant,
        where isWanted: (Double) -> Bool = { $0 > 0 }
    ) throws -> [NewestPrice?] {
        try newest(fact, among: candidates(fact, since: first, isWanted))
    }

    /// The newest wanted figure of each coin by each source from a moment on.
    private func candidates(_ fact: Metric, since first: Instant, _ isWanted: (Double) -> Bool) throws -> [Candidates] {
        let limits = Array(repeating: asOf.limit, count: coinCount)
        return try reader.sources(of: fact).map { source in
            (source, try newest(fact, of: source, since: first, upTo: limits, where: isWanted))
        }
    }

    private mutating func newest(_ fact: Metric, among candidates: [Candidates]) throws -> [NewestPrice?] {
        var best = [NewestPrice?](repeating: nil, count: coinCount)
        var tied: [Int: [NewestPrice]] = [:]
        for (source, facts) in candidates {
            for (coin, fact) in facts.enumerated() {
                guard let fact else { continue }
                let candidate = NewestPrice(fact.value, at: fact.at, by: source)
                guard let known = best[coin] else {
                    best[coin] = candidate
                    continue
                }
                switch candidate.precedes(known, order) {
                case .some(true):
                    best[coin] = candidate
                    tied[coin] = nil
                case .none: tied[coin, default: [known]].append(candidate)
                case .some(false): break
                }
            }
        }
        for (coin, price) in try chosen(among: tied, fact) { best[coin] = price }
        return best
    }

    /// The last figure of each of some coins that have none of the last 28 days, however old it is: its week by a mart, its moment
    /// by the facts of that week; coins that never had one are left out.
    mutating func last(_ fact: Metric, _ mart: Metric, of coins: [Int]) throws -> [Int: NewestPrice] {
        var candidates: [Int: [NewestPrice]] = [:]
        for source in coins.isEmpty ? [] : try reader.sources(of: mart) {
            var open = Set(coins)
            for span in try reader.spans(of: mart, source: source, upTo: asOf.lastCompleteWeek).reversed() {
                let rowOfEntity = coinOfEntity.map { $0 >= 0 && open.contains(Int($0)) ? $0 : -1 }
                let weeks = try weeks(span, of: mart, source, rowOfEntity) { open.contains($0) }
                guard !weeks.values.isEmpty else { continue }
                let found = open.compactMap { coin -> (week: Week, coin: Int)? in
                    let row = weeks[row: coin]
                    return row.firstIndex { $0 > 0 }.map { (span.upperBound.advanced(by: row.startIndex - $0), coin) }
                }
                for (week, members) in Dictionary(grouping: found, by: \.week) {
                    var limits = [Instant](repeating: .never, count: coinCount)
                    for member in members { limits[member.coin] = Instant(lastSecondOf: week.lastDay) }
                    let facts = try newest(fact, of: source, since: Instant(startOf: week.start), upTo: limits)
                    for coin in members.map(\.coin) {
                        guard let fact = facts[coin] else { continue }
                        candidates[coin, default: []].append(NewestPrice(fact.value, at: fact.at, by: source))
                        open.remove(coin)
                    }
                }
                if open.isEmpty { break }
            }
        }
        return try chosen(among: candidates, fact)
    }

    /// The candidates of some coins that count.
    mutating func chosen(among candidates: [Int: [NewestPrice]], _ fact: Metric) throws -> [Int: NewestPrice] {
        var evidence: [String: [Int: NewestPrice.Evidence]] = [:]
        let tied = candidates.mapValues { NewestPrice.foremost(among: $0, order) }.filter { $0.value.count > 1 }
        for source in Set(tied.values.flatMap { $0.map(\.source) }).sorted() {
            let coins = tied.filter { $0.value.contains { $0.source == source } }.map(\.key)
            evidence[source] = try self.evidence(fact, of: source, coins)
        }
        return candidates.reduce(into: [:]) { chosen, entry in
            chosen[entry.key] = NewestPrice.chosen(among: entry.value, order) {
                evidence[$0.source]?[entry.key] ?? .init(weeks: 0)
            }
        }
    }
}

extension Instant {
    /// Before every fact.
    static let never = Instant(milliseconds: .min)
}

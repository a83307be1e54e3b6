internal import CoinModel
internal import CoinStore

/// The newest figures of each coin over all sources, as `DatedFigure.chosen` chooses them.
extension MarketWeeks {
    /// The newest price of each coin, nil where no source has one of the last 28 days, and which sources have another one of
    /// its day, none where there is one source.
    mutating func prices() throws -> (newest: [DatedFigure?], disputes: [PriceDispute?]) {
        let price = Metric.price(quote)
        let candidates = try candidates(price, since: DatedFigure.earliest(at: asOf.limit)) { $0 > 0 }
        let newest = try newest(price, among: candidates)
        guard candidates.count > 1 else { return (newest, []) }
        let disputes = newest.enumerated().map { coin, price -> PriceDispute? in
            guard let day = price?.time.day else { return nil }
            let ofDay = candidates.compactMap { $0[coin] }.filter { $0.time.day == day }
            return PriceDispute(among: ofDay.map { ($0.source, $0.value) })
        }
        return (newest, disputes)
    }

    /// The capitalisation beside each price: of its moment and source, else the newest of that source, else the newest of all.
    mutating func capitalisations(of prices: [DatedFigure?], else others: [DatedFigure?]) throws -> [DatedFigure?] {
        let cap = Metric.marketCap(quote)
        let first = DatedFigure.earliest(at: asOf.limit)
        var found = others
        let have = Set(try reader.sources(of: cap))
        for source in Set(prices.compactMap { $0?.source }).intersection(have).sorted() {
            let isOfSource = prices.map { $0?.source == source }
            let ofPrice = zip(prices, isOfSource).map { $1 ? $0?.time ?? .never : .never }
            let ofNow = isOfSource.map { $0 ? asOf.limit : .never }
            let same = try newest(cap, of: source, since: first, upTo: ofPrice)
            let newest = try newest(cap, of: source, since: first, upTo: ofNow)
            for coin in prices.indices {
                let isSame = same[coin].map { $0.time == ofPrice[coin] } ?? false
                found[coin] = (isSame ? same[coin] : newest[coin]) ?? found[coin]
            }
        }
        return found
    }

    /// What the sources of some figures of coins say at the same moments by another metric; NaN where they do not.
    func same(_ fact: Metric, as figures: [DatedFigure?]) throws -> [Double] {
        var found = [Double](repeating: .nan, count: coinCount)
        for source in try reader.sources(of: fact) {
            let limits = figures.map { $0?.source == source ? $0?.time ?? .never : .never }
            let facts = try newest(fact, of: source, since: DatedFigure.earliest(at: asOf.limit), upTo: limits)
            for (coin, fact) in facts.enumerated() {
                if let fact, fact.time == limits[coin] { found[coin] = fact.value }
            }
        }
        return found
    }

    /// The newest positive figure of each coin over all sources from a moment on; nil where none has any.
    mutating func newest(
        _ fact: Metric,
        since first: Instant,
        where isWanted: (Double) -> Bool = { $0 > 0 }
    ) throws -> [DatedFigure?] {
        try newest(fact, among: candidates(fact, since: first, isWanted))
    }

    /// The newest wanted figure of each coin from a moment on, source by source.
    private func candidates(
        _ fact: Metric,
        since first: Instant,
        _ isWanted: (Double) -> Bool
    ) throws -> [[DatedFigure?]] {
        let limits = Array(repeating: asOf.limit, count: coinCount)
        return try reader.sources(of: fact).map { source in
            try newest(fact, of: source, since: first, upTo: limits, where: isWanted)
        }
    }

    private mutating func newest(_ fact: Metric, among candidates: [[DatedFigure?]]) throws -> [DatedFigure?] {
        let ofCoins = (0..<coinCount).map { coin in candidates.compactMap { $0[coin] } }
        let several = Dictionary(firstOf: ofCoins.enumerated().filter { $1.count > 1 }.map { ($0, $1) })
        let chosen = try chosen(among: several, fact)
        return ofCoins.enumerated().map { chosen[$0] ?? $1.first }
    }

    /// The newest figure of each coin, however old it is: of a coin that has none of the last 28 days its week by a mart, its
    /// moment by the facts of that week; nil for one that never had any.
    mutating func last(_ fact: Metric, _ mart: Metric, before newest: [DatedFigure?]) throws -> [DatedFigure?] {
        let without = Set(newest.indices.filter { newest[$0] == nil })
        var candidates: [Int: [DatedFigure]] = [:]
        for source in without.isEmpty ? [] : try reader.sources(of: mart) {
            var open = without
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
                    let facts = try self.newest(fact, of: source, since: Instant(startOf: week.start), upTo: limits)
                    for coin in members.map(\.coin) {
                        guard let fact = facts[coin] else { continue }
                        candidates[coin, default: []].append(fact)
                        open.remove(coin)
                    }
                }
                if open.isEmpty { break }
            }
        }
        let last = try chosen(among: candidates, fact)
        return newest.enumerated().map { $1 ?? last[$0] }
    }

    /// The candidates of some coins that count.
    mutating func chosen(among candidates: [Int: [DatedFigure]], _ fact: Metric) throws -> [Int: DatedFigure] {
        var evidence: [String: [Int: DatedFigure.Evidence]] = [:]
        let tied = candidates.mapValues { DatedFigure.foremost(among: $0, order) }.filter { $0.value.count > 1 }
        for source in Set(tied.values.flatMap { $0.map(\.source) }).sorted() {
            let coins = tied.filter { $0.value.contains { $0.source == source } }.map(\.key)
            evidence[source] = try self.evidence(fact, of: source, coins)
        }
        return candidates.reduce(into: [:]) { chosen, entry in
            chosen[entry.key] = DatedFigure.chosen(among: entry.value, order) {
                evidence[$0.source]?[entry.key] ?? .init(weeks: 0)
            }
        }
    }
}

extension Instant {
    /// Before every fact.
    static let never = Instant(milliseconds: .min)
}

public import CoinIdentity
public import CoinModel
public import CoinStore

/// What the prices of a store say of which coins are one.
public struct CoinPrices {
    /// Prices of each member of the crosswalk in US dollars, the newest first.
    public private(set) var prices: [[DatedFigure]]
    /// What is certain by them, what is likely, and what is neither.
    public private(set) var findings: CrosswalkFindings

    /// The days on which coins are compared whose newest prices are of different ones: those that most pairs wait for.
    private static let dayLimit = 8

    /// Compares by the newest prices and, where these are of two days, by those of the earlier one.
    ///
    /// Costs the newest weeks, the weekly closes of coins without a price in these, and the week of each day that is looked at.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public init(_ links: CoinCrosswalk, _ reader: StoreReader) throws {
        let crosswalk = links.crosswalk
        prices = Array(repeating: [], count: crosswalk.members.count)
        var memberOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
        for entity in reader.catalog.entities where entity.kind == .coin && entity.hasID {
            let reference = CoinArgument(space: entity.space, id: entity.key)
            if let member = crosswalk.index(of: reference) { memberOfEntity[Int(entity.id)] = Int32(member) }
        }
        if let moment = try reader.newestMarketFact(quote: "usd") {
            let price = Metric.price("usd")
            let rows = memberOfEntity
            var weeks = MarketWeeks(reader, coinOfEntity: rows, coins: prices.count, moment, quote: "usd")
            let recent = try weeks.newest(price, since: DatedFigure.earliest(at: moment.limit))
            prices = try weeks.last(price, .close("usd"), before: recent).map { $0.map { [$0] } ?? [] }
        }
        findings = crosswalk.findings(prices: prices)
        let days = daysWaitedFor(crosswalk)
        guard !days.isEmpty else { return }
        for (day, members) in days {
            let rows = memberOfEntity.map { members.contains(Int($0)) ? $0 : -1 }
            for source in try reader.sources(of: .price("usd")) {
                let facts = try reader.newest(
                    .price("usd"),
                    source: source,
                    since: Instant(startOf: day),
                    upTo: Array(repeating: AsOf.day(day).limit, count: prices.count),
                    rowOfEntity: rows,
                    where: { $0 > 0 }
                )
                for member in members.sorted() {
                    guard let fact = facts[member] else { continue }
                    prices[member].append(DatedFigure(fact.value, at: fact.at, by: source))
                }
            }
        }
        findings = crosswalk.findings(prices: prices)
    }

    /// The days of which the price of one coin is known and that of another one, with a newer price, is looked for.
    private func daysWaitedFor(_ crosswalk: Crosswalk) -> [(day: Day, members: Set<Int>)] {
        var days: [Day: Set<Int>] = [:]
        for proposal in findings.proposals where proposal.lacking == CrosswalkProposal.priceOfOneDay {
            guard let left = crosswalk.index(of: proposal.coin), let right = crosswalk.index(of: proposal.target),
                let one = prices[left].first, let other = prices[right].first, one.time.day != other.time.day
            else { continue }
            days[min(one.time.day, other.time.day), default: []].insert(one.time > other.time ? left : right)
        }
        let most = days.sorted { ($1.value.count, $1.key) < ($0.value.count, $0.key) }
        return most.prefix(CoinPrices.dayLimit).map { (day: $0.key, members: $0.value) }
    }
}

extension StoreReader {
    /// How the prices in US dollars of two coins of sources compare on their common days.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func priceDistance(_ left: CoinArgument, _ right: CoinArgument) throws -> PriceDistance {
        try PriceDistance(dailyPrices(left), dailyPrices(right))
    }

    /// The last positive price of each day, of any source.
    private func dailyPrices(_ coin: CoinArgument) throws -> [Day: Double] {
        var prices: [Day: Double] = [:]
        for entity in catalog.entities where entity.kind == .coin && entity.space == coin.space && entity.key == coin.id
        {
            for series in try series(of: entity.id) where series.metric == .price("usd") {
                for (time, value) in zip(series.times, series.values) where value > 0 {
                    prices[series.resolution.instant(of: time).day] = value
                }
            }
        }
        return prices
    }
}

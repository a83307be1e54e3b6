internal import CoinModel

/// The coins of a ranking, and what can only be measured of them together.
///
/// As with the single coin, each of these is worked out when it is first asked for. What it takes of each coin by itself
/// is measured on all cores.
final class MeasuredUniverse {
    let input: RankingInput
    private let shards: ParallelShards

    init(_ section: CrossSection, _ preset: Preset, _ options: RankingOptions) {
        input = RankingInput(section, preset, options)
        shards = ParallelShards(input)
    }

    var section: CrossSection { input.section }
    var preset: Preset { input.preset }

    /// The coin at a place, measured for whoever asks.
    func coin(_ place: Int) -> CoinMeasures { CoinMeasures(at: place, of: input) }

    /// A value of each coin by itself, by place.
    func each<Value: Sendable>(_ value: @Sendable (CoinMeasures) -> Value) -> [Value] { shards.each(value) }

    /// The places of those that coins are compared within.
    lazy var eligible: [Int] = {
        let isEligible = each { $0.ineligibility == nil }
        return isEligible.indices.filter { isEligible[$0] }
    }()

    /// The weight of the prior, in units.
    lazy var priorWeight: Double = {
        guard input.options.fitPrior else { return RateRatio.priorWeight }
        let rates = each { $0.development.uncorrectedRate }
        return PriorFit.weight(eligible.compactMap { rates[$0] })
    }()

    /// The scores of the `classic` preset among each other.
    lazy var classic = ClassicScores(each(\.classicMetrics), weights: weights(of: .classic))

    /// The scores of the `discovery` preset among each other.
    lazy var discovery: DiscoveryScores = {
        let prior = priorWeight
        let valuation = Valuation(shards, eligible: eligible)
        let estimates = DiscoverySignal.allCases.map { signal in
            switch signal {
            case .development: each { $0.belief(prior)?.estimate ?? .missing($0.development.rateReason) }
            case .developers: each { $0.developerBelief(prior)?.estimate ?? .missing($0.development.developerReason) }
            case .volume: volumeShrinkage.estimates
            case .search: interestShrinkage.estimates
            case .valuation: valuation.estimates
            }
        }
        return DiscoveryScores(estimates, valuation, eligible: eligible, weights: weights(of: .discovery))
    }()

    /// The weights that were changed of a preset.
    private func weights(of preset: Preset) -> [String: Double] { preset == self.preset ? input.options.weights : [:] }

    /// Where the rank lies with 80 % probability; nil for a coin without a rank, and where the preset says nothing of it.
    lazy var spreads: [RankSpread?] = {
        guard preset == .discovery else { return Array(repeating: nil, count: input.order.count) }
        let seeds = section.seeds
        return discovery.spreads(among: eligible, seeds: seeds.isEmpty ? [] : input.order.map { seeds[$0] })
    }()

    /// The trends of traded volume against that of the market.
    lazy var volumeTrends: [Measured] = {
        let isFlat = each { $0.close.isFlat || $0.typicalVolume.isFlat }
        return TypicalVolume.trends(each(\.typicalVolume), isFlat: isFlat, eligible: eligible)
    }()

    /// The same drawn towards what is usual, and so for search interest.
    lazy var volumeShrinkage = Shrinkage(volumeTrends, errors: each(\.typicalVolume.trendError), eligible: eligible)
    lazy var interestShrinkage: Shrinkage = {
        let (momenta, errors) = (each(\.interestTrend.momentum), each(\.interestTrend.error))
        return Shrinkage(momenta, errors: errors, eligible: eligible)
    }()

    /// What all coins add up to.
    lazy var totals: MarketTotals = {
        let counted = each { coin in
            MarketTotals.counts(coin.standIn) ? (cap: coin.freshCapitalisation, coin.newestVolume) : (.nan, .nan)
        }
        let bitcoin = input.order.firstIndex { input.section.coins[$0].id == "bitcoin" }
        return MarketTotals(counted.map(\.0), counted.map(\.1), bitcoin: bitcoin)
    }()

    /// The number that the preset ranks each coin by, or why it has none.
    lazy var scores: [Measured] =
        switch preset {
        case .classic: classic.scores
        case .activity: each { $0.exclusion == nil ? $0.development.changePercent : .missing(.notRanked) }
        case .discovery: discovery.scores
        }

    /// The share of the preset's weight that rests on data of each coin.
    lazy var coverage: [Double] =
        switch preset {
        case .classic: classic.coverage
        case .activity: each { $0.development.changePercent.isThere ? 1 : 0 }
        case .discovery: discovery.coverage
        }

    /// The places of the coins that have a score, the highest first, to nine decimals, ties by place.
    lazy var ranking: [Int] = {
        let (scores, keys) = (scores, scores.map { rounded($0.value) })
        return scores.indices.filter { scores[$0].isThere }
            .sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] > keys[$1] }
    }()

    /// The rank of each coin, 1 for the best; nil for one that is only listed.
    lazy var ranks: [Int?] = {
        var ranks = [Int?](repeating: nil, count: input.order.count)
        for (index, place) in ranking.enumerated() { ranks[place] = index + 1 }
        return ranks
    }()
}

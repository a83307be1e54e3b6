internal import CoinModel

/// The coins of a cross-section, and what can only be measured of them together.
///
/// As with the single coin, each of these is worked out when it is first asked for. What it takes of each coin by itself is
/// measured by a crew on all cores.
final class MeasuredUniverse {
    let section: CrossSection
    let preset: Preset
    let options: RankingOptions
    /// The fewest weeks of the plain means.
    let fewest: FewestWeeks
    /// The rows of the coins in order of id, so that sums do not depend on the input's order.
    let order: [Int]

    /// What was worked out so far.
    var findings = UniverseCache()
    /// Nil for a member of one.
    private let crew: ParallelShards?
    /// The coins that this universe measures itself.
    private var own: [CoinMeasures] = []

    init(_ section: CrossSection, _ preset: Preset, _ options: RankingOptions) {
        let ids = section.coins.map(\.id.utf8)
        let order = ids.indices.sorted { ids[$0].lexicographicallyPrecedes(ids[$1]) }
        (self.section, self.preset, self.options, self.order) = (section, preset, options, order)
        fewest = preset.fewestWeeks
        crew = ParallelShards(of: order.count) { MeasuredUniverse(section, preset, options, order) }
    }

    /// A member of a crew.
    private init(_ section: CrossSection, _ preset: Preset, _ options: RankingOptions, _ order: [Int]) {
        (self.section, self.preset, self.options, self.order) = (section, preset, options, order)
        fewest = preset.fewestWeeks
        crew = nil
    }

    /// The coin at a place, measured for whoever asks.
    func coin(_ place: Int) -> CoinMeasures { CoinMeasures(order[place], at: place, in: self) }

    /// The coins of a member of a crew.
    func coins(_ places: Range<Int>) -> [CoinMeasures] {
        if own.isEmpty { own = places.map(coin) }
        return own
    }

    // Handed on from here the section is not copied.
    func development(of row: Int) -> DeveloperActivity {
        DeveloperActivity(row, section, plain52: options.plain52)
    }
    func coveredCommits(of row: Int) -> WeeklySeries { DeveloperWeeks.coveredCommits(row, section) }

    /// A value of each coin by itself, by place.
    func each<Value: Sendable>(_ value: @Sendable (CoinMeasures) -> Value) -> [Value] {
        crew?.each(knowing: findings, value) ?? order.indices.map { value(coin($0)) }
    }

    /// The places of those that coins are compared within.
    var eligible: [Int] {
        found(\.eligible) {
            let isEligible = each { $0.ineligibility == nil }
            return isEligible.indices.filter { isEligible[$0] }
        }
    }

    /// The weight of the prior, in units.
    var priorWeight: Double {
        found(\.priorWeight) {
            guard options.fitPrior else { return RateRatio.priorWeight }
            let rates = each { $0.development.uncorrectedRate }
            return PriorFit.weight(eligible.compactMap { rates[$0] })
        }
    }

    /// The scores of the `classic` preset among each other.
    var classic: ClassicScores {
        found(\.classic) {
            ClassicScores(
                ClassicScores.signals.map { each($0.value) },
                weights: preset == .classic ? options.weights : [:]
            )
        }
    }

    /// The scores of the `discovery` preset among each other.
    var discovery: DiscoveryScores {
        found(\.discovery) { DiscoveryScores(self, weights: preset == .discovery ? options.weights : [:]) }
    }

    /// Where the rank by them lies with 80 % probability; nil for a coin without a rank.
    var spreads: [RankSpread?] { found(\.spreads) { discovery.spreads(among: self) } }

    /// The trends of traded volume against that of the market.
    var volumeTrends: [Measured] { found(\.volumeTrends) { VolumeTrend.relative(self) } }

    /// The same drawn towards what is usual, and so for search interest.
    var volumeShrinkage: Shrinkage {
        found(\.volumeShrinkage) {
            Shrinkage(volumeTrends, errors: each { $0.typicalVolume.trendError }, eligible: eligible)
        }
    }
    var interestShrinkage: Shrinkage {
        found(\.interestShrinkage) {
            Shrinkage(
                each { $0.interestTrend.momentum },
                errors: each { $0.interestTrend.error },
                eligible: eligible
            )
        }
    }

    /// What all coins add up to.
    var totals: MarketTotals { found(\.totals) { MarketTotals(self) } }

    /// The number that the preset ranks each coin by, or why it has none.
    var scores: [Measured] {
        found(\.scores) {
            switch preset {
            case .classic: classic.scores
            case .activity: each { $0.exclusion == nil ? $0.development.changePercent : .missing(.notRanked) }
            case .discovery: discovery.scores
            }
        }
    }

    /// The places of the coins that have a score, the highest first, to nine decimals, ties by place.
    var ranking: [Int] {
        found(\.ranking) {
            let (scores, keys) = (scores, scores.map { rounded($0.value) })
            return scores.indices.filter { scores[$0].isThere }
                .sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] > keys[$1] }
        }
    }

    /// The rank of each coin, 1 for the best; nil for one that is only listed.
    var ranks: [Int?] {
        found(\.ranks) {
            var ranks = [Int?](repeating: nil, count: order.count)
            for (index, place) in ranking.enumerated() { ranks[place] = index + 1 }
            return ranks
        }
    }

    @inline(__always)
    private func found<Value>(_ finding: WritableKeyPath<UniverseCache, Value?>, _ work: () -> Value) -> Value {
        if let known = findings[keyPath: finding] { return known }
        let value = work()
        findings[keyPath: finding] = value
        return value
    }
}

/// What was worked out of all coins of a universe together, each nil until it was asked for.
struct UniverseCache: Sendable {
    fileprivate var eligible: [Int]?
    fileprivate var priorWeight: Double?
    fileprivate var classic: ClassicScores?
    fileprivate var discovery: DiscoveryScores?
    fileprivate var spreads: [RankSpread?]?
    fileprivate var volumeTrends: [Measured]?
    fileprivate var volumeShrinkage: Shrinkage?
    fileprivate var interestShrinkage: Shrinkage?
    fileprivate var totals: MarketTotals?
    fileprivate var scores: [Measured]?
    fileprivate var ranking: [Int]?
    fileprivate var ranks: [Int?]?
}

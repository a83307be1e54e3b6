internal import CoinModel

/// The coins of a cross-section, and what can only be measured of them together.
///
/// As with the single coin, each of these is worked out when it is first asked for.
final class MeasuredUniverse {
    let section: CrossSection
    let preset: Preset
    let options: RankingOptions
    /// The fewest weeks of the plain means.
    let fewest: FewestWeeks

    init(_ section: CrossSection, _ preset: Preset, _ options: RankingOptions) {
        self.section = section
        self.preset = preset
        self.options = options
        fewest = preset.fewestWeeks
    }

    /// The coins in order of id, so that sums do not depend on the input's order.
    private(set) lazy var coins: [CoinMeasures] = {
        let ids = section.coins.map(\.id.utf8)
        let order = ids.indices.sorted { ids[$0].lexicographicallyPrecedes(ids[$1]) }
        return order.enumerated().map { CoinMeasures($1, at: $0, in: self) }
    }()

    /// The places of those that coins are compared within.
    private(set) lazy var eligible = coins.indices.filter { coins[$0].ineligibility == nil }

    /// The weight of the prior, in units.
    private(set) lazy var priorWeight =
        options.fitPrior
        ? PriorFit.weight(eligible.compactMap { coins[$0].development.uncorrectedRate }) : RateRatio.priorWeight

    /// The scores of the `classic` preset among each other.
    private(set) lazy var classic = ClassicScore.scores(
        coins,
        weights: preset == .classic ? options.weights : [:]
    )

    /// The scores of the `discovery` preset among each other.
    private(set) lazy var discovery = DiscoveryScores(
        self,
        weights: preset == .discovery ? options.weights : [:]
    )

    /// The trends of traded volume against that of the market.
    private(set) lazy var volumeTrends = VolumeTrend.relative(coins, eligible: eligible)

    /// The same drawn towards what is usual, and so for search interest.
    private(set) lazy var volumeShrinkage = Shrinkage(
        volumeTrends,
        errors: coins.map(\.typicalVolume.trendError),
        eligible: eligible
    )
    private(set) lazy var interestShrinkage = Shrinkage(
        coins.map(\.interestTrend.momentum),
        errors: coins.map(\.interestTrend.error),
        eligible: eligible
    )

    /// What all coins add up to.
    private(set) lazy var totals = MarketTotals(coins, section)
}

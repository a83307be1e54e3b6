internal import CoinModel

/// The coins of a ranking, and what can only be measured of them together.
///
/// As with the single coin, each of these is worked out when it is first asked for. What it takes of each coin by itself
/// is measured on all cores.
final class MeasuredUniverse {
    let input: RankingInput
    private let shards: ParallelShards
    private let extent: DiscoveryScores.Extent

    /// The coins of a cross-section; that of a year before is read where windows reach beyond a year.
    ///
    /// `extent` says what is drawn at first; for what is asked beyond that all is drawn once more.
    init(
        _ section: CrossSection,
        _ preset: Preset,
        _ options: RankingOptions,
        earlier: CrossSection? = nil,
        drawing extent: DiscoveryScores.Extent = .all,
        keeping most: Int = CrossSection.coinsInBlock
    ) {
        input = RankingInput(section, preset, options, earlier: earlier)
        shards = ParallelShards(input, keeping: most)
        self.extent = extent
    }

    var section: CrossSection { input.section }
    var preset: Preset { input.preset }

    /// The coin at a place, measured on first use.
    func coin(_ place: Int) -> CoinMeasures { CoinMeasures(at: place, of: input.holding([place], .all)) }

    /// A value of each coin by itself, by place; `parts` says which weeks it is made from.
    func each<Value: Sendable>(
        reading parts: SectionParts = .all,
        _ value: @Sendable (CoinMeasures) -> Value
    ) -> [Value] {
        shards.each(reading: parts, value)
    }

    /// A value of each of some coins, in their order.
    func each<Value: Sendable>(of places: [Int], _ value: @Sendable (CoinMeasures) -> Value) -> [Value] {
        let values = shards.each(of: Set(places)) { ($0.place, value($0)) }
        let byPlace = Dictionary(firstOf: values)
        return places.compactMap { byPlace[$0] }
    }

    // What is asked of each coin by itself, measured in one go; measures themselves are not kept of many coins.
    lazy var development = each(reading: .development, DevelopmentFigures.init)
    lazy var traded = each(reading: [.close, .volumeMedian, .capitalisation], TradeFigures.init)
    private lazy var searched = each(reading: .interest) {
        (momentum: $0.interestTrend.momentum, error: $0.interestTrend.error)
    }
    lazy var classicMetrics = each(\.classicMetrics)

    /// The places of those that coins are compared within.
    lazy var eligible = development.indices.filter { development[$0].isEligible }

    /// c: the ratio of developer activity that is usual among the eligible coins, and that of their weekly developers.
    lazy var usualRatio = usual(\.rate)
    lazy var usualDeveloperRatio = usual(\.developerRate)

    private func usual(_ rate: KeyPath<DevelopmentFigures, RateRatio?>) -> Double {
        guard input.options.activity.isCentred else { return 1 }
        return RateRatio.usual(among: eligible.compactMap { development[$0][keyPath: rate] })
    }

    /// The scores of the `classic` preset among each other.
    lazy var classic = classicScores(classicMetrics)

    /// How the metrics of `classic` spread, in the order of its signals.
    lazy var classicSpreads = {
        ClassicSignal.all.indices.map { signal in ClassicSpread(classicMetrics.map { $0[signal] }) }
    }()

    /// The scores of the `classic` preset by these metrics.
    func classicScores(_ metrics: [[Measured]]) -> ClassicScores {
        ClassicScores(metrics, weights: weights(of: .classic))
    }

    /// m and s of each signal of `discovery`, by what is usual among the eligible coins.
    private lazy var estimates: [[SignalEstimate]] = {
        let (usual, usualOfDevelopers) = (usualRatio, usualDeveloperRatio)
        return DiscoverySignal.allCases.map { signal in
            switch signal {
            case .development:
                development.map { input.belief($0.rate, usual: usual)?.estimate ?? .missing($0.rateReason) }
            case .developers:
                development.map { coin in
                    input.belief(coin.developerRate, usual: usualOfDevelopers)?.estimate
                        ?? .missing(coin.developerReason)
                }
            case .volume: volumeShrinkage.estimates
            case .search: interestShrinkage.estimates
            case .capAgainstVolume: capAgainstVolume.estimates
            }
        }
    }()

    /// The regression of capitalisation on effort and traded volume.
    lazy var capAgainstVolume = CapAgainstVolume(development, traded, eligible: eligible)

    /// The scores of the `discovery` preset among each other.
    lazy var discovery = extent == .all ? drawnScores : discoveryScores(.all)

    /// The same as far as they were drawn first.
    private(set) lazy var drawnScores = discoveryScores(extent)

    private func discoveryScores(_ extent: DiscoveryScores.Extent) -> DiscoveryScores {
        scores(of: estimates, among: eligible, necessary: [.development], extent)
    }

    /// The ranking of `discovery` if one coin had another rate of development.
    func ranking(with rate: RateRatio, of place: Int) -> [Int] {
        let belief = rate.posterior(usual: usualRatio, units: input.options.activity.priorUnits)
        return discovery.ranking(with: belief.estimate, of: .development, at: place)
    }

    /// Coins without repositories, ranked among themselves by volume and search.
    lazy var withoutRepositories: (ranking: [Int], spreads: [RankSpread?]) = {
        let coins = development.indices.filter { development[$0].lacksOnlyRepositories }
        guard !coins.isEmpty else { return ([], Array(repeating: nil, count: development.count)) }
        let estimates = DiscoverySignal.allCases.map { signal in
            switch signal {
            case .volume: volumeShrinkage(among: coins, volumeTrends(among: coins)).estimates
            case .search: interestShrinkage(among: coins).estimates
            default: Array(repeating: SignalEstimate.missing(.noRepository), count: development.count)
            }
        }
        let scores = scores(of: estimates, among: coins, necessary: [.volume, .search])
        return (scores.ranking, scores.spreads)
    }()

    /// Where the rank of each coin in its own list lies with 80 % probability, by place; nil for those in neither.
    var rankSpreads: [RankSpread?] { zip(discovery.spreads, withoutRepositories.spreads).map { $0 ?? $1 } }

    private func scores(
        of estimates: [[SignalEstimate]],
        among coins: [Int],
        necessary: [DiscoverySignal],
        _ extent: DiscoveryScores.Extent = .all
    ) -> DiscoveryScores {
        let seeds = input.order.map { section.seeds[$0] }
        let weights = weights(of: .discovery)
        return DiscoveryScores(estimates, among: coins, seeds: seeds, weights: weights, necessary: necessary, extent)
    }

    /// The weights that were changed of a preset.
    private func weights(of preset: Preset) -> [String: Double] { preset == self.preset ? input.options.weights : [:] }

    /// The trends of traded volume against that of the market.
    lazy var volumeTrends = volumeTrends(among: eligible)

    private func volumeTrends(among coins: [Int]) -> [Measured] {
        TypicalVolume.trends(traded.map(\.volume), suspect: suspectVolumes(among: coins), eligible: coins)
    }

    /// Why the volume of each coin looks made up, by place; none for most.
    lazy var suspectVolumes = suspectVolumes(among: eligible)

    /// The turnover above which the volume of a coin looks made up.
    lazy var turnoverLimit = turnoverLimit(among: eligible)

    private func turnoverLimit(among coins: [Int]) -> Double {
        SuspectVolumes.limit(coins.map { traded[$0].volume.turnover })
    }

    private func suspectVolumes(among coins: [Int]) -> [[VolumeGround]] {
        let limit = turnoverLimit(among: coins)
        return traded.map { SuspectVolumes.grounds($0.volume, $0.close, limit: limit, ofDigits: $0.volumeGrounds) }
    }

    /// The same drawn towards what is usual, and so for search interest.
    lazy var volumeShrinkage = volumeShrinkage(among: eligible, volumeTrends)
    lazy var interestShrinkage = interestShrinkage(among: eligible)

    /// Whether the search term of each coin may mean something else, by place.
    lazy var ambiguousTerms: [Bool] = {
        guard !section.search.isEmpty else { return Array(repeating: false, count: input.order.count) }
        let words = AmbiguousTerms(section.coins)
        return each(reading: []) { coin in
            coin.search.map { words.isAmbiguous($0.term.term, of: coin.coin.id) } ?? false
        }
    }()

    private func volumeShrinkage(among coins: [Int], _ trends: [Measured]) -> Shrinkage {
        Shrinkage(trends, errors: traded.map(\.volume.trendError), eligible: coins)
    }

    private func interestShrinkage(among coins: [Int]) -> Shrinkage {
        let (momenta, errors) = (searched.map(\.momentum), searched.map(\.error))
        return Shrinkage(momenta, errors: errors, eligible: coins, doubted: ambiguousTerms)
    }

    /// What all coins add up to.
    lazy var totals: MarketTotals = {
        var counted = [Bool](repeating: false, count: input.order.count)
        var volumes = [Double](repeating: .nan, count: input.order.count)
        for (place, row) in input.order.enumerated() {
            counted[row] = development[place].isCounted
            volumes[row] = traded[place].newestVolume
        }
        return MarketTotals(newestOf: section, counting: counted, volumes)
    }()

    /// The number that the preset ranks each coin by, or why it has none.
    lazy var scores: [Measured] =
        switch preset {
        case .classic: classic.scores
        case .activity: development.map { $0.isExcluded ? .missing(.notRanked) : $0.changePercent }
        case .discovery: drawnScores.scores
        }

    /// The share of the preset's weight that rests on data of each coin.
    lazy var coverage: [Double] =
        switch preset {
        case .classic: classic.coverage
        case .activity: development.map { $0.changePercent.isThere ? 1 : 0 }
        case .discovery: discoveryCoverage
        }

    /// C of ranked coins by the signals that count, of the others by those that they have data for.
    private var discoveryCoverage: [Double] {
        let (weights, estimates, trends) = (discovery.weights, estimates, volumeTrends)
        let isSearched = searched.map { $0.momentum.isThere && $0.error.isThere }
        let isTraded = traded.map { $0.volume.trend.isThere && $0.volume.trendError.isThere }
        func has(_ signal: DiscoverySignal, _ coin: Int) -> Bool {
            switch signal {
            case .volume: isTraded[coin] && trends[coin].reason != .suspect
            case .search: isSearched[coin]
            default: estimates[signal.rawValue][coin].mean.isThere
            }
        }
        let whole = sum(weights)
        var coverage = discovery.coverage
        for coin in coverage.indices where !discovery.scores[coin].isThere {
            let there = DiscoverySignal.allCases.filter { has($0, coin) }
            coverage[coin] = sum(there.map { weights[$0.rawValue] }) / whole
        }
        // Work in libraries, interfaces and tools alone says half as much of the coin.
        for coin in coverage.indices where development[coin].isSide {
            let there = [DiscoverySignal.development, .developers].filter { has($0, coin) }
            coverage[coin] -= sum(there.map { weights[$0.rawValue] }) / (2 * whole)
        }
        // 0.7 and twice 0.1 are to be 0.9 in filters.
        return coverage.map(rounded)
    }

    /// The places of the coins that have a score, the highest first, to nine decimals, ties by place.
    lazy var ranking = scores.ranked

    /// The places of all coins in the order of their rows.
    lazy var listing: [Int] = {
        let apart = preset == .discovery ? withoutRepositories.ranking : []
        let ranked = ranking + apart
        let isListed = Set(ranked)
        return ranked + ranks.indices.filter { !isListed.contains($0) }
    }()

    /// Which of the ranked coins stand out.
    lazy var shortList = shortListOfCoins()

    /// Where each ranked coin stands among those that have its first tag.
    lazy var tagPeers = TagPeers(each(reading: []) { $0.tags.first }, scores: scores)

    /// Between which ranks each ranked coin surely is.
    lazy var sureRanks = surelyRankedCoins()

    /// The evidence for buying and selling each coin.
    lazy var calls = callsOfCoins()

    /// What is to be said of coins that owe their rank to one week of one developer, by place.
    lazy var singleWeeks = remarksOnSingleWeeks()

    /// The rank of each coin, 1 for the best; nil for one that is only listed.
    lazy var ranks: [Int?] = {
        var ranks = [Int?](repeating: nil, count: input.order.count)
        for (index, place) in ranking.enumerated() { ranks[place] = index + 1 }
        return ranks
    }()
}

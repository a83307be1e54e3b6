internal import CoinModel
internal import CoinTables

/// Everything that can be measured of one coin at a moment, by the rules of a preset.
///
/// Each measure is worked out when a column first asks for it, and once: a ranking costs what its columns need.
final class CoinMeasures {
    let coin: Coin
    /// Its row in the cross-section.
    let index: Int
    /// Its place among the measured coins.
    let place: Int

    let universe: MeasuredUniverse

    init(_ index: Int, at place: Int, in universe: MeasuredUniverse) {
        coin = universe.section.coins[index]
        self.index = index
        self.place = place
        self.universe = universe
    }

    var price: Measured { Measured(universe.section.price[index], orMissing: .noMarket) }
    var marketCap: Measured { Measured(universe.section.marketCap[index], orMissing: .noMarket) }
    var marketSource: String? { universe.section.marketSource[index] }
    /// What is known of its developers where its repositories are cloned.
    var developers: DeveloperFacts? { universe.section.developerFacts[index] }
    var interestSeries: SearchTerm? { universe.section.interestSeries[index] }
    var interestScale: SearchScale? { universe.section.interestScale[index] }

    /// Distinct developers of R over its repositories; NaN where no input tells them apart.
    var distinctDevelopers: Double { developers.map { Double($0.recentDevelopers) } ?? .nan }
    /// Whether it has a price that is not older than w3.
    var isAlive: Bool { price.value > 0 && isFresh(universe.section.priceTime[index]) }
    /// Its capitalisation, as long as that is not older than w3.
    var freshCapitalisation: Double { isFresh(universe.section.marketCapTime[index]) ? marketCap.value : .nan }

    /// Its median 24-hour volume in w0; NaN where it is not known.
    var newestVolume: Double { universe.section.volumeMedian[index, 0] }

    private func isFresh(_ time: Instant?) -> Bool {
        let oldest = universe.section.asOf.lastCompleteWeek.advanced(by: -3).start
        return time.map { $0 >= Instant(startOf: oldest) } ?? false
    }

    /// Weeks from its earliest known commit or close to the newest complete week, that included; nil when neither is known.
    lazy var ageInWeeks: Int? = {
        let newest = universe.section.asOf.lastCompleteWeek
        let first = [development.weeks.firstActive, universe.section.firstCloseWeek[index]].compactMap { $0 }.min()
        return first.map { max(1, $0.distance(to: newest) + 1) }
    }()

    lazy var development = universe.development(of: index)
    lazy var close = ClosingPrices(
        universe.section.close[row: index],
        highest: universe.section.highestClose[index],
        lowest: universe.section.lowestClose[index]
    )
    /// Its share of the capitalisation of all coins.
    var capShare: Measured { universe.totals.share(of: self) }
    lazy var supply = CoinSupply(universe.section, index)
    /// Coins in circulation, as capitalisation by close, in w0 by those of w51, less 1.
    lazy var supplyGrowth: Measured = {
        let (cap, close) = (universe.section.capitalisation, universe.section.close)
        let supplies = [0, 51].map { cap[index, $0] > 0 ? cap[index, $0] / close[index, $0] : .nan }
        return Measured(supplies[0] / supplies[1] - 1, orMissing: marketSource == nil ? .noMarket : .noSupply)
    }()
    lazy var volume = TradedVolume(universe.section.volumeMean[row: index], universe.fewest)
    lazy var typicalVolume = TypicalVolume(
        universe.section.volumeMedian[row: index],
        capitalisation: universe.section.capitalisation[row: index]
    )
    lazy var interest = SearchInterest(
        universe.section.interest[row: index],
        interestSeries,
        newest: universe.section.asOf.lastCompleteWeek,
        universe.fewest,
        takesPartial: universe.preset == .classic
    )
    lazy var interestTrend = interest.trend
    lazy var interestLevel = interest.level(on: interestScale)

    /// Means of commits over R and Y, by the rule of the preset.
    lazy var commits: (recent: Measured, year: Measured) = {
        guard universe.preset == .classic else { return (development.recentMean, development.yearMean) }
        let covered = universe.coveredCommits(of: index)
        let none: MissingReason = coin.repositories.isEmpty ? .noRepository : .neverObserved
        return (
            covered.mean(Window.recent, least: universe.fewest.recent, orMissing: none),
            covered.mean(Window.year, least: universe.fewest.year, orMissing: none)
        )
    }()
    /// Means of commits over R and Y, those of repositories of several coins shared out.
    lazy var sharedCommits: (recent: Measured, year: Measured) = {
        let shared = development.weeks.sharedCommits(index, universe.section)
        let none: MissingReason = coin.repositories.isEmpty ? .noRepository : .neverObserved
        return (
            shared.mean(Window.recent, least: 1, orMissing: none), shared.mean(Window.year, least: 1, orMissing: none)
        )
    }()
    var developerRatio: Measured { ratio(commits.recent, commits.year) }
    var volumeRatio: Measured { ratio(volume.recent, volume.year) }
    var interestRatio: Measured { ratio(interest.recent, interest.year) }

    /// What is believed of its rate ratio; nil when there is none.
    var belief: RatePosterior? { development.rate.map { RatePosterior($0, priorWeight: universe.priorWeight) } }
    /// The same of its weekly developers.
    var developerBelief: RatePosterior? {
        development.developerRate.map { RatePosterior($0, priorWeight: universe.priorWeight) }
    }
    /// The exact 95 % interval of its rate ratio, without the prior; nil when there is none.
    lazy var exactInterval = development.rate?.exactInterval()
    lazy var state = DeveloperState(development, universe.section.asOf, belief)

    /// Why it is kept out of rankings, as `a stablecoin`.
    var exclusion: String? {
        universe.options.includeDerivatives || !universe.preset.excludesDerivatives ? nil : standIn
    }
    /// Why it stands for another value, as `a stablecoin`, whether that keeps it out or not.
    lazy var standIn = Exclusion.reason(coin)
    /// Why it is not part of the universe that coins are compared within, as `no repository`; nil when it is.
    lazy var ineligibility =
        exclusion
        ?? (isAlive ? nil : marketSource == nil ? "no market data" : "no price in the last four weeks")
        ?? DeveloperState(development, universe.section.asOf, nil).ineligibility(development)
        ?? (development.yearUnits > 0 ? nil : "no \(development.weeks.unitName) in the year")

    // What takes the other coins.
    var discovery: DiscoveryScores { universe.discovery }
    var volumeTrend: Measured { universe.volumeTrends[place] }
    /// Where its rank lies with 80 % probability, or why nothing is said of it.
    var rankSpread: RankSpread? { universe.preset == .discovery ? universe.spreads[place] : nil }

    /// The number that the preset ranks it by, or why it has none.
    var score: Measured { universe.scores[place] }
    /// 1 for the best; nil for a coin that is only listed.
    var rank: Int? { universe.ranks[place] }

    /// The share of the preset's weight that rests on data of the coin.
    var coverage: Double {
        switch universe.preset {
        case .classic: universe.classic.coverage[place]
        case .activity: development.changePercent.isThere ? 1 : 0
        case .discovery: discovery.coverage[place]
        }
    }
}

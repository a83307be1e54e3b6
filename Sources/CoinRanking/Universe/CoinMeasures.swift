internal import CoinModel
internal import CoinTables

/// Everything that can be measured of one coin by itself, by the rules of a preset.
///
/// Each measure is worked out when a column first asks for it, and once: a ranking costs what its columns need.
final class CoinMeasures {
    let coin: Coin
    /// Its row in the cross-section.
    let index: Int
    /// Its place among the measured coins.
    let place: Int

    let input: RankingInput
    private let fewest: MinimumWeeks

    init(at place: Int, of input: RankingInput) {
        index = input.order[place]
        coin = input.section.coins[index]
        fewest = input.preset.fewestWeeks
        self.place = place
        self.input = input
    }

    /// The newest price of the last 28 days, or of `classic` of the 53 weeks.
    var price: Measured { Measured(currentPrice.amount, orMissing: lastPrice.isThere ? .oldPrice : .noPrice) }
    /// The capitalisation beside that price, missing without one for the reason of that; of `classic` the newest of the 53
    /// weeks, whether a price stands beside it or not.
    var marketCap: Measured { Measured(currentCap.amount, orMissing: price.isThere ? .noFreshCap : price.reason) }
    /// When that price was.
    var priceTime: Instant? { currentPrice?.time }
    /// When that capitalisation was.
    var marketCapTime: Instant? { currentCap?.time }
    /// The source of that price where it is of the last 28 days.
    var priceSource: String? { input.section.price[index]?.source }
    /// Which sources have another price of that price's day; nil where none is over 5 % off.
    var priceDispute: PriceDispute? {
        input.section.priceDisputes.isEmpty ? nil : input.section.priceDisputes[index]
    }
    /// How many days (UTC) the price is older than the ranking's moment.
    var priceAge: Int? { priceTime.map { $0.day.distance(to: input.section.asOf.limit.day) } }
    /// The newest price, however old it is.
    var lastPrice: Measured { Measured(input.section.lastPrice[index].amount, orMissing: .noPrice) }
    /// When that was.
    var lastPriceTime: Instant? { input.section.lastPrice[index]?.time }

    private var currentPrice: DatedFigure? {
        let newest = input.section.price[index]
        return newest.amount > 0 ? newest : classic(input.section.lastPrice[index])
    }
    private var currentCap: DatedFigure? {
        let newest = input.section.marketCap[index]
        return input.preset != .classic && newest.amount > 0 ? newest : classic(input.section.lastMarketCap[index])
    }

    /// A last figure where the preset takes it: in `classic`, of the 53 weeks.
    private func classic(_ last: DatedFigure?) -> DatedFigure? {
        let oldest = input.section.asOf.lastCompleteWeek.advanced(by: 1 - CrossSection.weeks)
        return input.preset == .classic ? last.flatMap { $0.time >= Instant(startOf: oldest.start) ? $0 : nil } : nil
    }

    /// How the price changed over a span, by its place in `PriceSpan.allCases`.
    func priceChange(_ place: Int) -> PriceChange? {
        input.section.priceChange(of: index, over: place)
    }
    /// The newest details that are not in a series.
    var sourceFigures: SourceFigures {
        input.section.sourceFigures[index] ?? SourceFigures()
    }
    /// Its tags: those of its list, then those of sources.
    lazy var tags = input.tags(of: index)
    /// The newest price by the source's highest, less 1, in percent.
    var athDistance: Measured {
        guard let ath = sourceFigures.ath else { return .missing(.notSaid) }
        return price.map(orMissing: .notSaid) { 100 * ($0 / ath.value - 1) }
    }
    var marketSource: String? { input.section.marketSource[index] }
    /// What is known of its developers where its repositories are cloned.
    var developers: DeveloperFacts? { input.section.developerFacts[index] }
    /// Which of its repositories have commits with another one whose they are as well, in words.
    var sharing: [String] {
        let repositories = Set(input.section.repositoriesOfCoin[index].map { input.section.repositories[$0] })
        return repositories.sorted { $0.name.key < $1.name.key }.flatMap { repository in
            let mirror = [repository.mirrored].compactMap { $0.map { "mirror of \($0)" } }
            return mirror + mostOf(repository.shared, "shared") + mostOf(repository.twins, "twins")
        }
    }
    /// The two repositories with most of what one has with others, in words.
    private func mostOf(_ counts: [String: Int], _ word: String) -> [String] {
        let most = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return most.prefix(2).map { "\(word) \($0.value) with \($0.key)" }
            + (most.count > 2 ? ["and \(most.count - 2) more"] : [])
    }

    /// What makes its counts less sure, and what its activity rests on, in words.
    var flags: [String] {
        development.weeks.flags.map(\.rawValue) + (development.weeks.isSide ? ["side"] : []) + sharing
    }
    /// What its search interest was read from.
    var search: CoinSearch? { input.section.search[index] }

    /// Distinct developers of R over its repositories; NaN where no input has them apart.
    var distinctDevelopers: Double { developers.map { Double($0.recentDevelopers) } ?? .nan }
    /// Whether it has a price of the last 28 days.
    var isAlive: Bool { input.section.price[index].amount > 0 }
    /// Its capitalisation, if that is of the last 28 days; NaN else.
    var freshCapitalisation: Double { input.section.marketCap[index].amount }

    /// Weeks from its earliest known commit or close to the newest complete week, that included; nil when neither is known.
    lazy var ageInWeeks: Int? = {
        let newest = input.section.asOf.lastCompleteWeek
        let first = [development.weeks.firstActive, input.section.firstCloseWeek[index]].compactMap { $0 }.min()
        return first.map { max(1, $0.distance(to: newest) + 1) }
    }()

    // Its weekly series as the sources have them; 0 is a source's word for an unknown capitalisation.
    var closes: WeeklySeries { WeeklySeries(input.section.close[row: index]) }
    var meanVolumes: WeeklySeries { WeeklySeries(input.section.volumeMean[row: index]) }
    var medianVolumes: WeeklySeries { WeeklySeries(input.section.volumeMedian[row: index]) }
    var capitalisations: WeeklySeries { WeeklySeries(input.section.capitalisation[row: index]) }

    lazy var development = input.development(of: index)
    lazy var close = ClosingPrices(
        closes,
        highest: input.section.highestClose[index],
        lowest: input.section.lowestClose[index]
    )
    /// What of its market figures does not go together.
    var marketDoubts: [String] {
        let times = [priceTime, marketCapTime].compactMap { $0?.milliseconds }
        // Those of two weeks differ as markets move; of a week that is over only its end is known.
        let isOfOneDay = times.count == 2 && abs(times[0] - times[1]) <= Instant.millisecondsPerDay
        return MarketWarnings(
            closes: Array(input.section.close[row: index]),
            capitalisations: Array(input.section.capitalisation[row: index]),
            price: price.value,
            capitalisation: isOfOneDay ? marketCap.value : .nan,
            circulating: supply.circulating.value,
            newest: input.section.asOf.lastCompleteWeek
        ).texts + (priceDispute.map { ["price_disputed: \($0.text)"] } ?? [])
    }
    lazy var supply = CoinSupply(input.section, row: index, price: price, capitalisation: marketCap)
    /// Coins in circulation, as capitalisation by close, in w0 by those of w51, less 1.
    lazy var supplyGrowth: Measured = {
        let (cap, close) = (input.section.capitalisation, input.section.close)
        let supplies = [0, 51].map { cap[index, $0] > 0 ? cap[index, $0] / close[index, $0] : .nan }
        return Measured(supplies[0] / supplies[1] - 1, orMissing: marketSource == nil ? .noMarket : .noSupply)
    }()
    lazy var volume = meanVolumes.means(fewest, orMissing: .noMarket)
    lazy var typicalVolume = TypicalVolume(medianVolumes, capitalisation: capitalisations)
    /// Why its volumes of 28 days look made up.
    var volumeGrounds: [VolumeGround] { input.section.volumeGrounds[index] ?? [] }
    lazy var interest = SearchInterest(
        input.section.interest[row: index],
        search,
        newest: input.section.asOf.lastCompleteWeek,
        fewest,
        isLate: input.preset != .classic
    )
    lazy var interestTrend = interest.trend
    lazy var interestLevel = interest.level(on: search?.scale)

    /// Means of commits over R and Y, by the rule of the preset.
    lazy var commits: (recent: Measured, year: Measured) = {
        guard input.preset == .classic else { return (development.recentMean, development.yearMean) }
        return input.coveredCommits(of: index).means(fewest, input.options.activity.windows, orMissing: uncounted)
    }()
    /// The weeks that they are the means of.
    var commitWeeks: (recent: WeeklySeries, year: WeeklySeries) {
        if input.preset == .classic {
            let covered = input.coveredCommits(of: index)
            return (covered, covered)
        }
        let weeks = development.weeks
        let newest = input.options.plain52 ? input.section.asOf.lastCompleteWeek : nil
        return (weeks.commits, weeks.yearCommits(plainTo: newest))
    }
    /// Means of commits over R and Y, those of repositories of several coins shared out.
    lazy var sharedCommits = sharedWeeks.means(MinimumWeeks(recent: 1, year: 1), orMissing: uncounted)
    var sharedWeeks: WeeklySeries { development.weeks.sharedCommits(index, input.section) }

    /// The most commits of one developer in one of the last 12 weeks, of all or of those by people as the preset counts.
    lazy var largestWeek = BusiestWeek(index, input.section, input.preset == .classic ? nil : development.weeks)

    private var uncounted: MissingReason { coin.repositories.isEmpty ? .noRepository : .neverObserved }

    var developerRatio: Measured { ratio(commits.recent, commits.year) }
    var volumeRatio: Measured { ratio(volume.recent, volume.year) }
    var interestRatio: Measured { ratio(interest.recent, interest.year) }
    /// The metrics of `classic`, in the order of its signals.
    var classicMetrics: [Measured] {
        [developerRatio, volumeRatio, close.momentum, close.volatility, interestRatio]
    }

    /// What is believed of its rate ratio where this one is usual; nil when there is none.
    func belief(_ usual: Double) -> RatePosterior? {
        input.belief(development.rate, usual: usual)
    }
    func state(_ usual: Double) -> DeveloperState { DeveloperState(development, input.section.asOf, belief(usual)) }
    /// Its state but for whether it rises or falls, which only the posterior shows.
    lazy var plainState = DeveloperState(development, input.section.asOf, nil)
    /// The exact 95 % interval of its rate ratio, without the prior; nil when there is none.
    lazy var exactInterval = development.rate?.exactInterval()

    /// Why it is kept out of rankings, as `a stablecoin`.
    var exclusion: String? {
        guard input.preset.excludesDerivatives else { return nil }
        return migration?.words ?? (input.options.includeDerivatives ? nil : derivative?.reason)
    }
    /// What became of it; nil for nearly all.
    var migration: CoinMigration? { input.section.migrations.migration(of: coin.id) }
    /// The coins that it continues, the newest first.
    var predecessors: [Predecessor] { input.section.migrations.predecessors(of: coin.id) }
    /// What other value it stands for, whether that keeps it out or not.
    lazy var derivative = input.derivative(of: index)
    /// Whether nothing but repositories keeps it out of that universe.
    var lacksOnlyRepositories: Bool { exclusion == nil && isAlive && plainState == .none }
    /// Why it is not part of the universe that coins are compared within, as `no repository`; nil when it is.
    lazy var ineligibility =
        exclusion
        ?? (isAlive ? nil : marketSource == nil ? "no market data" : "no price in the last four weeks")
        ?? plainState.ineligibility(development)
        ?? (development.yearUnits > 0 ? nil : "no \(development.weeks.unitName) in the year")
}

internal import CoinModel

/// Everything that is measured of one coin at a moment, by the rules of a preset.
struct CoinMeasures {
    let coin: Coin
    let price: Measured
    let marketCap: Measured
    let development: DeveloperActivity
    let market: MarketActivity
    let interest: SearchInterest
    let interestSeries: SearchTerm?
    let marketSource: String?
    /// Means of commits, by the rule of the preset.
    let developerRecent: Measured
    let developerYear: Measured
    let developerRatio: Measured
    let volumeRatio: Measured
    let interestRatio: Measured
    /// Why it is kept out of rankings, as `a stablecoin`.
    let exclusion: String?
    /// Why it is not part of the universe that coins are compared within, as `no repository`; nil when it is.
    let ineligibility: String?
    /// What of it is missing, as `no market data`.
    let gaps: [String]

    // What takes the other coins, and the rank.
    var belief: Belief?
    var state: DeveloperState
    var classic = ClassicScore()
    var volumeTrend = Measured.missing(.noUniverse)
    var score = Measured.missing(.notRanked)
    var rank: Int?
    var remark: String?

    init(_ index: Int, _ section: CrossSection, _ preset: Preset, _ options: RankingOptions) {
        coin = section.coins[index]
        price = Measured(section.price[index], orMissing: .noMarket)
        marketCap = Measured(section.marketCap[index], orMissing: .noMarket)
        let fewest = preset.fewestWeeks
        development = DeveloperActivity(index, section, plain52: options.plain52)
        market = MarketActivity(index, section, fewest)
        interest = SearchInterest(index, section, fewest, takesPartial: preset == .classic)
        interestSeries = section.interestSeries[index]
        marketSource = section.marketSource[index]
        if preset == .classic {
            let covered = DeveloperWeeks.coveredCommits(index, section)
            let none: MissingReason = development.weeks.listed == 0 ? .noRepository : .neverObserved
            developerRecent = covered.mean(Window.recent, least: fewest.recent, orMissing: none)
            developerYear = covered.mean(Window.year, least: fewest.year, orMissing: none)
        } else {
            developerRecent = development.recentMean
            developerYear = development.yearMean
        }
        developerRatio = ratio(developerRecent, developerYear)
        volumeRatio = ratio(market.volumeRecent, market.volumeYear)
        interestRatio = ratio(interest.recent, interest.year)

        exclusion = options.includeDerivatives || !preset.excludesDerivatives ? nil : Exclusion.reason(coin)
        state = DeveloperState(development, section.asOf, nil)
        ineligibility =
            exclusion
            ?? (market.isAlive ? nil : marketSource == nil ? "no market data" : "no price in the last four weeks")
            ?? state.ineligibility(development.weeks)
            ?? (development.yearUnits > 0 ? nil : "no \(development.weeks.unitName) in the year")

        let weeks = development.weeks
        var gaps: [String] = []
        if weeks.listed == 0 {
            gaps.append("no repository")
        } else if weeks.counted == 0 {
            gaps.append("no input counts its repositories")
        } else if weeks.counted < weeks.listed {
            gaps.append("\(weeks.counted) of \(weeks.listed) repositories counted")
        }
        if marketSource == nil { gaps.append("no market data") }
        if interestSeries == nil { gaps.append("no search interest") }
        self.gaps = gaps
    }

    /// Adds what is believed of its rate ratio, and so its state.
    mutating func believe(priorWeight: Double, _ asOf: AsOf) {
        belief = development.rate.map { Belief($0, priorWeight: priorWeight) }
        state = DeveloperState(development, asOf, belief)
    }

    /// Adds the number that a preset ranks it by, or why it has none, and what there is to say of it.
    mutating func score(by preset: Preset) {
        let obstacle: String?
        switch preset {
        case .classic:
            score = classic.score
            obstacle = "fewer than 3 of the 5 metrics"
        case .activity:
            score = exclusion == nil ? development.changePercent : .missing(.notRanked)
            obstacle = exclusion ?? activityObstacle
        case .discovery:
            score =
                ineligibility == nil ? Measured(belief?.rankKey ?? .nan, orMissing: .notRanked) : .missing(.notRanked)
            obstacle = ineligibility ?? "fewer than 8 observed weeks of the last 12"
        }
        var said = score.isThere ? [] : [obstacle].compactMap { $0 }
        said += gaps.filter { !said.contains($0) }
        remark = said.isEmpty ? nil : said.joined(separator: "; ")
    }

    /// The share of the preset's weight that rests on data of the coin.
    func coverage(_ preset: Preset) -> Double {
        switch preset {
        case .classic: classic.coverage
        case .activity: development.changePercent.isThere ? 1 : 0
        case .discovery: belief == nil ? 0 : 1
        }
    }

    /// Why it has no change of activity, where the gaps do not say it already.
    private var activityObstacle: String? {
        switch development.changePercent.reason {
        case .fewWeeks: "a week of the last 12 was not observed"
        case .zeroBase: "no commit in the year"
        case .noActivity: "no commit known"
        default: nil
        }
    }
}

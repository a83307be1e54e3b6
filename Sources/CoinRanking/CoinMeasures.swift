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
    /// Means of commits: by the rule of the preset.
    let developerRecent: Measured
    let developerYear: Measured
    let developerRatio: Measured
    let volumeRatio: Measured
    let interestRatio: Measured
    let posterior: RateRatio.Posterior?
    let state: DeveloperState
    /// Why it is kept out of rankings, as `a stablecoin`.
    let exclusion: String?

    // Joined once all coins are measured.
    var z: [Double] = []
    var score = Double.nan
    var volumeTrend = Measured.missing(.noMarket)
    var isSuspect = false
    var rank: Int?
    var reason: String?

    init(_ index: Int, _ section: CrossSection, _ preset: Preset, _ options: RankingOptions, priorWeight: Double) {
        coin = section.coins[index]
        price = Measured(section.price[index], orMissing: .noMarket)
        marketCap = Measured(section.marketCap[index], orMissing: .noMarket)
        development = DeveloperActivity(index, section, plain52: options.plain52)
        market = MarketActivity(index, section)
        interest = SearchInterest(index, section, takesPartial: preset == .classic)
        interestSeries = section.interestSeries[index]
        marketSource = section.marketSource[index]
        if preset == .classic {
            let covered = DeveloperWeeks.coveredCommits(index, section)
            developerRecent = covered.mean(Window.recent, least: 8, orMissing: development.missing)
            developerYear = covered.mean(Window.year, least: 26, orMissing: development.missing)
        } else {
            developerRecent = development.recentMean
            developerYear = development.yearMean
        }
        developerRatio = ratio(developerRecent, developerYear)
        volumeRatio = ratio(market.volumeRecent, market.volumeYear)
        interestRatio = ratio(interest.recent, interest.year)
        posterior = development.rate?.posterior(priorWeight: priorWeight)
        state = development.state(section.asOf, posterior)
        exclusion = options.includeDerivatives ? nil : Exclusion.reason(coin)
    }

    /// Why `discovery` does not rank it, or nil when it does.
    var ineligibility: String? {
        if let exclusion { return "is \(exclusion)" }
        if !market.isAlive { return "has no price in the last four weeks" }
        switch state {
        case .none: return "has no repository"
        case .stale:
            return development.weeks.counted == 0
                ? "has repositories that no loaded input counts" : "was last observed over 21 days ago"
        case .young: return "has fewer than 13 observed base weeks"
        case .thin: return "shows fewer than 24 \(development.weeks.unitName) or 2 developers in the year"
        default: break
        }
        return posterior == nil ? "has no activity to compare" : nil
    }

    /// What of the coin is missing, in words; nil when all parts are there.
    var gaps: String? {
        var parts: [String] = []
        if development.weeks.listed == 0 {
            parts.append("no repository")
        } else if development.weeks.counted < development.weeks.listed {
            parts.append("\(development.weeks.counted) of \(development.weeks.listed) repositories counted")
        }
        if marketSource == nil { parts.append("no market data") }
        if interestSeries == nil { parts.append("no search interest") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

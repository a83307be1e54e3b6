internal import CoinModel

/// The figures of a coin's development that are compared over the universe, without the weeks behind them, which take ten
/// times as much memory.
struct DevelopmentFigures: Sendable {
    let rate: RateRatio?
    let rateReason: MissingReason
    let developerRate: RateRatio?
    let developerReason: MissingReason
    let changePercent: Measured
    let recentUnits: Measured
    let hasDeveloperDays: Bool
    let isSide: Bool
    let arePeopleAtMost: Bool
    /// Distinct developers of R; NaN where no input names developers.
    let distinctDevelopers: Double
    let isExcluded: Bool
    /// Whether it counts in what the market adds up to.
    let isCounted: Bool
    let isEligible: Bool
    let lacksOnlyRepositories: Bool
    let largestWeek: BusiestWeek
    /// What makes its rank less sure than it looks, by the names of the flags.
    let flagNames: [String]

    init(_ coin: CoinMeasures) {
        let development = coin.development
        rate = development.rate
        rateReason = development.rateReason
        developerRate = development.developerRate
        developerReason = development.developerReason
        changePercent = development.changePercent
        recentUnits = development.recentUnits
        hasDeveloperDays = development.weeks.hasDeveloperDays
        isSide = development.weeks.isSide
        arePeopleAtMost = development.weeks.arePeopleAtMost
        distinctDevelopers = coin.distinctDevelopers
        isExcluded = coin.exclusion != nil
        isCounted = coin.input.isCounted(coin.index, coin.derivative)
        isEligible = coin.ineligibility == nil
        lacksOnlyRepositories = coin.lacksOnlyRepositories
        largestWeek = coin.largestWeek
        flagNames = coin.flagNames
    }
}

/// The figures of a coin's trade that are compared over the universe.
struct TradeFigures: Sendable {
    let volume: TypicalVolume
    /// The median volume of the newest complete week; NaN where that is missing.
    let newestVolume: Double
    let close: ClosingPrices
    /// Its capitalisation, if that is of the last 28 days; NaN else.
    let capitalisation: Double
    /// Why its volumes of 28 days look made up.
    let volumeGrounds: [VolumeGround]

    init(_ coin: CoinMeasures) {
        volume = coin.typicalVolume
        newestVolume = coin.medianVolumes.values[0]
        close = coin.close
        capitalisation = coin.freshCapitalisation
        volumeGrounds = coin.volumeGrounds
    }
}

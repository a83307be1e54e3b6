internal import CoinModel

/// What a universe asks of the development of a coin by itself.
///
/// Plain numbers, for the weeks that they come from take ten times as much memory.
struct DevelopmentFigures: Sendable {
    let rate: RateRatio?
    let rateReason: MissingReason
    let developerRate: RateRatio?
    let developerReason: MissingReason
    let changePercent: Measured
    let recentUnits: Measured
    let hasDeveloperDays: Bool
    let isSide: Bool
    /// Distinct developers of R; NaN where no input has them apart.
    let distinctDevelopers: Double
    let isExcluded: Bool
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
        distinctDevelopers = coin.distinctDevelopers
        isExcluded = coin.exclusion != nil
        isEligible = coin.ineligibility == nil
        lacksOnlyRepositories = coin.lacksOnlyRepositories
        largestWeek = coin.largestWeek
        flagNames = coin.flagNames
    }
}

/// What a universe asks of how a coin is traded.
struct TradeFigures: Sendable {
    let volume: TypicalVolume
    let close: ClosingPrices
    /// Its capitalisation, if that is of the last 28 days; NaN else.
    let capitalisation: Double
    /// Why its volumes of 28 days look made up.
    let volumeGrounds: [VolumeGround]

    init(_ coin: CoinMeasures) {
        volume = coin.typicalVolume
        close = coin.close
        capitalisation = coin.freshCapitalisation
        volumeGrounds = coin.volumeGrounds
    }
}

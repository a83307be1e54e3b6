internal import CoinModel

/// The trend of traded volume against that of the market: a coin's own, less the eligible universe's median of it.
///
/// A volume that looks made up says nothing, neither of its coin nor to that median: a turnover above the 99th
/// percentile of 100 or more eligible coins, or a flat line.
enum VolumeTrend {
    /// The fewest turnovers whose 99th percentile means something.
    static let leastCoins = 100

    /// Each coin's trend less the median.
    ///
    /// - Parameter universe: the coins.
    /// - Returns: each coin's trend, or why it has none.
    static func relative(_ universe: MeasuredUniverse) -> [Measured] {
        let eligible = universe.eligible
        let all = universe.each { $0.typicalVolume.turnover }
        let turnovers = eligible.map { all[$0] }.filter(\.isThere).map(\.value)
        let outlying = turnovers.count >= leastCoins ? rounded(quantile(turnovers, 0.99)) : .infinity
        let own = universe.each { coin -> Measured in
            let volume = coin.typicalVolume
            let isOutlying = volume.turnover.isThere && rounded(volume.turnover.value) > outlying
            return coin.close.isFlat || volume.isFlat || isOutlying ? .missing(.suspect) : volume.trend
        }
        let typical = median(eligible.map { own[$0] }.filter(\.isThere).map(\.value))
        return own.map { $0.map(orMissing: .noUniverse) { $0 - typical } }
    }
}

internal import CoinModel
internal import CoinTables

/// Whose traded volume looks made up, and why.
///
/// This is the only place that says whose volume is suspect; of the volumes of 28 days the cross-section has the grounds.
///
/// | Ground | Rule |
/// |---|---|
/// | `turnover` | above 1 a day, or above the 99th percentile of 100 or more eligible coins |
/// | `still-price` | turnover above 0.1, and the median of 8 or more |weekly log returns| of R below 0.005 |
/// | `flat` | the newest four weekly closes, or volumes, are all equal |
/// | `round`, `repeated` | over half of the volumes of 28 days have three digits or fewer, or are the same |
enum SuspectVolumes {
    /// The fewest turnovers whose 99th percentile means something.
    static let leastCoins = 100

    /// The turnover, a day, above which no coin is really traded.
    private static let highest = 1.0
    /// The turnover above which a price moves.
    private static let brisk = 0.1
    /// The median |weekly log return| of a price that stands still.
    private static let still = 0.005

    /// The turnover above which that of a coin is a ground, by those of the eligible coins.
    static func limit(_ turnovers: [Measured]) -> Double {
        let known = turnovers.filter(\.isThere).map(\.value)
        return known.count >= leastCoins ? min(rounded(quantile(known, 0.99)), highest) : highest
    }

    /// The grounds of a coin, in the order of the table.
    static func grounds(
        _ volume: TypicalVolume,
        _ close: ClosingPrices,
        limit: Double,
        ofDigits: [VolumeGround]
    ) -> [VolumeGround] {
        func isAbove(_ limit: Double) -> Bool { volume.turnover.isThere && rounded(volume.turnover.value) > limit }
        let isStill = close.stillness.isThere && rounded(close.stillness.value) < still
        let found: [(VolumeGround, Bool)] = [
            (.turnover, isAbove(limit)), (.stillPrice, isStill && isAbove(brisk)),
            (.flat, volume.isFlat || close.isFlat),
        ]
        return found.filter(\.1).map(\.0) + ofDigits
    }
}

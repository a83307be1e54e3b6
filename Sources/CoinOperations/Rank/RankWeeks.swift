internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore

/// The ranks of all coins at the ends of weeks, each computed from all that is known now.
struct RankWeeks {
    /// A coin's ranks with the bands that they may lie in, oldest week first; NaN where it had none.
    private(set) var ranks: [String: (ranks: [Double], bounds: [(low: Double, high: Double)])] = [:]

    /// Ranks so many weeks up to the newest complete one, without bands in a fraction of the time; O(weeks · coins log coins).
    ///
    /// - Throws: an error when a tile is damaged.
    init(
        _ count: Int,
        upTo asOf: AsOf,
        _ preset: Preset,
        _ options: RankingOptions,
        _ panel: Panel,
        hasBands: Bool = true
    ) throws {
        let names = ["rank"] + (hasBands ? ["rank_low", "rank_high"] : [])
        let parts = ColumnDictionary.parts(of: Set(names), quote: panel.quote, preset)
        let none = (
            ranks: [Double](repeating: .nan, count: count),
            bounds: Array(repeating: (low: Double.nan, high: Double.nan), count: count)
        )
        for place in 0..<count {
            let week = asOf.lastCompleteWeek.advanced(by: place + 1 - count)
            let section = try panel.wholeSection(at: .day(week.lastDay), parts, needsRates: false)
            let coins = try rankedCoins(of: section, preset: preset, options: options, withBands: hasBands)
            for coin in coins {
                ranks[coin.id, default: none].ranks[place] = Double(coin.rank)
                if let band = coin.band {
                    ranks[coin.id]?.bounds[place] = (Double(band.lowerBound), Double(band.upperBound))
                }
            }
        }
    }
}

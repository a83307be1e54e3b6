internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
internal import CoinTables

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
        let names = ["coin_id", "rank"] + (hasBands ? ["rank_low", "rank_high"] : [])
        let parts = ColumnDictionary.parts(of: Set(names), quote: panel.quote, preset)
        let none = (
            ranks: [Double](repeating: .nan, count: count),
            bounds: Array(repeating: (low: Double.nan, high: Double.nan), count: count)
        )
        for place in 0..<count {
            let week = asOf.lastCompleteWeek.advanced(by: place + 1 - count)
            let section = try panel.wholeSection(at: .day(week.lastDay), parts, needsRates: false)
            guard !section.coins.isEmpty else { continue }
            let table = try ranking(of: section, preset: preset, options: options, columns: Set(names))
            let places = names.compactMap(table.place)
            for row in table.rows where places.count == names.count {
                let cells = places.map { row[$0] }
                guard let coin = cells[0].text, let rank = cells[1].value else { continue }
                ranks[coin, default: none].ranks[place] = rank
                if hasBands, let low = cells[2].value, let high = cells[3].value {
                    ranks[coin]?.bounds[place] = (low, high)
                }
            }
        }
    }
}

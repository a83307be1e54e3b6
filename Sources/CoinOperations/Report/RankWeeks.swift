internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinTables

/// The ranks of all coins at the ends of weeks, each computed from all that is known now.
struct RankWeeks {
    /// A coin's ranks with the bands that they may lie in, oldest week first; NaN where it had none.
    private(set) var ranks: [String: (ranks: [Double], bounds: [(low: Double, high: Double)])] = [:]

    /// Ranks so many weeks up to the newest complete one; O(weeks · coins log coins).
    ///
    /// - Throws: an error when a tile is damaged.
    init(_ count: Int, upTo asOf: AsOf, _ preset: Preset, _ options: RankingOptions, _ panel: Panel) throws {
        let wanted: Set = ["coin_id", "rank", "rank_low", "rank_high"]
        let parts = ColumnDictionary.parts(of: wanted, quote: panel.quote, preset)
        for place in 0..<count {
            let week = asOf.lastCompleteWeek.advanced(by: place + 1 - count)
            let section = try panel.wholeSection(at: .day(week.lastDay), parts, needsRates: false)
            guard !section.coins.isEmpty else { continue }
            let table = try ranking(of: section, preset: preset, options: options, columns: wanted).table
            let names = table.columns.map(\.name)
            guard let id = names.firstIndex(of: "coin_id"), let rank = names.firstIndex(of: "rank"),
                let low = names.firstIndex(of: "rank_low"), let high = names.firstIndex(of: "rank_high")
            else { continue }
            for row in table.rows {
                guard case .text(let coin) = row[id], case .integer(let value) = row[rank] else { continue }
                let none = (
                    ranks: [Double](repeating: .nan, count: count),
                    bounds: Array(repeating: (Double.nan, Double.nan), count: count)
                )
                var weeks = ranks[coin] ?? none
                weeks.ranks[place] = Double(value)
                if case .integer(let least) = row[low], case .integer(let most) = row[high] {
                    weeks.bounds[place] = (Double(least), Double(most))
                }
                ranks[coin] = weeks
            }
        }
    }
}

public import CoinModel

/// Coins in their order, over all columns.
public struct Ranking: Sendable {
    /// How they were scored.
    public let preset: Preset
    /// The moment up to which facts entered.
    public let asOf: AsOf
    /// A row a coin: the ranked ones by rank, then the listed ones without a rank by id.
    public var table: Table
}

/// Ranks the coins of a cross-section.
///
/// 1. Each coin is measured by itself (`CoinMeasures`), in order of id, so that sums do not depend on the input's order.
/// 2. The prior's weight is chosen (`PriorFit`), and each coin's rate ratio is believed accordingly (`Belief`).
/// 3. What needs the others follows: z-scores (`ClassicScore`), the market's own volume trend (`VolumeTrend`).
/// 4. The preset's score orders the coins that have one: rounded to nine decimals, ties by id in byte order.
/// 5. The rest is listed behind them by id, with the reason.
///
/// O(n log n) in the coins.
///
/// - Parameters:
///   - section: the coins and their weeks.
///   - preset: how to score.
///   - options: what to change of the preset.
/// - Returns: all coins of the cross-section, each once.
/// - Throws: `RankingError` when a weight names no signal of the preset or is no number to weigh with.
public func ranking(
    of section: CrossSection,
    preset: Preset,
    options: RankingOptions = RankingOptions()
) throws(RankingError) -> Ranking {
    try options.check(preset)
    var coins = section.coins.indices
        .sorted { section.coins[$0].id.utf8.lexicographicallyPrecedes(section.coins[$1].id.utf8) }
        .map { CoinMeasures($0, section, preset, options) }
    let eligible = coins.indices.filter { coins[$0].ineligibility == nil }
    let prior =
        options.fitPrior
        ? PriorFit.weight(eligible.compactMap { coins[$0].development.uncorrectedRate }) : RateRatio.priorWeight
    let scores = ClassicScore.scores(coins, weights: options.weights)
    let volumeTrends = VolumeTrend.relative(coins.map(\.market), eligible: eligible)
    for index in coins.indices {
        coins[index].believe(priorWeight: prior, section.asOf)
        coins[index].classic = scores[index]
        coins[index].volumeTrend = volumeTrends[index]
        coins[index].score(by: preset)
    }
    let order = bestFirst(coins.map(\.score))
    for (place, index) in order.enumerated() where coins[index].score.isThere { coins[index].rank = place + 1 }
    let entries = ColumnDictionary.entries(quote: section.quote, preset)
    let table = Table(
        title: preset.title,
        columns: entries.map(\.column),
        rows: order.map { index in
            let coin = coins[index]
            return entries.map { $0.cell(coin) }
        },
        notes: notes(section, preset, ranked: coins.count { $0.rank != nil }, prior)
    )
    return Ranking(preset: preset, asOf: section.asOf, table: table)
}

/// The places of scores from the highest to the lowest to nine decimals, then of the missing ones; ties by place.
private func bestFirst(_ scores: [Measured]) -> [Int] {
    let keys = scores.map { $0.isThere ? rounded($0.value) : -.infinity }
    return scores.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] > keys[$1] }
}

/// What is to be said around the table.
private func notes(_ section: CrossSection, _ preset: Preset, ranked: Int, _ prior: Double) -> [String] {
    let newest = section.asOf.lastCompleteWeek
    let common = [
        "As of \(section.asOf): the last 12 and 52 complete weeks end with the week of \(newest) (Sunday, UTC).",
        "\(ranked) of \(section.coins.count) coins are ranked; the others are listed behind them with the reason.",
    ]
    switch preset {
    case .discovery:
        let weight = Int(exactly: rounded(prior)).map(String.init) ?? String(rounded(prior))
        return common + [
            "Ranked by developer activity alone, the lower quartile of the believed ratio (prior weight \(weight)); "
                + "market and search interest are shown beside it."
        ]
    case .activity: return common + ["Small counts swing widely here: one commit in a quiet year is +333 %."]
    case .classic: return common
    }
}

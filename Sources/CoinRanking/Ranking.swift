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
/// 1. Each coin is measured by itself (`CoinMeasures`).
/// 2. What needs the others follows: z-scores and score (`ClassicScore`), the market's own volume trend.
/// 3. The preset's key orders the coins that have one: rounded to nine decimals, ties by id in byte order.
/// 4. The rest is listed behind them by id, with the reason.
///
/// The order of the coins in the cross-section does not matter. Linear in the coins but for the sorting.
///
/// - Parameters:
///   - section: the coins and their weeks.
///   - preset: how to score.
///   - options: what to change of the preset.
/// - Returns: all coins of the cross-section, each once.
/// - Throws: `RankingError` when a weight names no signal of the preset.
public func ranking(
    of section: CrossSection,
    preset: Preset,
    options: RankingOptions = RankingOptions()
) throws(RankingError) -> Ranking {
    for name in options.weights.keys.sorted() where !preset.signals.contains(name) {
        let known = preset.signals.isEmpty ? "none can be changed" : preset.signals.joined(separator: ", ")
        throw RankingError(description: "`\(name)` is no signal of preset \(preset.rawValue); there are: \(known)")
    }
    var prior = RateRatio.priorWeight
    var coins = measure(section, preset, options, prior)
    if options.fitPrior {
        prior = fittedPriorWeight(coins.filter { $0.ineligibility == nil }.compactMap(\.forFitting))
        coins = measure(section, preset, options, prior)
    }
    addUniverse(&coins, weights: options.weights)
    for index in coins.indices { (coins[index].score, coins[index].reason) = key(of: coins[index], preset) }
    coins.sort { left, right in
        let scores = (left.score, right.score)
        if scores.0.isNaN != scores.1.isNaN { return scores.1.isNaN }
        if !scores.0.isNaN, rounded(scores.0) != rounded(scores.1) { return rounded(scores.0) > rounded(scores.1) }
        return left.coin.id.utf8.lexicographicallyPrecedes(right.coin.id.utf8)
    }
    for index in coins.indices where !coins[index].score.isNaN { coins[index].rank = index + 1 }
    let entries = ColumnDictionary.entries(quote: section.quote, preset)
    let table = Table(
        title: preset.title,
        columns: entries.map(\.column),
        rows: coins.map { coin in entries.map { $0.cell(coin) } },
        notes: notes(section, preset, coins, prior)
    )
    return Ranking(preset: preset, asOf: section.asOf, table: table)
}

private func measure(
    _ section: CrossSection,
    _ preset: Preset,
    _ options: RankingOptions,
    _ prior: Double
) -> [CoinMeasures] {
    let byID = section.coins.indices.sorted {
        section.coins[$0].id.utf8.lexicographicallyPrecedes(section.coins[$1].id.utf8)
    }
    return byID.map { CoinMeasures($0, section, preset, options, priorWeight: prior) }
}

/// Adds what takes all coins to know.
private func addUniverse(_ coins: inout [CoinMeasures], weights: [String: Double]) {
    let (z, scores) = ClassicScore.scores(coins, weights: weights)
    for index in coins.indices {
        coins[index].z = z[index]
        coins[index].score = scores[index]
    }
    let eligible = coins.filter { $0.ineligibility == nil }
    let typical = median(eligible.map(\.market.volumeTrend.value).filter { $0.isFinite })
    let turnovers = eligible.map(\.market.turnover.value).filter { $0.isFinite }
    let outlying = turnovers.count >= 100 ? quantile(turnovers, 0.99) : .infinity
    for index in coins.indices {
        let market = coins[index].market
        coins[index].isSuspect = market.isFlat || market.turnover.value > outlying
        coins[index].volumeTrend =
            coins[index].isSuspect
            ? .missing(.suspect)
            : market.volumeTrend.isThere
                ? Measured(market.volumeTrend.value - (typical.isNaN ? 0 : typical), orMissing: .noMarket)
                : market.volumeTrend
    }
}

/// The number that a preset ranks a coin by, NaN where it is not ranked, and what there is to say about it.
private func key(of coin: CoinMeasures, _ preset: Preset) -> (score: Double, reason: String?) {
    switch preset {
    case .classic: return (coin.score, coin.score.isNaN ? "has fewer than 3 of the 5 metrics" : coin.gaps)
    case .activity:
        let change = coin.development.changePercent
        if let exclusion = coin.exclusion { return (.nan, "is \(exclusion)") }
        return change.isThere ? (change.value, coin.gaps) : (.nan, coin.gaps ?? "has too few observed weeks")
    case .discovery:
        if let reason = coin.ineligibility { return (.nan, reason) }
        return (coin.posterior?.rankKey ?? .nan, coin.gaps)
    }
}

private func notes(
    _ section: CrossSection,
    _ preset: Preset,
    _ coins: [CoinMeasures],
    _ prior: Double
) -> [String] {
    let ranked = coins.count { $0.rank != nil }
    let newest = section.asOf.lastCompleteWeek
    var notes = [
        "As of \(section.asOf): the last 12 and 52 complete weeks end with the week of \(newest) (Sunday, UTC).",
        "\(ranked) of \(coins.count) coins are ranked; the others are listed behind them with the reason.",
    ]
    switch preset {
    case .discovery:
        notes.append(
            "Ranked by developer activity alone: the lower quartile of the believed ratio, prior weight "
                + "\(prior == prior.rounded() ? String(Int(prior)) : String(prior))."
        )
    case .activity: notes.append("Small counts swing widely here: one commit in a quiet year is +333 %.")
    case .classic: break
    }
    return notes
}

extension CoinMeasures {
    /// Its counts with the uncorrected dispersion, as the fit of the prior takes them.
    fileprivate var forFitting: RateRatio? {
        development.rate.map { rate in
            RateRatio(
                recent: rate.recent,
                base: rate.base,
                recentWeeks: rate.recentWeeks,
                baseWeeks: rate.baseWeeks,
                dispersion: max(1, development.rawDispersion)
            )
        }
    }
}

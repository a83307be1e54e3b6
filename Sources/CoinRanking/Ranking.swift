public import CoinModel
public import CoinTables

/// Ranks the coins of a cross-section: a row a coin, each once.
///
/// 1. Each coin is measured by itself (`CoinMeasures`), on all cores and in order of id, so that sums do not depend on
///    the order of the input.
/// 2. What needs the others follows (`MeasuredUniverse`): what is usual, shrinkage, regressions, z-scores, the market's
///    own volume trend.
/// 3. The preset's score orders the coins that have one: rounded to nine decimals, ties by id in byte order.
/// 4. The rest is listed behind them with the reason: under `discovery` first coins without repositories by their own
///    ranks, then the others by id.
///
/// Of all this only what the score and the wanted columns take is worked out. O(n log n) in the coins. With `top` the table
/// has so many rows at most, and further coins are measured for their scores alone; where it is to be summarised, what is
/// left out is in its summary.
///
/// - Throws: `RequestError` when a weight names no signal of the preset or is not a number to weigh with.
public func ranking(
    of section: CrossSection,
    preset: Preset,
    options: RankingOptions = RankingOptions(),
    columns wanted: Set<String>? = nil,
    top: Int = .max,
    isSummarised: Bool = false
) throws(RequestError) -> Table {
    try options.check(preset)
    let universe = MeasuredUniverse(section, preset, options)
    var table = ranking(of: universe, columns: wanted, top: top)
    if isSummarised, top < section.coins.count { table.summary = summary(universe) }
    return table
}

/// The summary of all coins: of those with a rank it takes no weeks, which are read of the others alone.
private func summary(_ universe: MeasuredUniverse) -> RankingSummary {
    let (section, ranks) = (universe.section, universe.ranks)
    let entries = ColumnDictionary.entries(quote: section.shownQuote, universe.preset, RankingSummary.columns)
    let cells = Dictionary(firstOf: entries.map { ($0.column.name, $0.cell(universe)) })
    @Sendable func row(_ coin: CoinMeasures) -> RankingSummary.Row { RankingSummary.Row { cells[$0]?(coin) } }
    let ranked = universe.each(reading: []) { coin in ranks[coin.place] == nil ? nil : row(coin) }
    let others = universe.each(of: universe.listing.filter { ranks[$0] == nil }, row)
    return RankingSummary(ranked.compactMap(\.self) + others, asOf: section.asOf)
}

/// The same of coins that are measured already, perhaps for other columns too.
func ranking(of universe: MeasuredUniverse, columns wanted: Set<String>? = nil, top: Int = .max) -> Table {
    let (section, preset) = (universe.section, universe.preset)
    let entries = ColumnDictionary.entries(quote: section.shownQuote, preset, wanted)
    let cells = entries.map { $0.cell(universe) }
    var table = Table(
        title: preset.title,
        columns: entries.map(\.column),
        rows: universe.each(of: Array(universe.listing.prefix(top))) { coin in cells.map { $0(coin) } },
        notes: notes(universe, ranked: universe.ranking.count)
    )
    table.lead = universe.shortList.sentence
    return table
}

/// What is to be said around the table.
private func notes(_ universe: MeasuredUniverse, ranked: Int) -> [String] {
    let section = universe.section
    let newest = section.asOf.lastCompleteWeek
    let common =
        [
            "As of \(section.asOf): the last 12 and 52 complete weeks end with the week of \(newest) (Sunday, UTC).",
            "\(ranked) of \(section.coins.count) coins are ranked; the others are listed last, with the reason.",
        ] + [section.currencyNote, universe.callNote].compactMap { $0 }
    switch universe.preset {
    case .discovery:
        return [limitsNote(universe)].compactMap { $0 } + common
            + [
                weightsNote(universe), capNote(universe.capAgainstVolume), universe.totals.note(section),
                boundNote(universe),
            ].compactMap { $0 }
    case .activity:
        return common + ["Small counts swing widely here: one commit in a quiet year is +333 %."]
            + [boundNote(universe)].compactMap { $0 }
    case .classic: return common + [universe.singleWeeksNote].compactMap { $0 }
    }
}

/// Of how many coins the commits by people are upper bounds; nil where of none.
private func boundNote(_ universe: MeasuredUniverse) -> String? {
    let count = universe.development.count(where: \.arePeopleAtMost)
    guard count > 0 else { return nil }
    return
        "Commits by people of \(counted(count, "coin")) are upper bounds: their sources do not say which merges are by bots or agents."
}

/// What the score of `discovery` is made of.
private func weightsNote(_ universe: MeasuredUniverse) -> String {
    let weights = zip(DiscoverySignal.allCases, universe.discovery.weights).map { "\($0.name) \($1)" }
    let usual = (universe.usualRatio * 1000).rounded() / 1000
    return "Score: expected normal scores of \(weights.joined(separator: ", ")); usual ratio of development \(usual). "
        + "Development compares units_recent with units_base, developer-days where all repositories have them, else "
        + "commits by people: commits may fall (dev12) while people work on more days. rank_low to rank_high contains 80 % of the ranks that the errors of the signals allow."
}

/// What the regression of capitalisation rests on.
private func capNote(_ fit: CapAgainstVolume) -> String {
    let name = DiscoverySignal.capAgainstVolume.name
    guard fit.count > 0 else {
        return "\(name): fewer than \(CapAgainstVolume.leastCoins) eligible coins have a capitalisation, a volume and "
            + "developer-days, so there is none."
    }
    guard fit.explained.isFinite else {
        return "\(name): the \(fit.count) peers have the same capitalisation, so there is none."
    }
    func sign(_ column: Int) -> String {
        let coefficient = fit.coefficients[column]
        return coefficient == 0 ? "0" : coefficient < 0 ? "−" : "+"
    }
    func text(_ share: Double) -> String { share.isFinite ? "\((1000 * share).rounded() / 1000)" : "unknown" }
    let developers = fit.lacksDevelopers ? "developers left out, for no input has them" : "developers \(sign(2))"
    return "\(name): the capitalisations of \(fit.count) peers on their effort and traded volume, weighted R² "
        + "\(text(fit.explained)); signs: developer-days \(sign(1)), \(developers), volume \(sign(3)); partial R² of "
        + "effort \(text(fit.effort)). It follows volume: it is not a fair value, and low is not cheap for its effort."
}

/// Which coins the short list is confined to; nil for any.
private func limitsNote(_ universe: MeasuredUniverse) -> String? {
    let (options, money) = (universe.input.options, universe.section.shownQuote.uppercased())
    let limits = [options.capFrom.map { "from \($0)" }, options.capTo.map { "to \($0)" }].compactMap { $0 }
    guard !limits.isEmpty else { return nil }
    return "Only coins with a market capitalisation \(limits.joined(separator: " ")) \(money) can stand out."
}

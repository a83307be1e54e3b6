public import CoinModel
public import CoinTables

/// What a ranking says of each coin at the end of one week, as far as evidence is drawn from it.
///
/// All arrays are by coin in the byte order of their ids; NaN is missing.
public struct ScoredWeek: Sendable {
    /// The newest complete week that the ranking rests on.
    public let week: Week
    /// The coins of that week, by id.
    public let ids: [String]
    /// Whether the coin has a rank: the universe within which signals are judged.
    public let isRanked: [Bool]
    /// The values of each signal that was asked for, then the scores of each variation, missing for coins without a rank.
    public let signals: [[Double]]
    /// Market capitalisation that is not older than four weeks.
    public let capitalisation: [Double]
    /// ln(P(w0) / P(w12)).
    public let momentum: [Double]
    /// Median of the weekly median volumes over 12 weeks, as stored.
    public let volume: [Double]
    /// The ranking with the columns that were asked for; nil where none was.
    public let table: Table?

    /// ln of a coin's capitalisation; NaN where that is missing or 0.
    public func size(_ coin: Int) -> Double { capitalisation[coin] > 0 ? ln(capitalisation[coin]) : .nan }
}

/// Ranks the coins of a cross-section and takes out what evidence is drawn from.
///
/// The scores are those of `ranking(of:preset:options:)`, worked out by the same code, from the parts that `evidenceParts` names; a
/// variation may read the cross-section of a year before. O(n log n) in the coins.
///
/// - Throws: `RequestError` when a weight names no signal of the preset.
public func scoredWeek(
    of section: CrossSection,
    preset: Preset,
    options: RankingOptions,
    signals: [String],
    variations: [RankingVariation] = [],
    earlier: CrossSection? = nil,
    showing columns: Set<String>? = nil
) throws(RequestError) -> ScoredWeek {
    try options.check(preset)
    let entries = signals.flatMap { ColumnDictionary.entries(quote: section.shownQuote, preset, [$0]) }
    // What only ranks of today are drawn for may be among the columns.
    let universe = MeasuredUniverse(section, preset, options, drawing: columns == nil ? .scores : .all)
    let isRanked = universe.scores.map(\.isThere)
    let varied = variations.map { variation in
        let varied = MeasuredUniverse(section, preset, variation.options, earlier: earlier, drawing: .scores)
        return zip(varied.scores, isRanked).map { $1 && $0.isThere ? $0.value : .nan }
    }
    return ScoredWeek(
        week: section.asOf.lastCompleteWeek,
        ids: universe.each { $0.coin.id },
        isRanked: isRanked,
        signals: entries.map { entry in
            let cell = entry.cell(universe)
            return zip(universe.each { cell($0).value ?? .nan }, isRanked).map { $1 ? $0 : .nan }
        } + varied,
        capitalisation: universe.traded.map(\.capitalisation),
        momentum: universe.traded.map(\.close.momentum.value),
        volume: universe.traded.map(\.volume.median),
        table: columns.map { ranking(of: universe, columns: $0) }
    )
}

/// The parts of a cross-section that `scoredWeek` reads.
public func evidenceParts(of signals: [String], quote: String, _ preset: Preset) -> SectionParts {
    ColumnDictionary.parts(of: Set(signals).union(["momentum12"]), quote: quote, preset)
        .union([.newest, .close, .capitalisation, .volumeMedian])
}

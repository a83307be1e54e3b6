public import CoinModel

/// A coin with its rank, and between which ranks it lies with 80 % probability.
public struct RankedCoin: Sendable {
    /// Its id.
    public let id: String
    /// Its rank, 1 for the best.
    public let rank: Int
    /// The band; nil where none was asked for, and under presets that have none.
    public let band: ClosedRange<Int>?
}

/// The coins that `ranking(of:preset:options:)` ranks, best first, at a fraction of its time.
///
/// Nothing else of them is worked out, and bands only where they are asked for. O(n log n) in the coins.
///
/// - Throws: `RequestError` when a weight names no signal of the preset or is not a number to weigh with.
public func rankedCoins(
    of section: CrossSection,
    preset: Preset,
    options: RankingOptions,
    withBands hasBands: Bool = false
) throws(RequestError) -> [RankedCoin] {
    try options.check(preset)
    let universe = MeasuredUniverse(section, preset, options, drawing: hasBands ? .ranks : .scores)
    let spreads = hasBands && preset == .discovery ? universe.drawnScores.spreads : []
    return universe.ranking.enumerated().map { index, place in
        let id = section.coins[universe.input.order[place]].id
        return RankedCoin(id: id, rank: index + 1, band: spreads.isEmpty ? nil : spreads[place]?.range)
    }
}

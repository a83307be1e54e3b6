public import CoinModel

/// A coin that waits for a call: what is known of it today.
public struct CallCandidate: Sendable {
    let id: String
    let symbol: String
    let name: String
    /// 1 for the best; nil where it is only listed.
    let rank: Int?
    /// What it is ranked by; NaN without a rank.
    let score: Double
    /// The share of the preset's weight that rests on data.
    let coverage: Double
    let state: DeveloperState
    /// The median volume of the last 12 weeks, as stored; NaN where unknown.
    let volume: Double
    /// Whether its volume looks made up.
    let isSuspect: Bool
    /// Whether the newest complete week has a price of it.
    let isFresh: Bool

    /// The least median volume of a coin that one can buy and sell.
    static let leastVolume = 100_000.0
    static let leastCoverage = 0.9
    /// The states in which a coin may be bought; it may be sold in any.
    static let bought: Set<DeveloperState> = [.rising, .steady, .revived]

    /// Why it may neither be bought nor sold, whatever its score; nil where it may.
    var obstacle: Call.Reason? {
        if rounded(coverage) < CallCandidate.leastCoverage { return .coverage }
        if isSuspect || !(volume >= CallCandidate.leastVolume) { return .illiquid }
        return isFresh ? nil : .notFresh
    }
}

/// What is known of the coins of a cross-section that wait for a call.
///
/// Scores and ranks are those of `ranking(of:preset:options:)`, worked out by the same code. O(n log n) in the coins.
///
/// - Parameters:
///   - section: the coins and their weeks, with the parts that `callParts` names.
///   - preset: how to score.
///   - options: what to change of the preset.
/// - Returns: a candidate of each coin, in byte order of their ids.
/// - Throws: `RankingError` when a weight names no signal of the preset.
public func callCandidates(
    of section: CrossSection,
    preset: Preset,
    options: RankingOptions
) throws(RankingError) -> [CallCandidate] {
    try options.check(preset)
    let universe = MeasuredUniverse(section, preset, options)
    let (usual, ranks, scores, coverage) = (universe.usualRatio, universe.ranks, universe.scores, universe.coverage)
    let isSuspect = universe.volumeTrends.map { $0.reason == .suspect }
    return universe.each { coin in
        CallCandidate(
            id: coin.coin.id,
            symbol: coin.coin.symbol,
            name: coin.coin.name,
            rank: ranks[coin.place],
            score: scores[coin.place].isThere ? scores[coin.place].value : .nan,
            coverage: coverage[coin.place],
            state: coin.state(usual),
            volume: coin.typicalVolume.median,
            isSuspect: isSuspect[coin.place],
            isFresh: section.close[coin.index, 0] > 0
        )
    }
}

/// The parts of a cross-section that `callCandidates` reads.
public func callParts(_ preset: Preset) -> SectionParts {
    preset.scoreParts.union(.discovery).union(.standing).union([.close, .volumeMedian])
}

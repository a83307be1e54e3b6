internal import CoinModel
internal import CoinTables

// Where a coin stands, how surely, and how much of that rests on data.
extension Derivation {
    static func standing(_ name: String, _ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation? {
        switch name {
        case "rank":
            Derivation(
                "1 + better",
                ["score", "reason"],
                [
                    Explanation.Input(
                        "better",
                        count: coin.rank.map { $0 - 1 },
                        "coins",
                        "How many coins have a higher score to nine decimals, or the same and an earlier id.",
                        orMissing: .notRanked
                    )
                ]
            )
        case "rank_low":
            interval("min(floor(tenth), rank)", "tenth", "10 %", coin.rankSpread?.low, universe, coin)
        case "rank_high":
            interval("max(ceiling(ninth), rank)", "ninth", "90 %", coin.rankSpread?.high, universe, coin)
        case "score_pct":
            Derivation(
                "100 · cumulative(total / sigma)",
                DiscoverySignal.allCases.map(\.contributionColumn),
                [
                    Explanation.Input(
                        "total",
                        universe.discovery.scores[coin.place].value,
                        "",
                        "Sum of its contributions.",
                        orMissing: .notRanked
                    ),
                    Explanation.Input(
                        "sigma",
                        universe.discovery.sigma,
                        "",
                        "Root of the mean square of the ranked coins' scores in `discovery`."
                    ),
                ]
            )
        case "coverage": coverage(universe, coin)
        default: nil
        }
    }

    private static func interval(
        _ formula: String,
        _ quantile: String,
        _ percent: String,
        _ value: Double?,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        let seeds = universe.section.seeds
        let draws = RankIntervals.draws(coins: universe.eligible.count)
        return Derivation(
            formula,
            ["rank"] + DiscoverySignal.allCases.flatMap { [$0.meanColumn, $0.errorColumn] },
            [
                Explanation.Input(
                    quantile,
                    value ?? .nan,
                    "",
                    "\(percent) quantile of its ranks when each mean moves by its error times a normal number, and the "
                        + "logarithm of each weight by \(RankIntervals.weightSpread) times one.",
                    orMissing: .noInterval
                ),
                Explanation.Input("draws", count: draws, "draws", "How often all coins were ranked anew."),
                Explanation.Input(
                    name: "seed",
                    value: seeds.isEmpty ? .missing(.noInterval) : .text(String(seeds[coin.index], radix: 16)),
                    unit: "",
                    meaning: "What its random numbers follow from: the first 8 bytes of the SHA-256 of its id."
                ),
            ]
        )
    }

    /// How much of the weight rests on data.
    private static func coverage(_ universe: MeasuredUniverse, _ coin: CoinMeasures) -> Derivation {
        let contributions = universe.contributions(to: coin)
        func weight(_ signals: [Contribution]) -> Double { signals.reduce(0) { $0 + abs($1.weight) } }
        return Derivation(
            "known / all",
            universe.preset == .discovery ? DiscoverySignal.allCases.map(\.scoreColumn) : contributions.map(\.signal),
            [
                Explanation.Input(
                    "known",
                    weight(contributions.filter(\.isThere)),
                    "",
                    "Weight of the signals that it has."
                ),
                Explanation.Input("all", weight(contributions), "", "Weight of all signals."),
            ]
        )
    }
}

internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// Which coins stand out, and between which ranks each surely is.
    static func shortList() -> [ColumnEntry] {
        [
            ofRanked(Column("p_top10", "P(top)", .number, display: .fixed(2), meaning: "")) { universe in
                let standings = universe.shortList.standings
                return { standings[$0.place].map { .number($0.top, orMissing: .notRanked) } }
            }
            .means(
                "Share of the draws in which it is among the best min(10, ⌊N/5⌋) of the N coins that `discovery` ranks: "
                    + "the best ten from 50 coins on."
            )
            .derived { universe, coin in
                let standing = universe.shortList.standings[coin.place]
                let draws = standing.map { _ in universe.discovery.draws }
                let within = standing.map { Int(($0.top * Double(draws ?? 0)).rounded()) }
                let none = universe.noStanding
                let meaning = "In how many of them it is among the best \(standing?.size ?? 0)."
                let inputs = [
                    Input("within", count: within, unit: "draws", orMissing: none, meaning),
                    Input("draws", count: draws, unit: "draws", orMissing: none, DiscoverySignal.ofDraws),
                ]
                return Derivation("within / draws", DiscoverySignal.estimateColumns, inputs)
            },
            ofRanked(Column("worth_a_look", "Stands out", .text, meaning: "")) { universe in
                let standings = universe.shortList.standings
                return { standings[$0.place].map { .text($0.isWorthALook ? "yes" : "no") } }
            }
            .means(
                "`yes` where p_up is 0.8 or more, p_top10 0.5 or more, and none of these flags doubts it: "
                    + ShortList.disqualifying.sorted().joined(separator: ", ") + "; else `no`."
            )
            .formula(nil, ["p_up", "p_top10", "flags"]),
            sureRank("rank_sure_low", "Rank surely from", \.lowerBound)
                .means("Best rank that the rate ratio leaves it when all coins' 90 % rank sets hold at once.")
                .derived { surely("1 + above", "above", "better", { $0.lowerBound - 1 }, $0, $1) },
            sureRank("rank_sure_high", "Rank surely to", \.upperBound)
                .means("Worst rank that the rate ratio leaves it when all coins' 90 % rank sets hold at once.")
                .derived { universe, coin in
                    let ranked = universe.ranking.count
                    return surely("ranked − below", "below", "worse", { ranked - $0.upperBound }, universe, coin)
                },
        ]
    }

    /// A column that only coins with a rank by `discovery` have.
    private static func ofRanked(
        _ column: Column,
        orMissing further: [MissingReason] = [],
        _ value: @escaping ColumnEntry.Compared<Cell?>
    ) -> ColumnEntry {
        ColumnEntry(column: column, reasons: [.notRanked, .noInterval] + further, parts: .discovery) { universe in
            let value = value(universe)
            let isMany = further.contains(.manyCoins) && universe.ranking.count > SureRanks.mostCoins
            let none = isMany && universe.preset == .discovery ? .manyCoins : universe.noStanding
            return { value($0) ?? .missing(none) }
        }
    }

    private static func sureRank(_ name: String, _ title: String, _ end: @escaping RankEnd) -> ColumnEntry {
        ofRanked(Column(name, title, .integer, meaning: ""), orMissing: [.manyCoins]) { universe in
            let ranges = universe.sureRanks
            return { ranges[$0.place].map { .integer(end($0)) } }
        }
    }

    private static func surely(
        _ formula: String,
        _ name: String,
        _ side: String,
        _ count: (ClosedRange<Int>) -> Int,
        _ universe: MeasuredUniverse,
        _ coin: CoinMeasures
    ) -> Derivation {
        let meaning = "How many ranked coins are surely \(side), all at once with 90 % confidence."
        let range = universe.sureRanks[coin.place]
        let inputs = [
            Input(name, count: range.map(count), unit: "coins", orMissing: universe.noStanding, meaning),
            Input("ranked", count: universe.ranking.count, unit: "coins", "How many coins are ranked."),
        ]
        let columns = ["units_recent", "weeks_recent", "units_base", "weeks_base", "phi"]
        return Derivation(formula, columns, inputs, over: units(coin))
    }
}

extension MeasuredUniverse {
    /// Why a coin without a standing has none.
    fileprivate var noStanding: MissingReason { preset == .discovery ? .notRanked : .noInterval }
}

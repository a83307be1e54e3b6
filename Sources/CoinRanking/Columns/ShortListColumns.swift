internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// Which coins stand out, and between which ranks each surely is.
    static func shortList() -> [ColumnEntry] {
        [
            ofRanked(Column("p_top10", "P(top)", .number, display: .fixed(2), meaning: ""), \.shortList.standings) {
                .number($0.top, orMissing: .notRanked)
            }
            .means(
                "Share of the draws in which it is among the best min(10, ⌊N/5⌋) of the N coins that `discovery` ranks: "
                    + "the best ten from 50 coins on."
            )
            .formula("within / draws", DiscoverySignal.estimateColumns) { universe, coin in
                let standing = universe.shortList.standings[coin.place]
                let draws = standing.map { _ in universe.discovery.draws }
                let within = standing.map { Int(($0.top * Double(draws ?? 0)).rounded()) }
                let none = universe.noStanding
                let meaning = "In how many of them it is among the best \(standing?.size ?? 0)."
                return [
                    Input("within", count: within, unit: "draws", orMissing: none, meaning),
                    Input("draws", count: draws, unit: "draws", orMissing: none, DiscoverySignal.ofDraws),
                ]
            },
            ofRanked(Column("worth_a_look", "Stands out", .text, meaning: ""), \.shortList.standings) {
                .text($0.isWorthALook ? "yes" : "no")
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
    private static func ofRanked<Value: Sendable>(
        _ column: Column,
        orMissing further: [MissingReason] = [],
        _ values: @escaping ColumnEntry.Shared<[Value?]>,
        _ cell: @escaping @Sendable (Value) -> Cell
    ) -> ColumnEntry {
        @Sendable func shared(_ universe: MeasuredUniverse) -> (values: [Value?], none: MissingReason) {
            let isMany = further.contains(.manyCoins) && universe.ranking.count > SureRanks.mostCoins
            let none = isMany && universe.preset == .discovery ? .manyCoins : universe.noStanding
            return (values(universe), none)
        }
        return ColumnEntry(column, [.notRanked, .noInterval] + further, .discovery, of: shared) {
            $0.values[$1.place].map(cell) ?? .missing($0.none)
        }
    }

    private static func sureRank(_ name: String, _ title: String, _ end: @escaping RankEnd) -> ColumnEntry {
        ofRanked(Column(name, title, .integer, meaning: ""), orMissing: [.manyCoins], \.sureRanks) { .integer(end($0)) }
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

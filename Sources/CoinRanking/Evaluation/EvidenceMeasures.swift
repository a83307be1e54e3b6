internal import CoinModel
internal import CoinTables

extension Evaluation {
    /// A number of a piece of evidence, with its column.
    struct Measure {
        let column: Column
        var reason = MissingReason.tooFew
        let value: (_ evidence: SignalEvidence, _ adjusted: Double) -> Double

        func cell(_ evidence: SignalEvidence, _ adjusted: Double) -> Cell {
            let value = value(evidence, adjusted)
            guard column.type == .integer else { return .number(value, orMissing: reason) }
            return value.isNaN ? .missing(reason) : .integer(Int(value))
        }
    }

    /// The measures of each row, in order; `trials` are all that p is adjusted for.
    static func measures(trials: Int) -> [Measure] {
        func number(
            _ name: String,
            _ title: String,
            _ display: Column.Display,
            unit: String = "",
            _ meaning: String,
            _ value: @escaping (SignalEvidence) -> Double
        ) -> Measure {
            let column = Column(name, title, .number, unit: unit, display: display, meaning: meaning)
            return Measure(column: column) { evidence, _ in value(evidence) }
        }
        func count(_ name: String, _ title: String, _ meaning: String, _ value: @escaping (SignalEvidence) -> Double)
            -> Measure
        {
            Measure(column: Column(name, title, .integer, meaning: meaning)) { evidence, _ in value(evidence) }
        }
        func ic(_ name: String, _ title: String, _ meaning: String, _ value: @escaping (SignalEvidence) -> Double)
            -> Measure
        { number(name, title, .signed(3), meaning, value) }
        func average(_ values: [Double]) -> Double { mean(values.filter { !$0.isNaN }) }
        let adjusted = Column(
            "q",
            "q",
            .number,
            display: .fixed(3),
            meaning: "p adjusted for all \(trials) trials that were made on this store, by Benjamini and Hochberg."
        )
        return [
            count("periods", "Periods", "Periods that do not overlap.") { Double($0.ic.periods) },
            count("weeks", "Weeks", "Weeks with a rank IC.") { Double($0.ic.weeks) },
            number("coins", "Coins", .fixed(1), "Mean number of coins of these weeks.") { $0.coins },
            ic("ic", "Rank IC", "Mean over the phases of Spearman's correlation of signal and outcome.") { $0.ic.mean },
            ic("ic_low", "from", "Lower end of its 90 % interval by phases.") { $0.ic.interval.low },
            ic("ic_high", "to", "Upper end of it.") { $0.ic.interval.high },
            number("ic_error", "Error", .fixed(4), "Its standard error by phases.") { $0.ic.error },
            number("t", "t", .signed(2), "ic / ic_error.") { $0.ic.t },
            number("p", "p", .fixed(3), "Permutation of coins' whole histories: 999 draws.") { $0.p },
            Measure(column: adjusted, reason: .notCounted) { $1 },
            number("icir", "ICIR", .signed(2), "Mean weekly rank IC by their deviation.") { $0.informationRatio },
            number("positive_share", "Above 0", .fixed(2), "Share of weeks with a rank IC above 0.") {
                $0.positiveShare
            },
            number(
                "t_newey_west",
                "t, overlapping",
                .signed(2),
                "By Newey and West; anti-conservative, for comparison only."
            ) { $0.neweyWest.t },
            ic("ic_partial", "Partial IC", "Rank IC beyond size, momentum and turnover.") { $0.partial.mean },
            number("autocorrelation", "Kept", .fixed(3), "Rank correlation of the signal with itself a week before.") {
                $0.autocorrelation
            },
            ic("ic_first_half", "First half", "Rank IC of the first half of the weeks.") {
                $0.subperiods.firstHalf.mean
            },
            ic("ic_second_half", "Second half", "Rank IC of the second half.") { $0.subperiods.secondHalf.mean },
            ic("ic_bull", "Rising", "Rank IC of weeks after which the median coin rose.") { $0.subperiods.bull.mean },
            ic("ic_bear", "Falling", "Rank IC of the other weeks.") { $0.subperiods.bear.mean },
            ic("ic_least", "Least", "The least rank IC without one coin.") { $0.withoutOne.least?.mean ?? .nan },
            ic("ic_greatest", "Greatest", "The greatest rank IC without one coin.") {
                $0.withoutOne.greatest?.mean ?? .nan
            },
            number("excess", "Over median", .signed(3), "Mean return of the best fifth over the universe's median.") {
                average($0.fifths.excess)
            },
            number("over_bitcoin", "Over Bitcoin", .signed(3), "Mean return of the best fifth over Bitcoin's.") {
                average($0.fifths.overBitcoin)
            },
            number("spread", "Spread", .signed(4), unit: "a week", "Best less worst fifth, before costs.") {
                average($0.fifths.grossSpread)
            },
            number("spread_net", "Net", .signed(4), unit: "a week", "The same less the costs of both.") {
                average($0.fifths.netSpread)
            },
            number("turnover", "Turnover", .fixed(3), unit: "a week", "Σ |W − W before| of both fifths.") {
                average($0.fifths.turnover)
            },
            number("break_even", "Break even", .fixed(4), "Cost of a trade at which the spread earns nothing.") {
                $0.fifths.breakEvenCost
            },
            number("drawdown", "Drawdown", .signed(3), "Greatest fall of the net spread from a height before it.") {
                Fifths.drawdown($0.fifths.netSpread)
            },
        ]
    }
}

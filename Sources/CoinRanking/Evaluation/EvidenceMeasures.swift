internal import CoinModel
internal import CoinTables

/// A piece of evidence beside all trials that were made.
struct TriedEvidence {
    let evidence: SignalEvidence
    /// Its p adjusted for all trials; NaN where it is none of them.
    let adjusted: Double
    let trials: TriedSignals
}

/// What was ever tried on the same data.
public struct TriedSignals: Sendable {
    /// How many signals, over horizons and weeks.
    public let count: Int
    /// The weekly Sharpe ratios of those that have one.
    public let sharpes: [Double]

    /// So many trials with these ratios.
    public init(count: Int, sharpes: [Double]) {
        self.count = count
        self.sharpes = sharpes
    }
}

extension TriedEvidence {
    /// What is told of each piece of evidence, in order; `trials` are all that p is adjusted for.
    static func measures(trials: Int) -> [Measure<TriedEvidence>] {
        names + decisive(trials: trials) + shown + earned
    }

    private static var names: [Measure<TriedEvidence>] {
        [
            .text("signal", "Signal", "The column that is judged; `score` is what the preset ranks by.") {
                $0.evidence.signal
            },
            .count("horizon", "Weeks held", unit: "weeks", "Weeks between buying and selling.") { $0.evidence.horizon },
            .text(
                "ending",
                "Without a price",
                "What coins have returned that have no price any more: `loss` is −100 % where there is evidence that they died, else "
                    + "and in `last price` always the return to their last price."
            ) { $0.evidence.ending.rawValue },
            .text(
                "verdict",
                "Verdict",
                "NO CALL with fewer than 30 periods that do not overlap, else whether the 90 % interval of the neutral IC includes 0."
            ) { verdict(of: $0.evidence) },
            .count("periods", "Periods", "Periods that do not overlap.") { $0.evidence.neutral.periods },
            .count("weeks", "Weeks", "Weeks with a neutral IC.") { $0.evidence.neutral.weeks },
            .number("coins", "Coins", .fixed(1), "Mean number of coins of the weeks with a rank IC.") {
                $0.evidence.coins
            },
        ]
    }

    private static func decisive(trials: Int) -> [Measure<TriedEvidence>] {
        [
            .number(
                "ic_neutral",
                "Neutral IC",
                "Mean over the phases of the correlation of the ranks of signal and outcome beyond those of beta, "
                    + "capitalisation and past 12-week return."
            ) { $0.evidence.neutral.mean },
            .number("ic_neutral_low", "from", "Lower end of its 90 % interval by phases.") {
                $0.evidence.neutral.interval.low
            },
            .number("ic_neutral_high", "to", "Upper end of it.") { $0.evidence.neutral.interval.high },
            .number("ic_neutral_error", "Error", .fixed(4), "Its standard error by phases.") {
                $0.evidence.neutral.error
            },
            .number("t", "t", .signed(2), "ic_neutral / ic_neutral_error.") { $0.evidence.neutral.t },
            .number("p", "p", .fixed(3), "Of so great a t to either side, by phases.") { $0.evidence.neutral.p },
            .number(
                "q",
                "q",
                .fixed(3),
                orMissing: .notCounted,
                "p adjusted for all \(trials) trials that were made on this store, by Benjamini and Hochberg."
            ) { $0.adjusted },
        ]
    }

    private static var shown: [Measure<TriedEvidence>] {
        [
            .number("ic", "Rank IC", "Mean over the phases of Spearman's correlation of signal and outcome.") {
                $0.evidence.ic.mean
            },
            .number("ic_low", "from", "Lower end of its 90 % interval by phases.") { $0.evidence.ic.interval.low },
            .number("ic_high", "to", "Upper end of it.") { $0.evidence.ic.interval.high },
            .number("ic_error", "Error", .fixed(4), "Its standard error by phases.") { $0.evidence.ic.error },
            .number(
                "p_exchange",
                "p, exchange",
                .fixed(3),
                "Of the rank IC, by exchange of whole histories between coins, 999 draws; too low where the signal leans on a factor."
            ) { $0.evidence.exchange },
            .number("p_cells", "p, cells", .fixed(3), "The same within cells of beta and size; 24 coins or more.") {
                $0.evidence.exchangeInCells
            },
            .number("icir", "ICIR", .signed(2), "Mean weekly rank IC by their deviation.") {
                $0.evidence.informationRatio
            },
            .number("autocorrelation", "Kept", .fixed(3), "Rank correlation of the signal with itself a week before.") {
                $0.evidence.autocorrelation
            },
        ]
    }

    private static var earned: [Measure<TriedEvidence>] {
        [
            .number("excess", "Over median", "Mean return of the best fifth over the universe's median.") {
                average($0.evidence.fifths.excess)
            },
            .number("over_bitcoin", "Over Bitcoin", "Mean return of the best fifth over Bitcoin's.") {
                average($0.evidence.fifths.overBitcoin)
            },
            .number("spread", "Spread", .signed(4), unit: "a week", "Best less worst fifth, before costs.") {
                average($0.evidence.fifths.grossSpread)
            },
            .number("spread_net", "Net", .signed(4), unit: "a week", "The same less the costs of both.") {
                mean($0.evidence.fifths.earned)
            },
            .number(
                "spread_net_low",
                "from",
                .signed(4),
                unit: "a week",
                "Lower end of its 90 % interval, by blocks of weeks."
            ) {
                $0.evidence.fifths.spread.low
            },
            .number("spread_net_high", "to", .signed(4), unit: "a week", "Upper end of it.") {
                $0.evidence.fifths.spread.high
            },
            .number("turnover", "Turnover", .fixed(3), unit: "a week", "Σ |W − W before| of both fifths.") {
                average($0.evidence.fifths.turnover)
            },
            .number("break_even", "Break even", .fixed(4), "Cost of a trade at which the spread earns nothing.") {
                $0.evidence.fifths.breakEvenCost
            },
            .number("sharpe", "Sharpe", .signed(2), unit: "a week", "Mean of the net spread by its deviation, by week.")
            {
                $0.evidence.sharpe
            },
            .number(
                "sharpe_low",
                "from",
                .signed(2),
                unit: "a week",
                "Lower end of its 90 % interval, by blocks of weeks."
            ) {
                $0.evidence.fifths.sharpe.low
            },
            .number("sharpe_high", "to", .signed(2), unit: "a week", "Upper end of it.") {
                $0.evidence.fifths.sharpe.high
            },
            .number(
                "sharpe_deflated",
                "Deflated Sharpe",
                .fixed(3),
                "Probability that it is above what the best of all trials has by chance."
            ) {
                SharpeRatio.deflated($0.evidence.fifths.earned, trials: $0.trials.count, ratios: $0.trials.sharpes)
            },
            .number("drawdown", "Drawdown", "Greatest fall of the net spread from a height before it.") {
                Fifths.drawdown($0.evidence.fifths.netSpread)
            },
            .number("drawdown_low", "from", "Lower end of its 90 % interval, by blocks of weeks.") {
                $0.evidence.fifths.drawdown.low
            },
            .number("drawdown_high", "to", "Upper end of it.") { $0.evidence.fifths.drawdown.high },
            .number(
                "capacity_all",
                "Capacity",
                .money,
                unit: "USD",
                "Money in the newest best fifth with which no coin takes more than 1 % of its median daily volume."
            ) { $0.evidence.fifths.capacity.all },
            .number(
                "capacity_half",
                "Half within",
                .money,
                unit: "USD",
                "The same with which half of the coins do not."
            ) {
                $0.evidence.fifths.capacity.half
            },
        ]
    }

    private static func average(_ values: [Double]) -> Double { mean(values.filter { !$0.isNaN }) }

    private static func verdict(of evidence: SignalEvidence) -> String {
        guard evidence.isLongEnough else {
            return "NO CALL: \(evidence.neutral.periods) of \(SignalEvidence.fewestPeriods) periods"
        }
        return evidence.bearsCalls ? "supported" : "not supported: the interval includes 0"
    }
}

internal import CoinModel
public import CoinTables

extension SignalEvidence {
    /// What is printed of each piece of evidence, in order, by all trials on the same data and the ratios of those that have one.
    static func measures(trials: Int, sharpes: [Double]) -> [FilledColumn<SignalEvidence>] {
        ([names] + decisive + shown + earned + risked(trials, sharpes)).flatMap(\.self)
    }

    private static let phases = "90 % interval by phases"
    private static let blocks = "90 % interval, by blocks of weeks"

    private static var names: [FilledColumn<SignalEvidence>] {
        let fewPeriods =
            "NO CALL with fewer than 30 periods that do not overlap, else whether the 90 % interval of the neutral IC includes 0."
        return [
            .text("signal", "Signal", "The column that is judged; `score` is what the preset ranks by.") { $0.signal },
            .count("horizon", "Weeks held", unit: "weeks", "Weeks between buying and selling.") { $0.horizon },
            .ending { $0.ending },
            .text("verdict", "Verdict", fewPeriods) { $0.verdict },
            .count("periods", "Periods", "Periods that do not overlap.") { $0.neutral.periods },
            .count("weeks", "Weeks", "Weeks with a neutral IC.") { $0.neutral.weeks },
            .number("coins", "Coins", .fixed(1), "Mean number of coins of the weeks with a rank IC.") { $0.coins },
        ]
    }

    private static var decisive: [[FilledColumn<SignalEvidence>]] {
        let meaning =
            "Mean over the phases of the correlation of the ranks of signal and outcome beyond those of beta, capitalisation "
            + "and past 12-week return."
        return [
            .interval("ic_neutral", "Neutral IC", .signed(3), meaning, phases) { $0.neutral.figure },
            [
                .number("ic_neutral_error", "Error", .fixed(4), "Its standard error by phases.") { $0.neutral.error },
                .number("t", "t", .signed(2), "ic_neutral / ic_neutral_error.") { $0.neutral.t },
                .number("p", "p", .fixed(3), "Of so great a t to either side, by phases.") { $0.neutral.p },
                .q { $0.adjusted },
            ],
        ]
    }

    private static var shown: [[FilledColumn<SignalEvidence>]] {
        let meaning = "Mean over the phases of Spearman's correlation of signal and outcome."
        let exchange =
            "Of the rank IC, by exchange of whole histories between coins, 999 draws; too low where the signal leans on a factor."
        let cells = "The same within cells of beta and size; 24 coins or more."
        let before = "Rank correlation of the signal with itself a week before."
        return [
            .interval("ic", "Rank IC", .signed(3), meaning, phases) { $0.ic.figure },
            [
                .number("ic_error", "Error", .fixed(4), "Its standard error by phases.") { $0.ic.error },
                .number("p_exchange", "p, exchange", .fixed(3), exchange) { $0.exchange },
                .number("p_cells", "p, cells", .fixed(3), cells) { $0.exchangeInCells },
                .number("icir", "ICIR", .signed(2), "Mean weekly rank IC by their deviation.") { $0.informationRatio },
                .number("autocorrelation", "Kept", .fixed(3), before) { $0.autocorrelation },
            ],
        ]
    }

    private static var earned: [[FilledColumn<SignalEvidence>]] {
        let (median, bitcoin) = ("the universe's median", "Bitcoin's")
        func over(_ other: String) -> String { "Mean return of the best fifth over \(other)." }
        return [
            [
                .number("excess", "Over median", over(median)) { knownMean($0.fifths.excess) },
                .number("over_bitcoin", "Over Bitcoin", over(bitcoin)) { knownMean($0.fifths.overBitcoin) },
                .number("spread", "Spread", .signed(4), unit: "a week", "Best less worst fifth, before costs.") {
                    knownMean($0.fifths.grossSpread)
                },
            ],
            .interval("spread_net", "Net", .signed(4), unit: "a week", "The same less the costs of both.", blocks) {
                (mean($0.fifths.earned), $0.fifths.spread)
            },
            [
                .number("turnover", "Turnover", .fixed(3), unit: "a week", "Σ |W − W before| of both fifths.") {
                    knownMean($0.fifths.turnover)
                },
                .number("break_even", "Break even", .fixed(4), "Cost of a trade at which the spread earns nothing.") {
                    $0.fifths.breakEvenCost
                },
            ],
        ]
    }

    private static func risked(_ trials: Int, _ sharpes: [Double]) -> [[FilledColumn<SignalEvidence>]] {
        let ratio = "Mean of the net spread by its deviation, by week."
        let chance = "Probability that it is above what the best of all trials has by chance."
        let fall = "Greatest fall of the net spread from a height before it."
        let all = "Money in the newest best fifth with which no coin takes more than 1 % of its median daily volume."
        let half = "The same with which half of the coins do not."
        return [
            .interval("sharpe", "Sharpe", .signed(2), unit: "a week", ratio, blocks) { ($0.sharpe, $0.fifths.sharpe) },
            [
                .number("sharpe_deflated", "Deflated Sharpe", .fixed(3), chance) {
                    SharpeRatio.deflated($0.fifths.earned, trials: trials, ratios: sharpes)
                }
            ],
            .interval("drawdown", "Drawdown", .signed(3), fall, blocks) {
                (Quintiles.drawdown($0.fifths.netSpread), $0.fifths.drawdown)
            },
            [
                .number("capacity_all", "Capacity", .money, unit: "USD", all) { $0.fifths.capacity.all },
                .number("capacity_half", "Half within", .money, unit: "USD", half) { $0.fifths.capacity.half },
            ],
        ]
    }

    private var verdict: String {
        guard isLongEnough else { return "NO CALL: \(neutral.periods) of \(SignalEvidence.fewestPeriods) periods" }
        return bearsCalls ? "supported" : "not supported: the interval includes 0"
    }
}

/// The columns of the evidence that `assay evaluate` prints.
public var evidenceColumns: [Column] { SignalEvidence.measures(trials: 1, sharpes: []).map(\.column) }

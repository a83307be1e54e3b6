public import CoinModel

/// How often coins beat the universe's median by more than the costs, or fell behind it by as much, by the fifth of scores
/// that they were in.
///
/// The costs are those of buying and selling once: twice a trade's. Excess is over the median future return of the
/// universe at that time.
public struct CallEvidence: Sendable {
    /// P(excess > costs) by fifth, the best scores first.
    let gains: [WeeklyShare]
    /// P(excess < −costs) by fifth.
    let losses: [WeeklyShare]
    /// The same over all fifths: how often it comes anyway.
    let baseGain: WeeklyShare
    let baseLoss: WeeklyShare
    /// 1 − Σ (p − o)² / Σ (base − o)² of gains, p the share of the fifth and base that of all coins, each by the outcomes
    /// that were known then; NaN where no week had any.
    let brierSkill: Double

    /// Collects outcomes over the horizon h.
    ///
    /// O(weeks · coins · log coins).
    public init(
        _ panel: EvaluationPanel,
        scores: EvaluatedSignal,
        horizon: Int,
        costs: TradingCosts,
        ending: EvaluationPanel.Ending = .loss
    ) {
        let outcome = Outcome(panel, horizon: horizon, ending, costs.byWeek(panel))
        let none = WeeklyShare(weeks: panel.weeks, horizon: horizon)
        var gains = Array(repeating: none, count: QuintileBounds.count)
        var losses = gains
        for week in 0..<panel.weeks {
            let members = panel.coins.indices.filter { panel.isMember($0, in: week) }
            for (fifth, coins) in QuintileBounds(members, by: { scores.values[$0, week] }).fifths.enumerated() {
                for coin in coins where !outcome.values[coin, week].isNaN {
                    let excess = outcome.values[coin, week] - outcome.usual[week]
                    let charge = 2 * outcome.charges[coin, week]
                    gains[fifth].add(excess > charge, in: week)
                    losses[fifth].add(excess < -charge, in: week)
                }
            }
        }
        (self.gains, self.losses) = (gains, losses)
        baseGain = gains.reduce(none, +)
        baseLoss = losses.reduce(none, +)
        brierSkill = CallEvidence.skill(gains, baseGain, horizon: horizon)
    }

    private static func skill(_ gains: [WeeklyShare], _ all: WeeklyShare, horizon: Int) -> Double {
        var (own, usual) = (0.0, 0.0)
        for week in all.counts.indices {
            // An outcome of week v is known at the end of week v + 1 + h.
            let base = all.share(before: week - horizon)
            for gain in gains where gain.counts[week] > 0 && !base.isNaN {
                let p = gain.share(before: week - horizon)
                own += gain.squaredErrors(of: p.isNaN ? base : p, in: week)
                usual += gain.squaredErrors(of: base, in: week)
            }
        }
        return 1 - own / usual
    }

    /// What a ranking needs of it to call its coins, by what holds of the same scores over the same horizon.
    public func basis(preset: String, asOf: AsOf, known: AsOf?, evidence: SignalEvidence) -> CallBasis {
        func chances(_ shares: [WeeklyShare], _ base: WeeklyShare) -> [CallBasis.Chance?] {
            shares.map { share in
                guard share.coinWeeks > 0 else { return nil }
                let (low, high) = share.band
                return CallBasis.Chance(
                    share: share.share,
                    low: low,
                    high: high,
                    effective: share.effective,
                    base: base.share
                )
            }
        }
        return CallBasis(
            preset: preset,
            asOf: asOf,
            known: known,
            horizon: evidence.horizon,
            verdict: !evidence.isLongEnough ? .fewPeriods : evidence.bearsCalls ? .bearsCalls : .noEvidence,
            gains: chances(gains, baseGain),
            losses: chances(losses, baseLoss)
        )
    }

    /// What holds of the score by the same ending, p adjusted for all trials, NaN where unknown, and how often coins of each fifth gained
    /// and lost, in a few sentences.
    public func sentences(_ evidence: SignalEvidence, adjusted: Double) -> String {
        func text(_ value: Double) -> String {
            value.isFinite ? "\((1000 * value).rounded() / 1000 + 0)" : "unknown"
        }
        func text(_ figure: (value: Double, ends: (low: Double, high: Double))) -> String {
            "\(text(figure.value)) (\(text(figure.ends.low)) to \(text(figure.ends.high)))"
        }
        func chance(_ p: Double) -> String { p < 0.0005 ? "below 0.001" : text(p) }
        func fifths(_ shares: [WeeklyShare]) -> String { shares.map { text($0.figure) }.joined(separator: ", ") }
        let ic = evidence.neutral
        let q = evidence.ending == .loss ? ", q \(chance(adjusted))" : ""
        return
            "Held \(counted(evidence.horizon, "week")): neutral IC \(text(ic.figure)) at 90 %, "
            + "p \(chance(ic.p))\(q); \(ic.periods) periods that do not overlap, "
            + "\(SignalEvidence.fewestPeriods) are the fewest that support a call. By fifth, the best first, at 80 %: p_excess "
            + "\(fifths(gains)); p_loss \(fifths(losses)). Brier skill of p_excess over the base rate: \(text(brierSkill))."
    }
}

/// How often coins beat the universe's median by more than the costs, or fell behind it by as much, by the fifth of scores
/// that they were in.
///
/// The costs are those of buying and selling once: twice a trade's. Excess is over the median future return of the
/// universe of then.
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
    ///
    /// - Parameters:
    ///   - panel: the coins and their closes.
    ///   - scores: what they were ranked by.
    ///   - horizon: h.
    ///   - costs: of a trade.
    public init(_ panel: EvaluationPanel, scores: EvaluatedSignal, horizon: Int, costs: TradingCosts) {
        let (returns, charges) = (panel.futureReturns(weeks: horizon), costs.byWeek(panel))
        let none = WeeklyShare(weeks: panel.weeks, horizon: horizon)
        var gains = Array(repeating: none, count: FifthCut.count)
        var losses = gains
        for week in 0..<panel.weeks {
            let usual = median(panel.coins.indices.map { returns[$0, week] }.filter { !$0.isNaN })
            let members = panel.coins.indices.filter { panel.isMember($0, in: week) }
            for (fifth, coins) in FifthCut(members, by: { scores.values[$0, week] }).fifths.enumerated() {
                for coin in coins where !returns[coin, week].isNaN {
                    let (excess, charge) = (returns[coin, week] - usual, 2 * charges[coin, week])
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

    /// What is said of coins that are ranked together.
    ///
    /// - Parameters:
    ///   - candidates: the coins of today, in byte order of their ids.
    ///   - evidence: what holds of the same scores over the same horizon.
    /// - Returns: a call of each.
    func calls(of candidates: [CallCandidate], by evidence: SignalEvidence) -> [Call] {
        let cut = FifthCut(Array(candidates.indices)) { candidates[$0].score }
        var fifths = [Int?](repeating: nil, count: candidates.count)
        for (fifth, coins) in cut.fifths.enumerated() {
            for coin in coins { fifths[coin] = fifth }
        }
        let rises = gains.map { rounded($0.band.low) > 0.5 }
        let falls = losses.map { rounded($0.band.low) > 0.5 }
        return zip(candidates, fifths).map { candidate, fifth in
            func call(_ kind: Call.Kind, _ reason: Call.Reason) -> Call {
                Call(kind: kind, reason: reason, fifth: fifth)
            }
            guard evidence.isLongEnough else { return call(.none, .fewPeriods) }
            guard evidence.bearsCalls else { return call(.none, .noEvidence) }
            guard let fifth else { return call(.none, .notRanked) }
            guard rises[fifth] || falls[fifth] else { return call(.hold, .band) }
            if let obstacle = candidate.obstacle { return call(.hold, obstacle) }
            if falls[fifth] { return call(.sell, .likely) }
            return CallCandidate.bought.contains(candidate.state) ? call(.buy, .likely) : call(.hold, .state)
        }
    }
}

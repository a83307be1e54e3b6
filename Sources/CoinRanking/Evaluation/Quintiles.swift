/// What it would have earned to hold the best fifth of coins by a signal, each tranche for h weeks, and the others.
///
/// W_v is the mean over the h newest weeks w ≤ v − 2 of equal weights on a fifth of week w: it is bought at the close of
/// w + 1 and sold h weeks later. Week v earns Σ W_v r_v − Σ c |W_v − W_{v−1}|, the first week from nothing, and weeks
/// count once h tranches are there. r_v is the close over the last known one, less 1; 0 without a close. Source: N.
/// Jegadeesh, S. Titman, "Returns to Buying Winners and Selling Losers", 1993.
struct Quintiles {
    /// What the best and the worst fifth earned in each week after costs; NaN where it was not held.
    let net: (best: [Double], worst: [Double])
    /// Best less worst, before costs and less those of both.
    let grossSpread: [Double]
    let netSpread: [Double]
    /// Σ |W_v − W_{v−1}| of the best and the worst fifth together.
    let turnover: [Double]
    /// The mean future return of the best fifth of each week, over the median of the universe's, and over Bitcoin's; they
    /// overlap by h weeks.
    let excess: [Double]
    let overBitcoin: [Double]
    /// The net spread of the weeks in which both fifths were held.
    let earned: [Double]
    /// The 90 % intervals of its mean, of its Sharpe ratio and of its drawdown.
    let spread: Interval
    let sharpe: Interval
    let drawdown: Interval
    /// What the best fifth of the newest week can take in.
    let capacity: Capacity

    typealias Interval = (low: Double, high: Double)

    /// Holds the fifths of each week.
    ///
    /// O(weeks · h · coins).
    init(
        _ panel: EvaluationPanel,
        _ cuts: [QuintileBounds],
        _ ending: EvaluationPanel.Ending,
        returns: PanelMatrix,
        usual: [Double],
        horizon: Int,
        costs: PanelMatrix
    ) {
        let weekly = panel.weeklyReturns(ending)
        func leg(_ fifth: Int) -> OwnedTranches {
            OwnedTranches(cuts.map { $0.fifths[fifth] }, weekly, horizon: horizon, costs: costs)
        }
        let (best, worst) = (leg(0), leg(QuintileBounds.count - 1))
        net = (best.net, worst.net)
        grossSpread = zip(best.gross, worst.gross).map { $0 - $1 }
        netSpread = zip(grossSpread, zip(best.cost, worst.cost)).map { $0 - $1.0 - $1.1 }
        turnover = zip(best.turnover, worst.turnover).map { $0 + $1 }
        let bests = cuts.enumerated().map { week, cut in knownMean(cut.fifths[0].map { returns[$0, week] }) }
        excess = zip(bests, usual).map { $0 - $1 }
        let bitcoin = panel.bitcoin.map { (place: $0, panel.futureReturns(weeks: horizon, ending, of: $0)) }
        overBitcoin = bests.enumerated().map { week, best in bitcoin.map { best - $0.1[$0.place, week] } ?? .nan }
        earned = netSpread.filter { !$0.isNaN }
        let blocks = CircularBlocks(earned, horizon: horizon)
        spread = blocks.interval(mean)
        sharpe = blocks.interval(SharpeRatio.weekly)
        drawdown = blocks.interval(Quintiles.drawdown)
        let newest = cuts.indices.last { !cuts[$0].fifths[0].isEmpty }
        capacity = Capacity(newest.map { week in cuts[week].fifths[0].map { panel.volumes[$0, week] } } ?? [])
    }

    /// The cost of a trade at which the spread earns nothing; NaN where it earns nothing even without costs.
    var breakEvenCost: Double {
        let spread = knownMean(grossSpread)
        return spread > 0 ? spread / knownMean(turnover) : .nan
    }

    /// What one grows to by weekly returns, from 1 before the first; NaN in weeks without one.
    static func wealth(_ returns: [Double]) -> [Double] {
        var wealth = 1.0
        return returns.map { value in
            if value.isNaN { return .nan }
            wealth *= max(0, 1 + value)
            return wealth
        }
    }

    /// The greatest fall from a height before it, as a share of it: 0 or below.
    static func drawdown(_ returns: [Double]) -> Double {
        var (height, fall) = (1.0, 0.0)
        for wealth in wealth(returns) where !wealth.isNaN {
            height = max(height, wealth)
            fall = min(fall, wealth / height - 1)
        }
        return returns.allSatisfy(\.isNaN) ? .nan : fall
    }
}

/// What it earned to hold some coins of each week for h weeks, as `Quintiles` says.
struct OwnedTranches {
    /// By week, NaN in those in which nothing was held: what was earned, what trades cost, and Σ |W − W before|.
    private(set) var gross: [Double] = []
    private(set) var cost: [Double] = []
    private(set) var turnover: [Double] = []
    /// What was earned after costs.
    var net: [Double] { zip(gross, cost).map { $0 - $1 } }

    init(_ tranches: [[Int]], _ weekly: PanelMatrix, horizon: Int, costs: PanelMatrix) {
        var before = [Double](repeating: 0, count: weekly.coins)
        for week in tranches.indices {
            let first = week - 1 - horizon
            let owned = first < 0 ? [] : tranches[first..<first + horizon]
            guard !owned.isEmpty, owned.allSatisfy({ !$0.isEmpty }) else {
                gross.append(.nan)
                cost.append(.nan)
                turnover.append(.nan)
                before = Array(repeating: 0, count: weekly.coins)
                continue
            }
            var weights = [Double](repeating: 0, count: weekly.coins)
            for tranche in owned {
                for coin in tranche { weights[coin] += 1 / Double(tranche.count * horizon) }
            }
            var (earned, paid, moved) = (0.0, 0.0, 0.0)
            for coin in weights.indices where weights[coin] != 0 || before[coin] != 0 {
                let change = abs(weights[coin] - before[coin])
                let value = weekly[coin, week]
                earned += weights[coin] * (value.isNaN ? 0 : value)
                // The trade is made at the close before.
                paid += change * costs[coin, week - 1]
                moved += change
            }
            gross.append(earned)
            cost.append(paid)
            turnover.append(moved)
            before = weights
        }
    }
}

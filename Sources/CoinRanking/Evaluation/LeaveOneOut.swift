/// How far the mean rank IC rests on a single coin: the mean without each of them in turn.
struct LeaveOneOut {
    /// The coin without which the mean is least, and that without which it is greatest, by place in the panel, with these
    /// means; nil where nothing was ranked.
    let least: (coin: Int, mean: Double)?
    let greatest: (coin: Int, mean: Double)?

    /// Ranks every week again without each of its coins.
    ///
    /// A coin's leaving takes 1 from the ranks above it and ½ from those of its ties, so the sums that make up Spearman's
    /// correlation change by sums over the coins above, which sorting and a tree of counts give to all of them at once:
    /// O(weeks · coins · log coins) in place of the square of the coins.
    init(_ signal: PanelMatrix, _ outcome: PanelMatrix, _ ranked: RankedPanel, horizon: Int) {
        var without = PanelMatrix(coins: signal.coins, weeks: signal.weeks)
        for week in 0..<signal.weeks where !ranked.correlations[week].isNaN {
            let coins = ranked.coins.filter { !signal[$0, week].isNaN && !outcome[$0, week].isNaN }
            let a = averageRanks(coins.map { signal[$0, week] })
            let b = averageRanks(coins.map { outcome[$0, week] })
            for (coin, value) in zip(coins, LeaveOneOut.correlations(a, b)) { without[coin, week] = value }
        }
        let means = ranked.coins.enumerated().map { index, coin in
            let series = ranked.correlations.indices.map { week in
                ranked.signal[index, week].isNaN ? ranked.correlations[week] : without[coin, week]
            }
            return (coin: coin, mean: PhaseError(series, horizon: horizon).mean)
        }
        let known = means.filter { !$0.mean.isNaN }
        least = known.min { rounded($0.mean) < rounded($1.mean) }
        greatest = known.max { rounded($0.mean) < rounded($1.mean) }
    }

    /// Spearman's correlation without each coin in turn, from the ranks of all; NaN where fewer than 10 remain, or they do
    /// not vary.
    static func correlations(_ a: [Double], _ b: [Double]) -> [Double] {
        let n = a.count
        guard n > RankedPanel.fewestCoins else { return Array(repeating: .nan, count: n) }
        let products = sum(zip(a, b).lazy.map { $0 * $1 })
        let (lessA, lessB, both) = (drops(a, of: b), drops(b, of: a), drops(a, b))
        let (squaresA, squaresB) = (squares(a), squares(b))
        let (rest, center) = (Double(n - 1), Double(n) / 2)
        return (0..<n).map { coin in
            let left = products - a[coin] * b[coin] - lessA[coin] - lessB[coin] + both[coin]
            let together = left - rest * center * center
            let length = (squaresA[coin] * squaresB[coin]).squareRoot()
            return length > 0 ? together / length : .nan
        }
    }

    /// The runs of equal ranks, as places in order, the lowest first.
    private static func runs(_ ranks: [Double]) -> [[Int]] {
        let order = ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        var runs: [[Int]] = []
        for place in order {
            if let last = runs.last?.first, ranks[last] == ranks[place] {
                runs[runs.count - 1].append(place)
            } else {
                runs.append([place])
            }
        }
        return runs
    }

    /// Σ d_k x_k over the others, where d_k is what the rank of k loses when a coin leaves: 1 above it, ½ beside it.
    private static func drops(_ ranks: [Double], of values: [Double]) -> [Double] {
        var drops = [Double](repeating: 0, count: ranks.count)
        var above = 0.0
        for run in runs(ranks).reversed() {
            let beside = run.reduce(0) { $0 + values[$1] }
            for coin in run { drops[coin] = above + (beside - values[coin]) / 2 }
            above += beside
        }
        return drops
    }

    /// Σ d_k e_k over the others, what their ranks lose in both lists.
    private static func drops(_ a: [Double], _ b: [Double]) -> [Double] {
        var drops = [Double](repeating: 0, count: a.count)
        var seen = RankCounts(a.count)
        func lost(_ coin: Int) -> Double { (seen.above(b[coin]) + seen.atOrAbove(b[coin])) / 2 }
        for run in runs(a).reversed() {
            let before = run.map(lost)
            for coin in run { seen.add(b[coin]) }
            for (coin, before) in zip(run, before) {
                // Beside it lie those of its run less itself, which counts ½ in the other list.
                drops[coin] = before + (lost(coin) - before - 0.5) / 2
            }
        }
        return drops
    }

    /// Σ (rank − mean)² without each coin: (m³ − m − Σ (t³ − t)) / 12 over m ranks in runs of t.
    private static func squares(_ ranks: [Double]) -> [Double] {
        func cubic(_ t: Int) -> Double { Double(t) * Double(t) * Double(t) - Double(t) }
        let runs = runs(ranks)
        let tied = runs.reduce(0) { $0 + cubic($1.count) }
        var squares = [Double](repeating: 0, count: ranks.count)
        for run in runs {
            let left = cubic(ranks.count - 1) - (tied - cubic(run.count) + cubic(run.count - 1))
            for coin in run { squares[coin] = left / 12 }
        }
        return squares
    }
}

/// How many ranks were seen from a rank on: counts by doubled rank in a tree.
///
/// Source: P. M. Fenwick, "A New Data Structure for Cumulative Frequency Tables", 1994.
private struct RankCounts {
    private var tree: [Int]

    init(_ count: Int) { tree = Array(repeating: 0, count: 2 * count + 2) }

    mutating func add(_ rank: Double) {
        var place = tree.count - Int(2 * rank)
        while place < tree.count {
            tree[place] += 1
            place += place & -place
        }
    }

    func atOrAbove(_ rank: Double) -> Double { Double(upTo(tree.count - Int(2 * rank))) }

    func above(_ rank: Double) -> Double { Double(upTo(tree.count - Int(2 * rank) - 1)) }

    private func upTo(_ last: Int) -> Int {
        var (place, count) = (last, 0)
        while place > 0 {
            count += tree[place]
            place -= place & -place
        }
        return count
    }
}

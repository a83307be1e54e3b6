/// A signal and what came of it as ranks, week by week among the coins that have both.
///
/// Ranks are centred and scaled to a length of 1, average ranks for ties, so that the rank IC of a week, Spearman's
/// correlation, is the sum of their products. A week of fewer than 10 coins, or in which either does not vary, has none.
struct RankedPanel {
    /// The places of those that count in some week, ascending.
    let coins: [Int]
    /// The ranks of the signal and of the outcome of these; NaN where they do not count.
    let signal: PanelMatrix
    let outcome: PanelMatrix
    /// The rank IC of each week; NaN where there is none.
    let correlations: [Double]
    /// How many coins count in each week.
    let counts: [Int]

    static let fewestCoins = 10

    /// Ranks two matrices of the same coins and weeks.
    ///
    /// O(weeks · coins · log coins).
    init(_ signal: PanelMatrix, _ outcome: PanelMatrix) {
        var left = PanelMatrix(coins: signal.coins, weeks: signal.weeks)
        var right = left
        var (correlations, counts) = ([Double](), [Int]())
        var isCounted = [Bool](repeating: false, count: signal.coins)
        for week in 0..<signal.weeks {
            let both = (0..<signal.coins).filter { !signal[$0, week].isNaN && !outcome[$0, week].isNaN }
            guard both.count >= RankedPanel.fewestCoins,
                let a = RankedPanel.standardRanks(both.map { signal[$0, week] }),
                let b = RankedPanel.standardRanks(both.map { outcome[$0, week] })
            else {
                correlations.append(.nan)
                counts.append(0)
                continue
            }
            for (index, coin) in both.enumerated() {
                (left[coin, week], right[coin, week]) = (a[index], b[index])
                isCounted[coin] = true
            }
            correlations.append(sum(zip(a, b).lazy.map { $0 * $1 }))
            counts.append(both.count)
        }
        coins = isCounted.indices.filter { isCounted[$0] }
        (self.signal, self.outcome) = (left.rows(coins), right.rows(coins))
        (self.correlations, self.counts) = (correlations, counts)
    }

    /// Average ranks, less their mean and over the root of the sum of their squares; nil where they do not vary.
    static func standardRanks(_ values: [Double]) -> [Double]? {
        let center = Double(values.count + 1) / 2
        let rests = averageRanks(values).map { $0 - center }
        let length = sum(rests.lazy.map { $0 * $0 }).squareRoot()
        return length > 0 ? rests.map { $0 / length } : nil
    }
}

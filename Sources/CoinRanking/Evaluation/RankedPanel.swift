/// A signal and what came of it as ranks, week by week among the coins that have both and each control.
///
/// Ranks, average ranks for ties, are taken less their least-squares fit on 1 and the ranks of the controls and scaled to a
/// length of 1, so that the sum of the products of a week is a correlation: without controls Spearman's, the rank IC, and
/// with them the neutral IC, which is that of what neither owes to a control (M. G. Kendall, "Rank Correlation Methods",
/// 1948, with Spearman's correlation in place of his own). A control in the span of those before it is dropped. A week of fewer
/// than 10 coins, or in which either has nothing left, has none.
struct RankedPanel {
    /// The places of those that count in some week, ascending.
    let coins: [Int]
    /// The ranks of the signal and of the outcome of these; NaN where they do not count.
    let signal: PanelMatrix
    let outcome: PanelMatrix
    /// The correlation of each week; NaN where there is none.
    let correlations: [Double]
    /// The coins and outcomes of each week; nil where it has no correlation.
    let weeks: [RankedWeek?]

    static let fewestCoins = 10

    /// Ranks two matrices of the same coins and weeks.
    ///
    /// O(weeks · coins · (controls² + log coins)).
    init(_ signal: PanelMatrix, _ outcome: PanelMatrix, beyond controls: [PanelMatrix] = []) {
        let all = [signal, outcome] + controls
        var left = PanelMatrix(coins: signal.coins, weeks: signal.weeks)
        var right = left
        var (correlations, weeks) = ([Double](), [RankedWeek?]())
        var isCounted = [Bool](repeating: false, count: signal.coins)
        for week in 0..<signal.weeks {
            let coins = (0..<signal.coins).filter { coin in all.allSatisfy { !$0[coin, week].isNaN } }
            func column(_ matrix: PanelMatrix) -> [Double] { coins.map { matrix[$0, week] } }
            let ranked = RankedWeek(coins, outcome: column(outcome), controls: controls.map(column))
            guard let ranked, let ranks = ranked.ranks(column(signal)) else {
                correlations.append(.nan)
                weeks.append(nil)
                continue
            }
            for (index, coin) in coins.enumerated() {
                left[coin, week] = ranks[index]
                right[coin, week] = ranked.outcome[index]
                isCounted[coin] = true
            }
            correlations.append(dot(ranks, ranked.outcome))
            weeks.append(ranked)
        }
        coins = isCounted.indices.filter { isCounted[$0] }
        self.signal = left.rows(coins)
        self.outcome = right.rows(coins)
        self.correlations = correlations
        self.weeks = weeks
    }

    /// The mean number of coins of the weeks that count.
    var coinsPerWeek: Double { mean(weeks.compactMap { $0.map { Double($0.coins.count) } }) }
}

/// The coins of one week with what came of them, before which signals come.
struct RankedWeek: Sendable {
    /// The places of the coins, ascending.
    let coins: [Int]
    /// The ranks of their outcomes, less their fit on the controls and of length 1.
    let outcome: [Double]
    private let basis: OrthogonalBasis

    /// Nil with fewer than 10 coins, or where outcomes have nothing left.
    init?(_ coins: [Int], outcome: [Double], controls: [[Double]]) {
        guard coins.count >= RankedPanel.fewestCoins else { return nil }
        var basis = OrthogonalBasis()
        for column in [Array(repeating: 1, count: coins.count)] + controls.map(averageRanks) { _ = basis.add(column) }
        guard let own = RankedWeek.rest(of: outcome, beyond: basis) else { return nil }
        self.coins = coins
        self.outcome = own
        self.basis = basis
    }

    /// The same of a signal's values of these coins; nil where nothing is left.
    func ranks(_ signal: [Double]) -> [Double]? { RankedWeek.rest(of: signal, beyond: basis) }

    private static func rest(of values: [Double], beyond basis: OrthogonalBasis) -> [Double]? {
        let ranks = averageRanks(values)
        let rest = basis.split(ranks).rest
        let length = dot(rest, rest).squareRoot()
        guard length > OrthogonalBasis.digits * dot(ranks, ranks).squareRoot() else { return nil }
        return rest.map { $0 / length }
    }
}

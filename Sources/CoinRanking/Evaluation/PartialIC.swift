/// The rank IC of what a signal says beyond size, momentum and turnover.
///
/// In each week the ranks of the signal and of the outcome are regressed by least squares on 1 and the ranks of the
/// controls; the partial IC is Pearson's correlation of the two residuals: the partial rank correlation of M. G. Kendall,
/// "Rank Correlation Methods", 1948, with Spearman's in place of his own. A control that lies in the span of those before
/// it is dropped.
enum PartialIC {
    /// The partial IC of each week among the coins that have the signal, the outcome and every control.
    ///
    /// NaN with fewer than 10 of them, and where the controls leave nothing. O(weeks · coins · (controls² + log coins)).
    static func series(_ signal: PanelMatrix, _ outcome: PanelMatrix, controls: [PanelMatrix]) -> [Double] {
        let all = [signal, outcome] + controls
        return (0..<signal.weeks).map { week in
            let coins = (0..<signal.coins).filter { coin in all.allSatisfy { !$0[coin, week].isNaN } }
            guard coins.count >= RankedPanel.fewestCoins else { return .nan }
            let ranks = all.map { matrix in averageRanks(coins.map { matrix[$0, week] }) }
            let columns = [Array(repeating: 1, count: coins.count)] + ranks[2...]
            return correlation(rest(of: ranks[0], columns), rest(of: ranks[1], columns))
        }
    }

    /// What columns do not explain of a response; nil where that is no more than rounding.
    private static func rest(of response: [Double], _ columns: [[Double]]) -> [Double]? {
        let weights = [Double](repeating: 1, count: response.count)
        let fit = LeastSquares(columns, response, weights: weights, among: Array(columns.indices))
        let rest = response.indices.map { row in
            response[row] - fit.kept.reduce(0) { $0 + fit.coefficients[$1] * columns[$1][row] }
        }
        return squares(rest).squareRoot() > HuberRegression.digits * squares(response).squareRoot() ? rest : nil
    }

    private static func correlation(_ left: [Double]?, _ right: [Double]?) -> Double {
        guard let left, let right else { return .nan }
        return sum(zip(left, right).lazy.map { $0 * $1 }) / (squares(left) * squares(right)).squareRoot()
    }

    private static func squares(_ values: [Double]) -> Double { sum(values.lazy.map { $0 * $0 }) }
}

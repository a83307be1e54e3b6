extension EvaluationPanel {
    private static let fewestWeeks = 26

    /// Works out how each coin moves with the universe of each week: the least-squares slope of its weekly log returns over 52
    /// weeks on their mean over the universe, where 26 weeks or more have both.
    ///
    /// O(weeks · 52 · coins). Source: W. F. Sharpe, "A Simplified Model for Portfolio Analysis", 1963.
    public mutating func estimateBetas() {
        var returns = PanelMatrix(coins: coins.count, weeks: closes.weeks)
        for coin in coins.indices {
            for week in 1..<closes.weeks {
                let (before, close) = (closes[coin, week - 1], closes[coin, week])
                if before > 0, close > 0 { returns[coin, week] = ln(close / before) }
            }
        }
        for week in 0..<weeks {
            let span = week + 1...week + EvaluationPanel.lead
            let members = coins.indices.filter { isMember($0, in: week) }
            let market = span.map { past in knownMean(members.map { returns[$0, past] }) }
            for coin in members {
                let own = span.map { returns[coin, $0] }
                betas[coin, week] = leastSquaresSlope(own, on: market, fewest: EvaluationPanel.fewestWeeks)
            }
        }
    }
}

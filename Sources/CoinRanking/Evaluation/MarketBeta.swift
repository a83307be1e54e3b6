/// How a coin moves with the universe: the least-squares slope of its weekly log returns over 52 weeks on their mean over the
/// universe, where 26 weeks or more have both.
///
/// Source: W. F. Sharpe, "A Simplified Model for Portfolio Analysis", 1963.
enum MarketBeta {
    static let fewestWeeks = 26

    /// The slope of returns on those of the market, NaN where one of them is unknown; NaN with fewer than 26 weeks, or where the
    /// market did not vary.
    static func slope(_ own: [Double], _ market: [Double]) -> Double {
        let known = own.indices.filter { !own[$0].isNaN && !market[$0].isNaN }
        guard known.count >= fewestWeeks else { return .nan }
        let center = mean(known.map { market[$0] })
        let rests = known.map { market[$0] - center }
        let square = dot(rests, rests)
        return square > 0 ? dot(rests, known.map { own[$0] }) / square : .nan
    }
}

extension EvaluationPanel {
    /// Works out the beta of each coin as of each week, by the universe of that week.
    ///
    /// O(weeks · 52 · coins).
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
            for coin in members { betas[coin, week] = MarketBeta.slope(span.map { returns[coin, $0] }, market) }
        }
    }
}

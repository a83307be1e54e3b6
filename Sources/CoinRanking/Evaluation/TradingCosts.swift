/// What a trade costs of the money that is moved, by how much of a coin is traded: the coins of a week's universe in
/// thirds by volume.
public struct TradingCosts: Sendable, Hashable {
    /// The cost in the third that is traded least, as a share of 1.
    public let low: Double
    /// That in the middle third.
    public let middle: Double
    /// That in the third that is traded most.
    public let high: Double

    /// Costs of the thirds; 0.5 % in each where nothing else is said.
    public init(low: Double = 0.005, middle: Double = 0.005, high: Double = 0.005) {
        (self.low, self.middle, self.high) = (low, middle, high)
    }

    /// The cost of each coin in each week.
    ///
    /// A member of unknown volume costs what the least traded do; who is no member any more costs what it did last, one
    /// that never was what the least traded do. O(coins · weeks · log coins).
    func byWeek(_ panel: EvaluationPanel) -> PanelMatrix {
        var costs = PanelMatrix(coins: panel.coins.count, weeks: panel.weeks)
        for week in 0..<panel.weeks {
            for coin in panel.coins.indices { costs[coin, week] = week > 0 ? costs[coin, week - 1] : low }
            let members = panel.coins.indices.filter { panel.isMember($0, in: week) }
            let known = members.filter { !panel.volumes[$0, week].isNaN }
            for coin in members { costs[coin, week] = low }
            let ranks = averageRanks(known.map { panel.volumes[$0, week] })
            for (coin, rank) in zip(known, ranks) {
                let third = 3 * (rank - 0.5) / Double(known.count)
                costs[coin, week] = third < 1 ? low : third < 2 ? middle : high
            }
        }
        return costs
    }
}

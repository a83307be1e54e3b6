@testable import CoinRanking

extension PanelMatrix {
    /// A matrix of values by coin and week.
    init(coins: Int, weeks: Int, _ value: (_ coin: Int, _ week: Int) -> Double) {
        self.init(coins: coins, weeks: weeks)
        for coin in 0..<coins {
            for week in 0..<weeks { self[coin, week] = value(coin, week) }
        }
    }
}

/// Numbers of coins over consecutive weeks, the oldest first; NaN is missing.
public struct PanelMatrix: Sendable, Equatable {
    /// How many coins it has.
    public let coins: Int
    /// How many weeks.
    public let weeks: Int
    /// Coin after coin, each from the oldest week on.
    private(set) var values: [Double]

    /// A matrix in which everything is missing.
    public init(coins: Int, weeks: Int) {
        (self.coins, self.weeks) = (coins, weeks)
        values = Array(repeating: .nan, count: coins * weeks)
    }

    /// The value of a coin in a week.
    public subscript(coin: Int, week: Int) -> Double {
        get { values[coin * weeks + week] }
        set { values[coin * weeks + week] = newValue }
    }

    /// The values of some coins and weeks only; the others are missing.
    func only(where isWanted: (_ coin: Int, _ week: Int) -> Bool) -> PanelMatrix {
        var values = self
        for coin in 0..<coins {
            for week in 0..<weeks where !isWanted(coin, week) { values[coin, week] = .nan }
        }
        return values
    }

    /// The values of some coins only, in this order.
    func rows(_ coins: [Int]) -> PanelMatrix {
        var rows = PanelMatrix(coins: coins.count, weeks: weeks)
        rows.values = coins.flatMap { values[$0 * weeks..<($0 + 1) * weeks] }
        return rows
    }
}

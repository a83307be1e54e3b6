public import CoinModel

/// Coins over consecutive weeks: what a signal is judged by.
///
/// Row w holds what was known then: who was in the universe, and what the controls and volumes were. The closes alone look
/// forward, and reach as far beyond the last judged week as data do.
public struct EvaluationPanel: Sendable {
    /// The ids, in byte order.
    public let coins: [String]
    /// What each id puts into its random numbers: the first eight bytes, big-endian, of its SHA-256, as in a cross-section.
    public let seeds: [UInt64]
    /// The oldest week.
    public let first: Week
    /// How many weeks.
    public let weeks: Int
    /// The newest close of each week in USD: NaN where none is known, 0 from the week on in which a coin is dead or
    /// delisted, so that what was paid for it is lost.
    public var closes: PanelMatrix
    /// The median weekly volume of R in USD as of each week.
    public var volumes: PanelMatrix
    /// What a signal may only repeat, as of each week: size, momentum and turnover; their order and scale do not matter.
    public var controls: [PanelMatrix]
    /// The place of Bitcoin; nil where it is none of the coins.
    public let bitcoin: Int?
    /// Coin after coin, whether it was in the universe of each week.
    private var membership: [Bool]

    /// A panel of which nothing is known yet.
    ///
    /// - Parameters:
    ///   - coins: ids in byte order.
    ///   - seeds: of each id.
    ///   - first: the oldest week.
    ///   - weeks: how many.
    public init(coins: [String], seeds: [UInt64], first: Week, weeks: Int) {
        (self.coins, self.seeds) = (coins, seeds)
        (self.first, self.weeks) = (first, weeks)
        closes = PanelMatrix(coins: coins.count, weeks: weeks)
        volumes = closes
        controls = []
        bitcoin = coins.firstIndex(of: "bitcoin")
        membership = Array(repeating: false, count: coins.count * weeks)
    }

    /// Puts a coin into the universe of a week.
    public mutating func admit(_ coin: Int, in week: Int) { membership[coin * weeks + week] = true }

    /// Whether a coin was in the universe of a week.
    public func isMember(_ coin: Int, in week: Int) -> Bool { membership[coin * weeks + week] }

    /// A signal of those that were in the universe only.
    func members(_ signal: PanelMatrix) -> PanelMatrix {
        var members = signal
        for coin in coins.indices {
            for week in 0..<weeks where !isMember(coin, in: week) { members[coin, week] = .nan }
        }
        return members
    }

    /// What a coin returned to who bought it at the close of the week after `week` and sold it h weeks later:
    /// P(w+1+h) / P(w+1) − 1, −1 of a coin that died in between; NaN where either price is unknown or the coin could no
    /// longer be bought.
    func futureReturn(_ coin: Int, from week: Int, weeks horizon: Int) -> Double {
        guard week + 1 + horizon < weeks else { return .nan }
        let entry = closes[coin, week + 1]
        return entry > 0 ? closes[coin, week + 1 + horizon] / entry - 1 : .nan
    }

    /// The future returns of those that were in the universe then.
    func futureReturns(weeks horizon: Int) -> PanelMatrix {
        var returns = PanelMatrix(coins: coins.count, weeks: weeks)
        for coin in coins.indices {
            for week in 0..<weeks where isMember(coin, in: week) {
                returns[coin, week] = futureReturn(coin, from: week, weeks: horizon)
            }
        }
        return returns
    }
}

/// A column whose high values are said to be better: a score, or one signal.
public struct EvaluatedSignal: Sendable {
    /// What it is called, such as `discovery` or `momentum12`.
    public let name: String
    /// Its value of each coin as of each week, by what was known then; NaN where it had none.
    public var values: PanelMatrix
    /// Whether it is another one scored otherwise, of which no decay is drawn.
    let isVariation: Bool

    /// A signal of a panel's coins and weeks.
    public init(_ name: String, _ values: PanelMatrix, isVariation: Bool = false) {
        (self.name, self.values, self.isVariation) = (name, values, isVariation)
    }
}

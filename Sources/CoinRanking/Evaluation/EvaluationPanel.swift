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
    /// The newest close of each week in USD, from 52 weeks before the oldest on; NaN where none is known.
    public var closes: PanelMatrix
    /// Whether there is evidence that a coin died: then what was paid for it is lost from the week after its last close on.
    public var isDead: [Bool]
    /// The median weekly volume of R in USD as of each week.
    public var volumes: PanelMatrix
    /// ln of the capitalisation in USD as of each week.
    public var sizes: PanelMatrix
    /// ln(P(w0) / P(w12)) as of each week.
    public var momenta: PanelMatrix
    /// The slope on the universe's returns of those that were in the universe of each week, by the closes up to it: like the
    /// returns that it is held against, of one chain by all loads, for a control decides nothing by itself.
    public internal(set) var betas: PanelMatrix
    /// The tags of each coin, in the list's order.
    public var tags: [[String]]
    /// The place of Bitcoin; nil where it is none of the coins.
    public let bitcoin: Int?
    /// Coin after coin, whether it was in the universe of each week.
    private var membership: [Bool]

    /// The weeks that closes reach back before the oldest one, over which betas are taken.
    public static let lead = 52

    /// A panel of which nothing is known yet, of ids in byte order.
    public init(coins: [String], seeds: [UInt64], first: Week, weeks: Int) {
        (self.coins, self.seeds) = (coins, seeds)
        (self.first, self.weeks) = (first, weeks)
        closes = PanelMatrix(coins: coins.count, weeks: EvaluationPanel.lead + weeks)
        volumes = PanelMatrix(coins: coins.count, weeks: weeks)
        (sizes, momenta, betas) = (volumes, volumes, volumes)
        isDead = Array(repeating: false, count: coins.count)
        tags = Array(repeating: [], count: coins.count)
        bitcoin = coins.firstIndex(of: "bitcoin")
        membership = Array(repeating: false, count: coins.count * weeks)
    }

    /// What a signal may only repeat: beta, size and the return of the past 12 weeks.
    var controls: [PanelMatrix] { [betas, sizes, momenta] }

    /// Puts a coin into the universe of a week.
    public mutating func admit(_ coin: Int, in week: Int) { membership[coin * weeks + week] = true }

    /// Whether a coin was in the universe of a week.
    public func isMember(_ coin: Int, in week: Int) -> Bool { membership[coin * weeks + week] }

    /// A signal of those that were in the universe only.
    func members(_ signal: PanelMatrix) -> PanelMatrix { signal.only(where: isMember) }

    /// What a coin has returned that has no price any more.
    public enum Ending: String, CaseIterable, Sendable {
        /// −100 % from the week after its last close where there is evidence that it died, else that to its last price.
        case loss
        /// That to its last price.
        case lastPrice = "last price"
    }

    /// What a coin was worth at the end of each week: its newest close so far, 0 once it is lost; NaN before the first.
    func worth(_ ending: Ending) -> PanelMatrix {
        var worth = PanelMatrix(coins: coins.count, weeks: weeks)
        for coin in coins.indices {
            let last = (0..<closes.weeks).last { !closes[coin, $0].isNaN } ?? closes.weeks
            var newest = Double.nan
            for week in 0..<closes.weeks {
                let close = closes[coin, week]
                if !close.isNaN { newest = close }
                if ending == .loss, isDead[coin], week > last { newest = 0 }
                if week >= EvaluationPanel.lead { worth[coin, week - EvaluationPanel.lead] = newest }
            }
        }
        return worth
    }

    /// What coins of the universe, or one coin in all weeks, returned to who bought them at the close of the week after and sold
    /// them h weeks later: P(w+1+h) / P(w+1) − 1; NaN where that week has no close, or is not over yet.
    func futureReturns(weeks horizon: Int, _ ending: Ending = .loss, of only: Int? = nil) -> PanelMatrix {
        let worth = worth(ending)
        var returns = PanelMatrix(coins: coins.count, weeks: weeks)
        for coin in only.map({ $0..<$0 + 1 }) ?? coins.indices {
            for week in 0..<max(0, weeks - 1 - horizon) where only != nil || isMember(coin, in: week) {
                let entry = closes[coin, EvaluationPanel.lead + week + 1]
                if entry > 0 { returns[coin, week] = worth[coin, week + 1 + horizon] / entry - 1 }
            }
        }
        return returns
    }

    /// What coins returned in each week: 0 without a close, −1 where it is lost; NaN before the second close and after a loss.
    func weeklyReturns(_ ending: Ending) -> PanelMatrix {
        let worth = worth(ending)
        var returns = PanelMatrix(coins: coins.count, weeks: weeks)
        for coin in coins.indices {
            for week in 1..<max(1, weeks) where worth[coin, week - 1] > 0 {
                returns[coin, week] = worth[coin, week] / worth[coin, week - 1] - 1
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

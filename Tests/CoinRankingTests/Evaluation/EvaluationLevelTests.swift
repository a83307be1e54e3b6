import CoinModel
import Foundation
import TestPrograms
import Testing

@testable import CoinRanking

/// How often the tests say that a signal says something: where it says nothing but leans on a factor, and where it does.
///
/// Signals keep 0.97 of themselves from week to week, returns have the market and a size factor in common, outcomes of h weeks
/// overlap, and controls are estimated as in an evaluation. At full depth the shares are printed.
@Suite struct EvaluationLevelTests {
    struct World: Sendable, CustomTestStringConvertible {
        let name: String
        var horizon = 4
        var weeks = 49
        /// What of the signal is the coin's beta, or its size, in deviations.
        var onBeta = 0.0
        var onSize = 0.0
        /// What a deviation of size returns in a week, beside a random factor, and what one of the signal does.
        var premium = 0.0
        var power = 0.0

        var testDescription: String { "\(name), \(weeks) weeks, h = \(horizon)" }
    }

    static let worlds: [World] = [4, 12].flatMap { horizon in
        [
            World(name: "no lean", horizon: horizon), World(name: "0.3 on beta", horizon: horizon, onBeta: 0.3),
            World(name: "0.6 on beta", horizon: horizon, onBeta: 0.6),
            World(name: "0.4 on size with a premium", horizon: horizon, onSize: 0.4, premium: 0.05),
            World(name: "0.6 on beta", horizon: horizon, weeks: 156, onBeta: 0.6),
            World(name: "power", horizon: horizon, power: 0.1),
        ]
    }

    @Test(
        "The p-value of the neutral IC rejects at most 10 % of signals without power",
        arguments: Depth.isFull ? worlds : [worlds[1], worlds[6]]
    )
    func level(_ world: World) {
        let rounds = Depth.rounds(300)
        let rejected = onAllCores(parts: 8) { part in
            share(part, of: 8, count: rounds).map { Self.rejections(world, round: $0) }
        }
        let shares = (0..<4).map { place in Double(rejected.count { $0[place] }) / Double(rounds) }
        if Depth.isFull {
            print("\(world.testDescription): neutral, exchange, cells, rank IC by phases reject \(shares)")
        }
        guard world.power == 0 else { return }
        // Two standard errors of a share of 0.1.
        #expect(shares[0] <= 0.1 + 2 * (0.09 / Double(rounds)).squareRoot(), "p rejects \(shares[0])")
    }

    private static let coins = 37

    /// Whether p of the neutral IC, exchange, exchange in cells and the rank IC by phases are 0.1 or less.
    private static func rejections(_ world: World, round: Int) -> [Bool] {
        let (panel, signal) = market(world, round)
        let returns = panel.futureReturns(weeks: world.horizon)
        let plain = RankedPanel(signal, returns)
        let neutral = RankedPanel(signal, returns, beyond: panel.controls)
        let test = ExchangeTest(plain, horizon: world.horizon, seeds: panel.seeds)
        func means(_ control: PanelMatrix) -> [Double] {
            (0..<coins).map { coin in mean((0..<world.weeks).map { control[coin, $0] }) }
        }
        let cells = ExchangeTest.cells(beta: means(panel.betas), size: means(panel.sizes))
        return [
            BlockStandardError(neutral.correlations, horizon: world.horizon).p, test.p(), test.p(within: cells),
            BlockStandardError(plain.correlations, horizon: world.horizon).p,
        ].map { $0 <= 0.1 }
    }

    static func market(_ world: World, _ round: Int) -> (EvaluationPanel, PanelMatrix) {
        var random = SeededRandom(seed: 31 &+ UInt64(round) &* 7919)
        /// About normal: the sum of twelve numbers in [0, 1).
        func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.unit() } }
        let weeks = world.weeks + world.horizon + 1
        var panel = EvaluationPanel(
            coins: (0..<coins).map { "c\($0 + 100)" },
            seeds: (0..<coins).map { UInt64(round * 1000 + $0) &* 0x9e37_79b9_7f4a_7c15 },
            first: Week(index: 1000),
            weeks: weeks
        )
        var signal = PanelMatrix(coins: coins, weeks: weeks)
        let lead = EvaluationPanel.lead
        let market = (0..<lead + weeks).map { _ in 0.06 * normal() }
        let premium = (0..<lead + weeks).map { _ in 0.02 * world.premium / 0.05 * (normal() + 0.1) }
        let rest = (1 - world.onBeta * world.onBeta - world.onSize * world.onSize).squareRoot()
        for coin in 0..<coins {
            let (lean, size) = (normal(), normal())
            var (value, price) = (normal(), 100.0)
            for week in 0..<lead + weeks {
                let change =
                    (1 + 0.3 * lean) * market[week] + size * premium[week] + 0.1 * normal() + 0.1 * world.power * value
                price *= exp(change)
                value = 0.97 * value + (1 - 0.97 * 0.97).squareRoot() * normal()
                panel.closes[coin, week] = price
                guard week >= lead else { continue }
                let past = panel.closes[coin, week - 12]
                panel.sizes[coin, week - lead] = size
                panel.momenta[coin, week - lead] = log(price / past)
                panel.admit(coin, in: week - lead)
                signal[coin, week - lead] = world.onBeta * lean + world.onSize * size + rest * value
            }
        }
        panel.estimateBetas()
        return (panel, signal)
    }
}

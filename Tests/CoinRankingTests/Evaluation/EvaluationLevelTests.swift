import Foundation
import TestPrograms
import Testing

@testable import CoinRanking

/// How often the tests say that a signal says something: where it says nothing, and where it does.
///
/// Signals keep 0.97 of themselves from week to week, returns have a common factor, and outcomes of h weeks overlap. At full
/// depth the shares are printed.
@Suite struct EvaluationLevelTests {
    struct Cell: Sendable, CustomTestStringConvertible {
        let weeks: Int
        let horizon: Int
        /// The rank correlation with what follows, about.
        let planted: Double

        var testDescription: String { "\(weeks) weeks, h = \(horizon), IC \(planted)" }
    }

    static let cells: [Cell] = [0, 0.05, 0.1].flatMap { planted in
        [(55, 4), (55, 12), (104, 4), (104, 12), (300, 4), (300, 12)].map {
            Cell(weeks: $0.0, horizon: $0.1, planted: planted)
        }
    }

    @Test(arguments: Depth.isFull ? cells : [cells[0], cells[3]]) func sharesOfRejections(_ cell: Cell) {
        let rounds = Depth.rounds(cell.planted == 0 ? 1000 : 300)
        var (permuted, phases, west) = (0, 0, 0)
        for round in 0..<rounds {
            let panel = Self.panel(cell, seed: UInt64(round))
            let seeds = (0..<Self.coins).map { UInt64(round * 1000 + $0) &* 0x9e37_79b9_7f4a_7c15 }
            if PermutationTest(panel, horizon: cell.horizon, seeds: seeds).p <= 0.1 { permuted += 1 }
            if PhaseError(panel.correlations, horizon: cell.horizon).p <= 0.1 { phases += 1 }
            if abs(NeweyWest(panel.correlations, horizon: cell.horizon).t) > 1.645 { west += 1 }
        }
        let shares = [permuted, phases, west].map { Double($0) / Double(rounds) }
        if Depth.isFull { print("\(cell): permutation, phases, Newey-West reject \(shares)") }
        guard cell.planted == 0 else { return }
        // Four standard errors of a share of 0.1.
        let reach = 4 * (0.09 / Double(rounds)).squareRoot()
        #expect(abs(shares[0] - 0.1) <= reach, "permutation rejects \(shares[0])")
        #expect(shares[1] <= 0.1 + reach, "phases reject \(shares[1])")
    }

    private static let coins = 40

    private static func panel(_ cell: Cell, seed: UInt64) -> RankedPanel {
        var random = SeededRandom(seed: 31 &+ seed &* 7919)
        /// About normal: the sum of twelve numbers in [0, 1).
        func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + random.unit() } }
        let (weeks, horizon) = (cell.weeks, cell.horizon)
        let market = (0..<weeks + horizon).map { _ in normal() }
        var (signal, outcome) = (PanelMatrix(coins: coins, weeks: weeks), PanelMatrix(coins: coins, weeks: weeks))
        let drift = cell.planted / Double(horizon).squareRoot()
        for coin in 0..<coins {
            var (value, beta) = (normal(), 1 + 0.3 * normal())
            let own = (0..<weeks + horizon).map { _ -> Double in
                value = 0.97 * value + (1 - 0.97 * 0.97).squareRoot() * normal()
                return value
            }
            beta = max(0, beta)
            let returns = (0..<weeks + horizon).map { week in
                beta * market[week] + normal() + drift * (week > 0 ? own[week - 1] : 0)
            }
            for week in 0..<weeks {
                signal[coin, week] = own[week]
                outcome[coin, week] = returns[week + 1..<min(week + 1 + horizon, returns.count)].reduce(0, +)
            }
        }
        return RankedPanel(signal, outcome)
    }
}

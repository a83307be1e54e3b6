import CoinModel
import Foundation
import Testing

@testable import CoinRanking

/// The checks of method.md, section 6.
@Suite struct EvaluationGoldenTests {
    @Test("The error by phases of ten weeks equals the value worked out by hand") func phases() {
        let error = BlockStandardError([0.05, -0.02, 0.08, 0.03, -0.01, 0.06, 0.04, -0.03, 0.07, 0.02], horizon: 3)
        #expect(rounded6(error.mean) == 0.028333)
        #expect(rounded6(error.error) == 0.006009)
        #expect(error.freedom == 2)
        #expect(rounded6(error.interval.low) == 0.010786)
        #expect(rounded6(error.interval.high) == 0.045880)
        #expect(error.periods == 3)
    }

    @Test("The exchange test of twelve coins equals the recorded figures") func exchangeOfTwelve() {
        let coins = Seeds.coins
        let signal = PanelMatrix(coins: 12, weeks: 6) { Seeds.u($1, coins[$0], 7) }
        let outcome = PanelMatrix(coins: 12, weeks: 6) { 0.3 * Seeds.u($1, coins[$0], 7) + Seeds.u($1, coins[$0], 8) }
        let test = ExchangeTest(RankedPanel(signal, outcome), horizon: 1, seeds: coins)
        #expect(rounded6(test.mean) == 0.372960)
        #expect(test.p() == 0.003)
    }

    @Test("Neutral IC and exchange tests of a signal correlated with beta equal the recorded figures")
    func leaningSignal() {
        let (coins, weeks) = (24, 16)
        let ids = Seeds.leaning
        let beta = PanelMatrix(coins: coins, weeks: weeks) { coin, _ in 2 * Seeds.u(0, ids[coin], 31) - 1 }
        let size = PanelMatrix(coins: coins, weeks: weeks) { coin, _ in Seeds.u(0, ids[coin], 32) }
        let past = PanelMatrix(coins: coins, weeks: weeks) { coin, week in Seeds.u(week, ids[coin], 36) }
        let signal = PanelMatrix(coins: coins, weeks: weeks) { coin, week in
            (week + 3 * coin) % 13 == 0 ? .nan : 0.6 * beta[coin, week] + Seeds.u(week / 4, ids[coin], 34)
        }
        let outcome = PanelMatrix(coins: coins, weeks: weeks) { coin, week in
            let (own, market) = (signal[coin, week], 2 * Seeds.u(week, Seeds.market, 33) - 1)
            return 0.12 * (own.isNaN ? 0 : own) + market * beta[coin, week] + Seeds.u(week, ids[coin], 35)
        }
        let plain = RankedPanel(signal, outcome)
        let ic = BlockStandardError(plain.correlations, horizon: 2)
        #expect([ic.mean, ic.error].map(rounded6) == [0.055821, 0.158505])
        #expect(ic.freedom == 7)
        let test = ExchangeTest(plain, horizon: 2, seeds: ids)
        let cells = ExchangeTest.cells(beta: (0..<coins).map { beta[$0, 0] }, size: (0..<coins).map { size[$0, 0] })
        #expect(cells?.prefix(6) == [3, 0, 0, 5, 4, 4])
        #expect(test.p() == 0.253)
        #expect(test.p(within: cells) == 0.137)
        let neutral = RankedPanel(signal, outcome, beyond: [beta, size, past])
        let error = BlockStandardError(neutral.correlations, horizon: 2)
        let found = [error.mean, error.error, error.interval.low, error.interval.high].map(rounded6)
        #expect(found == [0.048878, 0.069368, -0.082545, 0.180301])
        #expect(ExchangeTest(neutral, horizon: 2, seeds: ids).p() == 0.376)
        var permutations = CoinPermutations(ids)
        #expect(permutations.sources(0).prefix(6) == [23, 14, 21, 2, 16, 15])
    }

    @Test("Fewer than 24 coins have no cells") func fewCoins() {
        #expect(ExchangeTest.cells(beta: Array(repeating: 1, count: 23), size: Array(repeating: 1, count: 23)) == nil)
    }

    @Test("A coin whose partner does not count gets the next one in the cycle") func firstReturn() {
        // a → b → c → d → a without b, in one week: a gets c, c gets d, d gets a.
        let signal = PanelMatrix(coins: 4, weeks: 1) { coin, _ in [1, .nan, 10, 100][coin] }
        let outcome = PanelMatrix(coins: 4, weeks: 1) { coin, _ in [1, .nan, 10, 100][coin] }
        let mean = PermutedMean(signal, outcome, weights: [1]).value([1, 2, 3, 0])
        #expect(mean == 1110)
    }

    @Test("Spread, Sharpe ratio and drawdown by circular blocks equal the recorded figures") func blocks() {
        let returns = (0..<60).map { 0.08 * (Seeds.u($0, Seeds.week, 41) - 0.45) }
        #expect(CircularBlocks.length(60, horizon: 4) == 4)
        let blocks = CircularBlocks(returns, horizon: 4)
        func figures(_ figure: ([Double]) -> Double) -> [Double] {
            let (low, high) = blocks.interval(figure)
            return [figure(returns), low, high].map(rounded6)
        }
        #expect(figures { sum($0) / Double($0.count) } == [0.005354, 0.002070, 0.008949])
        #expect(figures(SharpeRatio.weekly) == [0.246946, 0.090731, 0.429141])
        #expect(figures(Quintiles.drawdown) == [-0.084103, -0.127140, -0.049412])
        #expect(rounded6(SharpeRatio.deflated(returns, trials: 1, ratios: [])) == 0.968542)
        #expect(rounded6(SharpeRatio.deflated(returns, trials: 24, ratios: [])) == 0.467591)
        // With ten ratios or more their own variance counts.
        let alike = [Double](repeating: 0.1, count: 10)
        #expect(rounded6(SharpeRatio.deflated(returns, trials: 24, ratios: alike)) == 0.968542)
    }

    @Test("Beta is the slope on the universe's returns of at least 26 weeks") func beta() {
        let market = (0..<52).map { 0.05 * (Seeds.u($0, Seeds.all, 52) - 0.5) }
        let own = (0..<52).map {
            0.05 * (Seeds.u($0, Seeds.coin, 51) - 0.5) + 0.04 * (Seeds.u($0, Seeds.all, 52) - 0.5)
        }
        #expect(rounded6(leastSquaresSlope(own, on: market, fewest: 26)) == 0.847998)
        let gaps = own.enumerated().map { $0.offset < 27 ? Double.nan : $0.element }
        #expect(leastSquaresSlope(gaps, on: market, fewest: 26).isNaN)
    }

    @Test("Capacity equals the recorded figures and is missing without volumes") func capacity() {
        let capacity = Capacity([2e6, 0.5e6, .nan, 9e6, 1.2e6])
        #expect(capacity.all == 20_000)
        #expect(capacity.half == 64_000)
        #expect(Capacity([.nan]).all.isNaN)
    }

    private func rounded6(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 + 0 }
}

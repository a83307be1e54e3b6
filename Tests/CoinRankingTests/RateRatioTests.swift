import Foundation
import Testing

@testable import CoinRanking

/// The golden checks of the rate ratio: figures of the method, of Fay's rateratio.test and of SciPy.
@Suite struct RateRatioTests {
    func near(_ value: Double, _ expected: Double, _ tolerance: Double) -> Bool {
        abs(value - expected) <= tolerance
    }

    @Test func theTextbookIntervalOfFay() {
        let ratio = RateRatio(recent: 2, base: 9, recentWeeks: 17_877, baseWeeks: 16_660, dispersion: 1)
        let interval = ratio.exactInterval()
        #expect(near(ratio.estimate, 0.2070942, 5e-8))
        #expect(near(interval.low, 0.0217741, 5e-8))
        #expect(near(interval.high, 1.0005491, 5e-8))
    }

    @Test(arguments: [(30.0, 60.0, 1.6667, 1.0379, 2.6249), (0, 40, 0, 0, 0.3220)])
    func exactIntervals(recent: Double, base: Double, estimate: Double, low: Double, high: Double) {
        let ratio = RateRatio(recent: recent, base: base, recentWeeks: 12, baseWeeks: 40, dispersion: 1)
        let interval = ratio.exactInterval()
        #expect(near(ratio.estimate, estimate, 5e-5))
        #expect(near(interval.low, low, 5e-5))
        #expect(near(interval.high, high, 5e-5))
    }

    @Test func withoutBaseUnitsThereIsNoUpperBound() {
        let ratio = RateRatio(recent: 3, base: 0, recentWeeks: 12, baseWeeks: 40, dispersion: 1)
        #expect(ratio.estimate == .infinity)
        #expect(ratio.exactInterval().high == .infinity)
        #expect(ratio.exactInterval().low > 0)
    }

    @Test func dispersionOfTheWorkedSeries() {
        let base: [Double] = Array(repeating: [2.0, 0, 5, 1], count: 10).flatMap(\.self)
        let recent: [Double] = Array(repeating: [3.0, 7, 1, 5], count: 3).flatMap(\.self)
        #expect(near(dispersion([recent, base]).raw, 1.7, 1e-12))
        #expect(near(dispersion([recent, base]).corrected, 3.8, 1e-12))
        #expect(near(dispersion([Array(repeating: 0, count: 12), base]).raw, 1.7949, 5e-5))
        #expect(dispersion([[1, 2, 3], [4, 5, 6]]).raw == 2.5)
        #expect(dispersion([Array(repeating: 3, count: 12)]).corrected == 1)
    }

    @Test(arguments: [
        (1.0, 0.0, 1.0, 40.0, [1.2294, 0.4411, 2.9933, 0.4884, 0.2337, -0.2757]),
        (30, 60, 1, 40, [1.5509, 1.0888, 2.1772, 0.8443, 0.0013, 0.4268]),
        (30, 60, 5, 40, [1.3115, 0.6672, 2.4293, 0.5489, 0.1109, 0.0047]),
        (0, 40, 1, 40, [0.2041, 0.0678, 0.4714, 0.0000, 0.9982, -2.8877]),
        (48, 80, 3.8, 40, [1.6286, 0.9665, 2.6655, 0.8020, 0.0136, 0.4014]),
        (10, 12, 2, 20, [1.1405, 0.5761, 2.1965, 0.4098, 0.1927, -0.2065]),
    ])
    func posteriors(recent: Double, base: Double, phi: Double, baseWeeks: Double, expected: [Double]) {
        let posterior = RateRatio(
            recent: recent,
            base: base,
            recentWeeks: 12,
            baseWeeks: baseWeeks,
            dispersion: phi
        ).posterior()
        let found = [
            posterior.quantile(0.5), posterior.quantile(0.05), posterior.quantile(0.95),
            posterior.probability(above: 1.25), posterior.probability(below: 0.8), posterior.rankKey,
        ]
        for (value, wanted) in zip(found, expected) { #expect(near(value, wanted, 5.1e-5), "\(found)") }
    }

    @Test(arguments: [(4.0, -80.7039), (15, -82.5186), (64, -85.5283)])
    func marginalLikelihoods(weight: Double, expected: Double) {
        let coins = [(30.0, 60.0, 1.0), (3, 1, 1), (0, 40, 1), (12, 40, 2)].map {
            RateRatio(recent: $0.0, base: $0.1, recentWeeks: 12, baseWeeks: 40, dispersion: $0.2)
        }
        #expect(near(coins.map { logMarginal($0, priorWeight: weight) }.reduce(0, +), expected, 5e-5))
        #expect(fittedPriorWeight(coins) == 15)
        #expect(fittedPriorWeight(Array(repeating: coins, count: 8).flatMap(\.self)) == 4)
    }

    /// Against Simpson's rule on the density, which knows nothing of continued fractions.
    @Test func theBetaDistributionAgreesWithNumericIntegration() {
        for (a, b) in [(1.5, 2.5), (3, 40), (18, 6.2), (60, 61)] {
            let distribution = BetaDistribution(alpha: a, beta: b)
            let steps = 200_000
            func density(_ x: Double) -> Double {
                x <= 0 || x >= 1 ? 0 : distribution.densityForTests(x)
            }
            for x in [0.05, 0.2, 0.5, 0.8] {
                let h = x / Double(steps)
                var total = density(0) + density(x)
                for i in 1..<steps { total += density(h * Double(i)) * (i % 2 == 1 ? 4 : 2) }
                #expect(near(distribution.cumulative(x), total * h / 3, 1e-7), "\(a) \(b) \(x)")
            }
            for q in [1e-6, 0.01, 0.3, 0.5, 0.975, 1 - 1e-9] {
                #expect(near(distribution.cumulative(distribution.quantile(q)), q, 1e-12), "\(a) \(b) \(q)")
            }
        }
    }
}

extension BetaDistribution {
    fileprivate func densityForTests(_ x: Double) -> Double {
        exp((alpha - 1) * log(x) + (beta - 1) * log(1 - x) - BetaDistribution.logBeta(alpha, beta))
    }
}

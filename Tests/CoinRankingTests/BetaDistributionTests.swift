import Foundation
import Testing

@testable import CoinRanking

/// Against figures of SciPy 1.17.1 (`scipy.stats.beta`) and against plain integration.
@Suite struct BetaDistributionTests {
    func isNear(_ value: Double, _ expected: Double, relative: Double) -> Bool {
        abs(value - expected) <= relative * abs(expected)
    }

    @Test(
        "Odds below a probability equal reference quantiles",
        arguments: [
            (0.4, 2.5, 1e-6, 3.347072081409863e-16), (0.4, 2.5, 0.025, 3.3078426607426594e-05),
            (0.4, 2.5, 0.5, 0.06762514802036144), (0.4, 2.5, 0.95, 1.104583392858615),
            (3, 40, 1e-06, 0.00044541430543656237), (3, 40, 0.025, 0.015207495260800575),
            (3, 40, 0.25, 0.04304176817898384), (3, 40, 0.95, 0.1660644596615938),
            (17.5, 6.25, 1e-06, 0.3694225522594013), (17.5, 6.25, 0.025, 1.206885291808568),
            (17.5, 6.25, 0.25, 2.1219129967390185), (17.5, 6.25, 0.95, 6.714946620782872),
            (300, 900, 1e-06, 0.24039310805776434), (300, 900, 0.25, 0.31838103691220576),
            (300, 900, 0.5, 0.3330863995216101), (300, 900, 0.95, 0.3713425843793663),
            (1.0, 1.0, 0.25, 0.3333333333333333), (1, 1, 0.5, 1), (1, 1, 0.95, 19),
        ]
    )
    func oddsBelow(alpha: Double, beta: Double, q: Double, expected: Double) {
        let found = BetaDistribution(alpha: alpha, beta: beta).odds(below: q)
        #expect(isNear(found, expected, relative: 2e-13), "\(found)")
    }

    @Test(
        "Both tails of the beta distribution are exact to 12 digits",
        arguments: [
            (0.4, 2.5, 0.1, 0.590741752072597, 0.4092582479274025),
            (3, 40, 0.2, 0.994443826977619, 0.005556173022380945),
            (3, 40, 0.5, 0.9999999997944542, 2.0554580260068178e-10),
            (17.5, 6.25, 0.7, 0.3205548020574443, 0.679445197942556),
            (300, 900, 0.26, 0.7893083044096396, 0.21069169559036086),
            (300, 900, 0.1, 2.5193437051936773e-50, 1),
        ]
    )
    func bothTails(alpha: Double, beta: Double, share: Double, below: Double, above: Double) {
        let distribution = BetaDistribution(alpha: alpha, beta: beta)
        #expect(isNear(distribution.cumulative(odds: share / (1 - share)), below, relative: 1e-12))
        #expect(isNear(distribution.complement(odds: share / (1 - share)), above, relative: 1e-12))
    }

    @Test("The ends of the beta distribution are exact") func ends() {
        let distribution = BetaDistribution(alpha: 2, beta: 3)
        #expect(distribution.cumulative(odds: 0) == 0)
        #expect(distribution.cumulative(odds: .infinity) == 1)
        #expect(distribution.complement(odds: 0) == 1)
        #expect(distribution.odds(below: 0) == 0)
        #expect(distribution.odds(below: 1) == .infinity)
    }

    /// Simpson's rule on the density, which knows nothing of continued fractions.
    @Test("The cumulative distribution agrees with Simpson's rule") func integration() {
        for (a, b) in [(1.5, 2.5), (3, 40), (18, 6.2), (60, 61)] {
            let distribution = BetaDistribution(alpha: a, beta: b)
            let logBeta = lgamma(a) + lgamma(b) - lgamma(a + b)
            func density(_ x: Double) -> Double {
                x <= 0 ? 0 : exp((a - 1) * log(x) + (b - 1) * log(1 - x) - logBeta)
            }
            for x in [0.05, 0.2, 0.5, 0.8] {
                let steps = 20_000
                let h = x / Double(steps)
                var total = density(0) + density(x)
                for i in 1..<steps { total += density(h * Double(i)) * (i % 2 == 1 ? 4 : 2) }
                let found = distribution.cumulative(odds: x / (1 - x))
                #expect(abs(found - total * h / 3) < 1e-6, "\(a) \(b) \(x)")
            }
        }
    }

    @Test("The inverse leads back to the probability over six orders of magnitude") func inverse() {
        var random = SeededRandom(seed: 4)
        for _ in 0..<2000 {
            let alpha = pow(10, 6 * random.unit() - 2)
            let beta = pow(10, 6 * random.unit() - 2)
            let q = random.unit()
            let distribution = BetaDistribution(alpha: alpha, beta: beta)
            let odds = distribution.odds(below: q)
            // Odds that leave the range of a Double have no probability to lead back to.
            guard odds > 1e-300, odds < 1e300 else { continue }
            #expect(abs(distribution.cumulative(odds: odds) - q) < 1e-10, "\(alpha) \(beta) \(q)")
        }
    }
}

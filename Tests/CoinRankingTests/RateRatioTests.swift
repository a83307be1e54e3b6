import Testing

@testable import CoinRanking

/// The golden checks of the rate ratio: figures of the method, of Fay's rateratio.test and of SciPy.
@Suite struct RateRatioTests {
    func near(_ value: Double, _ expected: Double, _ tolerance: Double) -> Bool {
        abs(value - expected) <= tolerance
    }

    func counts(_ recent: Double, _ base: Double, phi: Double = 1, baseWeeks: Double = 40) -> RateRatio {
        RateRatio(recent: recent, base: base, recentWeeks: 12, baseWeeks: baseWeeks, dispersion: phi)
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
        let ratio = counts(recent, base)
        let interval = ratio.exactInterval()
        #expect(near(ratio.estimate, estimate, 5e-5))
        #expect(near(interval.low, low, 5e-5))
        #expect(near(interval.high, high, 5e-5))
    }

    /// The exact limits are where the binomial tails hold 2.5 %, summed here term by term.
    @Test func theIntervalHoldsTheBinomialTails() {
        for (recent, base) in [(3, 9), (12, 5), (1, 30)] {
            let interval = counts(Double(recent), Double(base)).exactInterval()
            func tail(_ theta: Double, _ taken: ClosedRange<Int>) -> Double {
                let share = theta * 12 / (theta * 12 + 40)
                var terms = [1.0]
                for _ in 0..<recent + base {
                    terms = (0...terms.count).map { k in
                        (k > 0 ? terms[k - 1] * share : 0) + (k < terms.count ? terms[k] * (1 - share) : 0)
                    }
                }
                return taken.map { terms[$0] }.reduce(0, +)
            }
            #expect(near(tail(interval.low, recent...(recent + base)), 0.025, 1e-12))
            #expect(near(tail(interval.high, 0...recent), 0.025, 1e-12))
        }
    }

    @Test func withoutBaseUnitsThereIsNoUpperBound() {
        let ratio = counts(3, 0)
        #expect(ratio.estimate == .infinity)
        #expect(ratio.exactInterval().high == .infinity)
        #expect(ratio.exactInterval().low > 0)
    }

    @Test func theDispersionDividesTheCountsOfTheInterval() {
        #expect(counts(30, 60, phi: 3).exactInterval() == counts(10, 20).exactInterval())
    }

    @Test func dispersionOfTheWorkedSeries() {
        let base: [Double] = Array(repeating: [2.0, 0, 5, 1], count: 10).flatMap(\.self)
        let recent: [Double] = Array(repeating: [3.0, 7, 1, 5], count: 3).flatMap(\.self)
        #expect(near(Dispersion([recent, base]).raw, 1.7, 1e-12))
        #expect(near(Dispersion([recent, base]).corrected, 3.8, 1e-12))
        #expect(near(Dispersion([Array(repeating: 0, count: 12), base]).raw, 1.7949, 5e-5))
    }

    @Test func dispersionAtItsEdges() {
        // Nine degrees of freedom are too few, ten are enough.
        #expect(Dispersion([Array(repeating: 3, count: 10)]).raw == 2.5)
        #expect(Dispersion([Array(repeating: 3, count: 11)]).raw == 0)
        #expect(Dispersion([Array(repeating: 3, count: 11)]).corrected == 1)
        #expect(Dispersion([[1, 2, 3], [4, 5, 6]]).corrected == 7)
        #expect(Dispersion([[], []]).raw == 2.5)
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
        let belief = counts(recent, base, phi: phi, baseWeeks: baseWeeks).posterior()
        let quantiles = [0.5, 0.05, 0.95].map(belief.quantile)
        let found = quantiles + [belief.up, belief.down, belief.rankKey]
        for (value, wanted) in zip(found, expected) { #expect(near(value, wanted, 5.1e-5), "\(found)") }
    }
}

@Suite struct PriorFitTests {
    static let coins = [(30.0, 60.0, 1.0), (3, 1, 1), (0, 40, 1), (12, 40, 2)].map {
        RateRatio(recent: $0.0, base: $0.1, recentWeeks: 12, baseWeeks: 40, dispersion: $0.2)
    }

    @Test(arguments: [(4.0, -80.7039), (15, -82.5186), (64, -85.5283)])
    func marginalLikelihoods(weight: Double, expected: Double) {
        let total = Self.coins.map { PriorFit.logMarginal($0, priorWeight: weight) }.reduce(0, +)
        #expect(abs(total - expected) < 5e-5)
    }

    @Test func fewerThanThirtyCoinsKeepTheUsualWeight() {
        let coins = Array(repeating: Self.coins, count: 8).flatMap(\.self)
        #expect(PriorFit.weight(Array(coins.prefix(29))) == 15)
        #expect(PriorFit.weight(Array(coins.prefix(30))) == 4)
    }

    @Test func coinsAtAnUnchangedRateWantAHeavyPrior() {
        let steady = RateRatio(recent: 120, base: 400, recentWeeks: 12, baseWeeks: 40, dispersion: 1)
        #expect(PriorFit.weight(Array(repeating: steady, count: 30)) == 64)
        #expect(PriorFit.grid.count == 17)
    }
}

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

    @Test("The exact interval equals the published example of Fay") func fay() {
        let ratio = RateRatio(recent: 2, base: 9, recentWeeks: 17_877, baseWeeks: 16_660, dispersion: 1)
        let interval = ratio.exactInterval()
        #expect(near(ratio.estimate, 0.2070942, 5e-8))
        #expect(near(interval.low, 0.0217741, 5e-8))
        #expect(near(interval.high, 1.0005491, 5e-8))
    }

    @Test(
        "Exact intervals equal reference values",
        arguments: [(30.0, 60.0, 1.6667, 1.0379, 2.6249), (0, 40, 0, 0, 0.3220)]
    )
    func exactIntervals(recent: Double, base: Double, estimate: Double, low: Double, high: Double) {
        let ratio = counts(recent, base)
        let interval = ratio.exactInterval()
        #expect(near(ratio.estimate, estimate, 5e-5))
        #expect(near(interval.low, low, 5e-5))
        #expect(near(interval.high, high, 5e-5))
    }

    /// The exact limits are where the binomial tails hold 2.5 %, summed here term by term.
    @Test("The exact limits leave 2.5 % in each binomial tail") func binomialTails() {
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

    @Test("Without base units there is no upper bound") func noBase() {
        let ratio = counts(3, 0)
        #expect(ratio.estimate == .infinity)
        #expect(ratio.exactInterval().high == .infinity)
        #expect(ratio.exactInterval().low > 0)
    }

    @Test("Dispersion divides the counts of the interval") func dispersedCounts() {
        #expect(counts(30, 60, phi: 3).exactInterval() == counts(10, 20).exactInterval())
    }

    @Test("Dispersion of the worked series equals the method") func workedDispersion() {
        let base: [Double] = Array(repeating: [2.0, 0, 5, 1], count: 10).flatMap(\.self)
        let recent: [Double] = Array(repeating: [3.0, 7, 1, 5], count: 3).flatMap(\.self)
        #expect(near(Dispersion([recent, base]).raw, 1.7, 1e-12))
        #expect(near(Dispersion([recent, base]).corrected, 4.5, 1e-12))
        let quiet = Dispersion([Array(repeating: 0, count: 12), base])
        #expect(near(quiet.raw, 1.7949, 5e-5))
        #expect(near(quiet.corrected, 4.9744, 5e-5))
    }

    @Test("Dispersion needs ten degrees of freedom, otherwise the default applies") func dispersionLimits() {
        // Nine degrees of freedom are too few, ten are enough.
        #expect(Dispersion([Array(repeating: 3, count: 10)]).raw == 2.5)
        #expect(Dispersion([Array(repeating: 3, count: 11)]).raw == 0)
        #expect(Dispersion([Array(repeating: 3, count: 11)]).corrected == 1)
        #expect(Dispersion([[1, 2, 3], [4, 5, 6]]).corrected == 8.5)
        #expect(Dispersion([[], []]).raw == 2.5)
    }

    @Test(
        "Posteriors equal reference values",
        arguments: [
            (30.0, 60.0, 5.0, 40.0, [1.2782, 0.6104, 2.4909, 0.5210, 0.1429], 0.334914, 0.618084),
            (0, 40, 1, 40, [0.1166, 0.0243, 0.3401, 0.0000, 0.9997], -3.233056, 1.177224),
            (10, 12, 2, 20, [1.1302, 0.4813, 2.5423, 0.4198, 0.2471], 0.165162, 0.731237),
        ]
    )
    func posteriors(
        recent: Double,
        base: Double,
        phi: Double,
        baseWeeks: Double,
        expected: [Double],
        mean: Double,
        error: Double
    ) {
        let belief = counts(recent, base, phi: phi, baseWeeks: baseWeeks).posterior(usual: 0.8)
        let found = [0.5, 0.05, 0.95].map(belief.quantile) + [belief.up, belief.down]
        for (value, wanted) in zip(found, expected) { #expect(near(value, wanted, 5.1e-5), "\(found)") }
        #expect(near(belief.estimate.mean.value, mean, 5.1e-7))
        #expect(near(belief.estimate.error, error, 5.1e-7))
    }

    /// k_R of 1, 2 … 10 and k_B of 40, 38 … 22.
    @Test("The usual ratio is the median of at least ten coins") func usual() {
        let coins = (0..<10).map { counts(Double($0 + 1), Double(40 - 2 * $0)) }
        #expect(near(RateRatio.usual(among: coins), 0.633031, 5.1e-7))
        #expect(RateRatio.usual(among: Array(coins.prefix(9))) == 1)
        #expect(RateRatio.usual(among: []) == 1)
    }
}

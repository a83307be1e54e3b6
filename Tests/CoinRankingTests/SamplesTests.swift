import Foundation
import Testing

@testable import CoinRanking

@Suite struct SamplesTests {
    @Test("Winsorised scores equal values worked out by hand") func handWinsorised() {
        // Quantiles of 0, 1, 2, 3, 100 at 5 % and 95 %: 0.2 and 80.6.
        let z = winsorisedScores([0, 1, .nan, 2, 3, 100], tail: 0.05)
        let inside = [0.2, 1, 2, 3, 80.6]
        let center = inside.reduce(0, +) / 5
        let spread = sqrt(inside.map { ($0 - center) * ($0 - center) }.reduce(0, +) / 4)
        #expect(z[2].isNaN)
        for (value, expected) in zip(z.filter { !$0.isNaN }, inside.map { ($0 - center) / spread }) {
            #expect(abs(value - expected) < 1e-12)
        }
    }

    @Test("Values that do not vary score zero") func constantValues() {
        #expect(winsorisedScores([5, 5, 5], tail: 0.05) == [0, 0, 0])
        #expect(winsorisedScores([5], tail: 0.05) == [0])
        #expect(winsorisedScores([.nan], tail: 0.05).allSatisfy { $0.isNaN })
        #expect(winsorisedScores([], tail: 0.05).isEmpty)
    }

    @Test("Sums do not lose small terms among large ones") func exactSums() {
        #expect(sum([1e16, 1, -1e16, 1]) == 2)
        #expect(sum([]) == 0)
        #expect(mean([]).isNaN)
        #expect(deviation([2]).isNaN)
        #expect(abs(deviation([2, 4, 4, 4, 5, 5, 7, 9]) - sqrt(32.0 / 7)) < 1e-15)
    }
}

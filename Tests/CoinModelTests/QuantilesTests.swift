import CoinModel
import Testing

@Suite struct QuantilesTests {
    @Test(
        "Quantiles are linear between order statistics",
        arguments: [
            ([4, 1, 3, 2], 0.5, 2.5), ([1, 2, 3, 4, 5], 0.05, 1.2), ([7], 0.95, 7), ([3, 1], 0, 1), ([3, 1], 1, 3),
        ] as [([Double], Double, Double)]
    )
    func linear(values: [Double], p: Double, expected: Double) { #expect(quantile(values, p) == expected) }

    @Test("A quantile of nothing is missing, and a median is the quantile at a half")
    func edges() {
        #expect(quantile([], 0.5).isNaN && median([]).isNaN)
        #expect(median([9, 1, 2]) == 2 && median([9, 1, 2, 3]) == 2.5)
    }

    /// A quantile at position i + f is the mean of copies: 1−f parts of the i-th value, f parts of the next.
    @Test("Quantiles agree with their definition at every hundredth")
    func definition() {
        var state: UInt64 = 8
        for size in 2..<40 {
            let values = (0..<size).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Double(state >> 11) / 9_007_199_254_740_992
            }
            let sorted = values.sorted()
            for hundredth in 0..<100 {
                let steps = (size - 1) * hundredth
                let (below, part) = (steps / 100, Double(steps % 100) / 100)
                let expected = sorted[below] * (1 - part) + sorted[min(below + 1, size - 1)] * part
                #expect(abs(quantile(values, Double(hundredth) / 100) - expected) < 1e-12)
            }
        }
    }
}

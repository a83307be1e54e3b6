internal import CoinModel

/// What a file's values are multiplied by to stand on another's scale, with the bounds that rounding leaves it.
struct InterestFactor: Hashable {
    /// Cells below it say too little to link files by.
    static let weakest = 10.0

    /// A/B, the sums over the shared cells.
    let value: Double
    /// (A − n/2)/(B + n/2).
    let low: Double
    /// (A + n/2)/(B − n/2).
    let high: Double

    /// The factor between two files whose `cells` shared cells add up to `a` and `b`; nil when there are fewer than
    /// four, or when they are so small that rounding leaves no bound.
    init?(sum a: Double, against b: Double, cells: Int) {
        let half = Double(cells) / 2
        guard cells >= 4, a > half, b > half else { return nil }
        self.init(value: a / b, low: (a - half) / (b + half), high: (a + half) / (b - half))
    }

    private init(value: Double, low: Double, high: Double) {
        (self.value, self.low, self.high) = (value, low, high)
    }

    /// The factor of a root itself.
    static let unit = InterestFactor(value: 1, low: 1, high: 1)

    /// One factor after another.
    func times(_ other: InterestFactor) -> InterestFactor {
        InterestFactor(value: value * other.value, low: low * other.low, high: high * other.high)
    }

    /// ln(upper / lower), which adds up along a path.
    var width: Double { ln(high / low) }
}

/// Knuth's linear congruential generator: the same numbers in every run.
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A seed of an id's own, whatever the others are (FNV-1a).
    static func seed(of id: String) -> UInt64 {
        id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// A number in [0, 1).
    mutating func unit() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / 9_007_199_254_740_992
    }

    /// A whole number in 0..<limit.
    mutating func below(_ limit: Int) -> Int {
        Int(unit() * Double(limit))
    }
}

internal import CoinModel

/// How often a mean rank IC is reached by chance where whole signal histories are exchanged between coins.
///
/// p = (1 + number of |mean IC| ≥ the observed) / 1000 over 999 permutations, means compared to nine decimals. What a
/// signal keeps from week to week stays as it is. It does not hold its level where the signal leans on a factor, whose luck it
/// takes for skill, so it is shown and decides nothing. It is the exact test of R. A. Fisher, "The Design of Experiments",
/// 1935, on histories in place of values; its draws after B. Phipson, G. K. Smyth, "Permutation P-values Should Never Be
/// Zero", 2010.
struct ExchangeTest: Sendable {
    /// The observed mean of the phases' means; NaN without any week.
    let mean: Double
    private let means: PermutedMean
    private let seeds: [UInt64]

    private static let permutations = 999
    private static let parts = 16

    /// A test of ranked weeks whose outcomes span h weeks, of coins with these seeds.
    init(_ ranked: RankedPanel, horizon: Int, seeds: [UInt64]) {
        let weights = BlockStandardError.weights(ranked.correlations, horizon: horizon)
        means = PermutedMean(ranked.signal, ranked.outcome, weights: weights)
        self.seeds = ranked.coins.map { seeds[$0] }
        mean = self.seeds.isEmpty ? .nan : means.value(Array(self.seeds.indices))
    }

    /// p where histories are exchanged between coins of one cell, nil for all coins; NaN without any week.
    ///
    /// Over all cores; O(permutations · coins · weeks).
    func p(within cells: [Int]? = nil) -> Double {
        guard !seeds.isEmpty else { return .nan }
        let observed = rounded(abs(mean))
        let reached = onAllCores(parts: ExchangeTest.parts) { part in
            var permutations = CoinPermutations(seeds, within: cells)
            return share(part, of: ExchangeTest.parts, count: ExchangeTest.permutations).map { draw in
                rounded(abs(means.value(permutations.sources(draw)))) >= observed
            }
        }
        return Double(1 + reached.count { $0 }) / Double(ExchangeTest.permutations + 1)
    }

    /// The cells of 24 coins or more that are alike in risk: in order of mean beta in three parts, each by mean size in two,
    /// ties by place, those without a value last; nil for fewer coins.
    static func cells(beta: [Double], size: [Double]) -> [Int]? {
        guard beta.count >= 24 else { return nil }
        func ordered(_ coins: [Int], by values: [Double]) -> [Int] {
            let keys = values.map { $0.isNaN ? .infinity : $0 }
            return coins.sorted { (keys[$0], $0) < (keys[$1], $1) }
        }
        var cells = [Int](repeating: 0, count: beta.count)
        let order = ordered(Array(beta.indices), by: beta)
        for (part, thirds) in parts(order, 3).enumerated() {
            for (half, coins) in parts(ordered(thirds, by: size), 2).enumerated() {
                for coin in coins { cells[coin] = 2 * part + half }
            }
        }
        return cells
    }

    /// A list in so many parts, that at place i in the part ⌊parts i / n⌋.
    static func parts(_ list: [Int], _ parts: Int) -> [[Int]] {
        var found = [[Int]](repeating: [], count: parts)
        for (place, value) in list.enumerated() { found[parts * place / list.count].append(value) }
        return found
    }
}

/// Seeded permutations of coins: the one at place i in byte order is paired with the one at place i in order of
/// u(b, id, 6), ties by place; where there are cells, each within its own.
struct CoinPermutations {
    private let seeds: [UInt64]
    private let cells: [Int]?
    /// The coins of each cell, in byte order.
    private let members: [[Int]]
    private var order: RadixOrder
    private var values: [Double]

    /// Of the coins with these seeds, in byte order.
    init(_ seeds: [UInt64], within cells: [Int]? = nil) {
        self.seeds = seeds
        self.cells = cells
        members =
            cells.map { cells in (0...(cells.max() ?? 0)).map { cell in cells.indices.filter { cells[$0] == cell } } }
            ?? []
        order = RadixOrder(capacity: seeds.count)
        values = Array(repeating: 0, count: seeds.count)
    }

    /// Whose history each coin gets in draw b.
    ///
    /// O(coins).
    mutating func sources(_ draw: Int, place: Int = 6) -> [Int] {
        for coin in seeds.indices { values[coin] = Draws.uniform(Draws.start(draw, seed: seeds[coin]), place) }
        order.order(values, count: seeds.count)
        let drawn = seeds.indices.map { order[$0] }
        guard let cells else { return drawn }
        var sources = drawn
        var next = [Int](repeating: 0, count: members.count)
        for coin in drawn {
            let cell = cells[coin]
            sources[members[cell][next[cell]]] = coin
            next[cell] += 1
        }
        return sources
    }
}

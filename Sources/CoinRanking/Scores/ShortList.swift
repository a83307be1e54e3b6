internal import CoinModel
internal import CoinTables

/// Which of the ranked coins stand out.
///
/// This is the only place where that is decided, and where the sentence is written that every ranking begins with.
/// A coin is worth a look where its activity rose (P(θ > 1.25) ≥ 0.8), it is among the best K of the N coins that `discovery`
/// ranks in half of the draws or more, no flag makes either doubtful, and its capitalisation is within the limits asked
/// for. Both conditions, for somebody is always among the best, and of many coins hundreds rise.
struct ShortList: Sendable {
    /// The least P(θ > 1.25), and the least share of draws among the best.
    static let leastUp = 0.8
    static let leastTop = Overview.leastTop

    /// The flags and states that keep a coin from it, by their names.
    static let disqualifying: Set<String> = [
        "late", "side", "shared", "rewritten", "clock", "imported", "spam", "burst", "policy", "single",
        "volume_suspect", "price_disputed",
    ]

    /// How each coin stands by place; nil without a rank by `discovery`.
    let standings: [Standing?]
    /// The sentence that a ranking begins with; empty under other presets.
    let sentence: String

    /// How a ranked coin stands to the short list.
    struct Standing: Sendable {
        /// P(θ > 1.25).
        let up: Double
        /// The share of the draws in which it is among the best.
        let top: Double
        /// K and N.
        let size: Int
        let ranked: Int
        /// Which of the disqualifying flags it has, in order.
        let flags: [String]
        /// Whether its capitalisation is within the limits; one that is not known is within no limit.
        let isWithinLimits: Bool

        init(
            up: Double,
            top: Double,
            size: Int = 10,
            ranked: Int = 50,
            flags: some Sequence<String> = [],
            isWithinLimits: Bool = true
        ) {
            self.up = up
            self.top = top
            self.size = size
            self.ranked = ranked
            self.flags = Set(flags).intersection(ShortList.disqualifying).sorted()
            self.isWithinLimits = isWithinLimits
        }

        private var hasRisen: Bool { rounded(up) >= ShortList.leastUp }
        private var isAmongBest: Bool { rounded(top) >= ShortList.leastTop }

        /// Whether the coin stands out.
        var isWorthALook: Bool { hasRisen && isAmongBest && flags.isEmpty && isWithinLimits }

        /// Why it stands out, or what of it does not, in a sentence.
        var sentence: String {
            let rise = "its developer activity rose by over a quarter with a probability of \(percent(up))"
            let best = "it is among the best \(size) of \(ranked) in \(percent(top)) of the draws"
            guard !isWorthALook else { return "It stands out: \(rise), and \(best)." }
            let obstacles = [
                hasRisen ? nil : "\(rise), and \(percent(ShortList.leastUp)) are needed",
                isAmongBest ? nil : "\(best), and \(percent(ShortList.leastTop)) are needed",
                flags.isEmpty ? nil : "it is flagged " + listed(flags.map { "`\($0)`" }, most: .max),
                isWithinLimits ? nil : "its capitalisation is not within the limits asked for",
            ]
            return "It does not stand out: \(obstacles.compactMap { $0 }.joined(separator: "; "))."
        }
    }

    /// The short list of coins, by place, of which the ranked ones have a standing; nil for a preset that has none.
    init(_ standings: [Standing?], ranking: [Int]?, name: (_ place: Int) -> String) {
        self.standings = standings
        sentence =
            ranking.map { ranking in
                let best = ranking.filter { standings[$0]?.isWorthALook ?? false }
                return ShortList.sentence(best.map(name), ranked: ranking.count)
            } ?? ""
    }

    /// The sentence about the coins that stand out, best first.
    static func sentence(_ names: [String], ranked count: Int) -> String {
        let coins = "\(count) ranked " + (count == 1 ? "coin" : "coins")
        guard !names.isEmpty else { return count == 0 ? "No coin is ranked." : "None of \(coins) stands out today." }
        let verb = names.count == 1 ? "stands" : "stand"
        let best = "\(names.count) of \(coins) \(verb) out: \(listed(names, most: 5))"
        return "\(best); the others cannot be told apart."
    }
}

/// A share in whole percent: never 0 or 100 for what is only near them, and never more than it is.
private func percent(_ share: Double) -> String {
    Overview.chance(rounded(share))
}

/// The mean rank IC of a signal whose histories were given to other coins, as fast as a thousand times a thousand of them
/// need it.
///
/// The coin i gets the whole history of the coin π(i). In a week in which that one does not count, it gets that of
/// π(π(i)), and so on until one does: the first return of π to the coins of the week. So each week's ranks are given to
/// the same coins again, none is lost or doubled, n stays as it was, and a coin that enters or leaves changes but one
/// pair. Where all coins count in all weeks this is π itself. To leave such pairs out would thin the weeks out, and
/// the test would compare a mean over n coins with means over fewer.
///
/// As ranks of a week do not change hands between weeks, the mean is a sum of products: Σ_i M(π(i), i) with
/// M(j, i) = Σ_w a_w A(j, w) B(i, w), A and B the ranks of signal and outcome, a the weight of the week. For few coins M is
/// kept as a table of O(coins²), and a permutation costs O(coins), but for the coins whose partner lacks a week of theirs.
struct PermutedMean {
    private let coins: Int
    private let weeks: Int
    /// Coin after coin; NaN where it does not count.
    private let signal: [Double]
    private let outcome: [Double]
    /// M by j and i, NaN where j lacks a week of i; empty for many coins.
    private let pairs: [Double]

    /// Up to so many coins a table of pairs is smaller than what it saves.
    private static let mostPaired = 256

    /// The means of these ranks, of which a week counts so much.
    ///
    /// O(coins · weeks), with a table O(coins² · weeks).
    init(_ signal: PanelMatrix, _ outcome: PanelMatrix, weights: [Double]) {
        (coins, weeks) = (signal.coins, signal.weeks)
        let weeks = weeks
        let (left, right) = (signal.values, outcome.values.enumerated().map { $1 * weights[$0 % weeks] })
        (self.signal, self.outcome) = (left, right)
        pairs =
            coins > PermutedMean.mostPaired
            ? []
            : (0..<coins).flatMap { j in
                (0..<signal.coins).map { i in
                    var total = 0.0
                    for week in 0..<weeks {
                        let other = right[i * weeks + week]
                        if !other.isNaN { total += left[j * weeks + week] * other }
                    }
                    return total
                }
            }
    }

    /// The mean when each coin has the history of the one named at its place.
    ///
    /// O(coins) to O(coins · weeks).
    func value(_ source: [Int]) -> Double {
        var total = 0.0
        for coin in 0..<coins {
            let known = pairs.isEmpty ? .nan : pairs[source[coin] * coins + coin]
            total += known.isNaN ? week(by: source, coin) : known
        }
        return total
    }

    private func week(by source: [Int], _ coin: Int) -> Double {
        var total = 0.0
        for week in 0..<weeks {
            let own = outcome[coin * weeks + week]
            if own.isNaN { continue }
            var other = source[coin]
            // Ends at the coin itself at the latest, which counts in this week.
            while signal[other * weeks + week].isNaN { other = source[other] }
            total += signal[other * weeks + week] * own
        }
        return total
    }
}

/// The mean rank IC of a signal whose histories were given to other coins.
///
/// The coin i gets the whole history of the coin π(i). In a week in which that one does not count, it gets that of
/// π(π(i)), and so on until one does: the first return of π to the coins of the week. So each week's ranks are given to
/// the same coins again, none is lost or doubled, n stays as it was, and a coin that enters or leaves changes but one
/// pair. Where all coins count in all weeks this is π itself. To leave such pairs out would thin the weeks out, and
/// the test would compare a mean over n coins with means over fewer.
///
/// As ranks of a week do not change hands between weeks, the mean is a sum of products: Σ_w a_w Σ_i A(π(i), w) B(i, w), A and B the
/// ranks of signal and outcome, a the weight of the week.
struct PermutedMean {
    private let coins: Int
    private let weeks: Int
    /// Coin after coin, the outcome by the weight of its week; NaN where it does not count.
    private let signal: [Double]
    private let outcome: [Double]

    /// The means of these ranks, of which a week counts so much.
    init(_ signal: PanelMatrix, _ outcome: PanelMatrix, weights: [Double]) {
        (coins, weeks) = (signal.coins, signal.weeks)
        self.signal = signal.values
        self.outcome = outcome.values.enumerated().map { $1 * weights[$0 % signal.weeks] }
    }

    /// The mean when each coin has the history of the one named at its place.
    ///
    /// O(coins · weeks).
    func value(_ source: [Int]) -> Double {
        var total = 0.0
        for coin in 0..<coins {
            for week in 0..<weeks {
                let own = outcome[coin * weeks + week]
                if own.isNaN { continue }
                var other = source[coin]
                // Ends at the coin itself at the latest, which counts in this week.
                while signal[other * weeks + week].isNaN { other = source[other] }
                total += signal[other * weeks + week] * own
            }
        }
        return total
    }
}

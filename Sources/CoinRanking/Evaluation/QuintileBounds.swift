/// Coins cut into fifths by a value, the highest first, ties to nine decimals by place.
///
/// The best and the worst have ⌊N/5⌋ coins each, those beside them reach to ⌊2N/5⌋, the middle has the rest.
struct QuintileBounds {
    /// The places of the coins of each fifth, best first.
    let fifths: [[Int]]

    static let count = 5

    /// Cuts those of some coins, given in byte order of their ids, that have a value.
    ///
    /// O(n log n).
    init(_ coins: [Int], by value: (Int) -> Double) {
        let keys = coins.map { (coin: $0, value: rounded(value($0))) }.filter { !$0.value.isNaN }
        let order = keys.sorted { ($1.value, $0.coin) < ($0.value, $1.coin) }.map(\.coin)
        let (one, two, count) = (order.count / 5, 2 * order.count / 5, order.count)
        let ends = [0, one, two, count - two, count - one, count]
        fifths = (0..<QuintileBounds.count).map { Array(order[ends[$0]..<ends[$0 + 1]]) }
    }

    /// The cuts of each week of a signal.
    static func weekly(_ signal: PanelMatrix) -> [QuintileBounds] {
        (0..<signal.weeks).map { week in QuintileBounds(Array(0..<signal.coins)) { signal[$0, week] } }
    }
}

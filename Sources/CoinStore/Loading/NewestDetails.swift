internal import CoinModel

/// What the inputs of a load say of coins beside facts, of which the newest word of each coin and format is kept: memory
/// grows with the coins, not with the snapshots.
struct NewestDetails {
    private var newest: [Key: CoinDetail] = [:]

    private struct Key: Hashable {
        let coin: CoinArgument
        let source: String
    }

    /// What is to be written, in order.
    var all: [CoinDetail] { newest.values.sorted { ($0.source, $0.coin) < ($1.source, $1.coin) } }

    /// Takes what an accepted input says.
    mutating func take(_ details: [CoinDetail]) {
        for detail in details {
            let key = Key(coin: detail.coin, source: detail.source)
            if let known = newest[key], !detail.replaces(known) { continue }
            newest[key] = detail
        }
    }
}

extension CoinDetail {
    /// Whether it holds where another one of the same load is there too: the newer one does, of one moment the one with
    /// the greater fields, so that the order of inputs makes no difference.
    fileprivate func replaces(_ other: CoinDetail) -> Bool {
        guard time == other.time else { return (time?.milliseconds ?? 0) > (other.time?.milliseconds ?? 0) }
        let (mine, others) = (words, other.words)
        return others.lexicographicallyPrecedes(mine)
    }

    private var words: [String] {
        [quote] + CoinField.allCases.map { self[$0].map { $0.text ?? "\($0.number ?? 0)" } ?? "" }
    }
}

public import CoinModel

/// Ids that are written as names are, with capitals or blanks, where one coin of that name is known by a plain id: `Alder Chain`
/// for `alder-chain`.
public struct MisnamedIDs {
    /// The plain id that each of them was meant for.
    public let meant: [String: String]

    /// Those among the ids of some coins.
    public init(_ coins: [Coin]) {
        let written = Set(coins.map(\.id)).filter { id in id.utf8.contains { $0 == 0x20 || (0x41...0x5a).contains($0) }
        }
        guard !written.isEmpty else {
            meant = [:]
            return
        }
        var known: [String: Set<String>] = [:]
        for coin in coins where !written.contains(coin.id) {
            for word in [coin.id, MisnamedIDs.plain(coin.name)] { known[word, default: []].insert(coin.id) }
        }
        let pairs = written.compactMap { id in
            known[MisnamedIDs.plain(id)].flatMap { $0.count == 1 ? $0.first : nil }.map { (id, $0) }
        }
        meant = Dictionary(pairs) { first, _ in first }
    }

    private static func plain(_ text: String) -> String { fold(text).split(separator: " ").joined(separator: "-") }
}

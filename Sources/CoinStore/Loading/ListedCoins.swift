internal import CoinModel

/// The listed coins as a load finds and changes them: read once, however many lists it has.
struct ListedCoins {
    private var coins: [String: Coin] = [:]
    /// The coins with an entry for where a repository comes from, by its key.
    private var declarers: [String: Set<String>] = [:]

    init(_ coins: [Coin]) { for coin in coins { put(coin) } }

    /// All of them, by id.
    var all: [Coin] { coins.values.sorted { $0.id < $1.id } }

    subscript(id: String) -> Coin? { coins[id] }

    /// Puts an entry in place of the coin's old one.
    mutating func put(_ coin: Coin) {
        for upstream in coins[coin.id]?.upstreams ?? [] { declarers[upstream.repository.key]?.remove(coin.id) }
        for upstream in coin.upstreams { declarers[upstream.repository.key, default: []].insert(coin.id) }
        coins[coin.id] = coin
    }

    /// What new entries say of where repositories come from, and what the listed coins say of those that these lead to:
    /// a circle that was not there before lies within.
    func upstreams(ledToBy entries: [Coin]) -> [RepositoryUpstream] {
        let new = entries.filter { !$0.upstreams.isEmpty }
        let replaced = Set(new.map(\.id))
        var found = new.flatMap(\.upstreams)
        var seen: Set<String> = []
        var next = 0
        while next < found.count {
            let key = found[next].upstream.key
            next += 1
            guard seen.insert(key).inserted else { continue }
            for id in declarers[key, default: []].subtracting(replaced).sorted() {
                found += coins[id]?.upstreams.filter { $0.repository.key == key } ?? []
            }
        }
        return found
    }
}

internal import CoinModel

/// What coin lists say of one coin from moment to moment, and the load that each entry came with.
struct ListedCoin {
    /// The entry that always held; nil where every list has a date.
    private(set) var base: (coin: Coin, load: Int32)?
    /// The entries that hold from a moment on, by moment.
    private(set) var dated: [(coin: Coin, since: Instant, load: Int32)] = []

    /// The loads that its entries came with.
    var loads: [Int32] { (base.map { [$0.load] } ?? []) + dated.map(\.load) }

    /// The entry that holds at a moment, nil for the newest; before the first moment that any list speaks of the oldest
    /// one, as a list without a moment would.
    func coin(at moment: AsOf?) -> Coin? {
        dated.last { moment?.includes($0.since) ?? true }?.coin ?? base?.coin ?? dated.first?.coin
    }

    /// Takes an entry of a later load: one without a moment replaces all before it; of several since one moment the one
    /// loaded last holds.
    mutating func put(_ coin: Coin, since: Instant?, load: Int32) {
        guard let since else {
            (base, dated) = ((coin, load), [])
            return
        }
        dated.removeAll { $0.since == since }
        let place = dated.firstIndex { $0.since > since } ?? dated.count
        dated.insert((coin, since, load), at: place)
    }
}

/// The listed coins as a load finds and changes them: read once, however many lists it has.
struct ListedCoins {
    private var coins: [String: ListedCoin]
    /// The coins with an entry for where a repository comes from, by its key.
    private var declarers: [String: Set<String>] = [:]

    init(_ coins: [(id: String, listed: ListedCoin)]) {
        self.coins = Dictionary(firstOf: coins.map { ($0.id, $0.listed) })
        for (id, _) in coins { declare(id) }
    }

    /// The newest entries of all of them, by id.
    var all: [Coin] { coins.values.compactMap { $0.coin(at: nil) }.sorted { $0.id < $1.id } }

    subscript(id: String) -> ListedCoin? { coins[id] }

    /// Takes an entry of a coin.
    mutating func put(_ coin: Coin, since: Instant?, load: Int32) {
        for upstream in upstreams(of: coin.id) { declarers[upstream.repository.key]?.remove(coin.id) }
        coins[coin.id, default: ListedCoin()].put(coin, since: since, load: load)
        declare(coin.id)
    }

    private mutating func declare(_ id: String) {
        for upstream in upstreams(of: id) { declarers[upstream.repository.key, default: []].insert(id) }
    }

    private func upstreams(of id: String) -> [RepositoryUpstream] { coins[id]?.coin(at: nil)?.upstreams ?? [] }

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
                found += upstreams(of: id).filter { $0.repository.key == key }
            }
        }
        return found
    }
}

public import CoinModel

/// Finds the listed coins that unknown ids, symbols and names may mean, for many at once.
///
/// What it finds is reported and never taken.
public struct CoinNameMatches {
    private let universe: Universe
    private let plain: PlainNames
    private let ids: NearNameIndex
    private let symbols: NearNameIndex
    private let names: NearNameIndex

    /// The known coins.
    public init(_ coins: [Coin]) {
        universe = Universe(coins)
        plain = PlainNames(universe.coins)
        ids = NearNameIndex(universe.coins.map(\.id))
        symbols = NearNameIndex(universe.coins.map { fold($0.symbol) })
        names = NearNameIndex(universe.coins.map { fold($0.name) })
    }

    /// Whether a symbol and a name without an id are not a known coin's, and do not look like one's, which is reported by itself.
    public func isUnknown(_ key: CoinKey) -> Bool {
        universe.match(key, in: .source("")) == .unknown && universe.confusable(with: key).isEmpty
    }

    /// The coin that an unknown id may stand for: the one that has it for its name or symbol, else one whose id is one or two letters
    /// off, unless the source gives another symbol than its own; of a key without an id the one whose symbol or name is so.
    public func suggestedCoin(for key: CoinKey) -> Coin? {
        let symbol = key.symbol.map(fold) ?? ""
        guard let id = key.id else {
            let place = symbols.nearest(to: symbol) { _ in true }
            return (place ?? key.name.flatMap { names.nearest(to: fold($0)) { _ in true } }).map { universe.coins[$0] }
        }
        let fits = { (coin: Coin) in symbol.isEmpty || [symbol, ""].contains(fold(coin.symbol)) }
        if let named = plain.id(of: id), let place = universe.index(ofID: named), fits(universe.coins[place]) {
            return universe.coins[place]
        }
        if case .coin(let place) = universe.match(CoinKey(symbol: id), in: .source("")), symbol.isEmpty {
            return universe.coins[place]
        }
        return ids.nearest(to: id) { fits(universe.coins[$0]) }.map { universe.coins[$0] }
    }
}

public import CoinModel

/// Finds the listed coins that misspelt ids may stand for, of many ids at once.
public struct CoinNameMatches {
    private let coins: [Coin]
    private let index: NearNameIndex

    /// The listed coins.
    public init(_ coins: [Coin]) {
        self.coins = coins
        index = NearNameIndex(coins.map(\.id))
    }

    /// The listed coin whose id is one or two letters off, unless the source gives another symbol than its own.
    public func suggestedCoin(for key: CoinKey) -> Coin? {
        guard let id = key.id else { return nil }
        let symbol = key.symbol.map(fold) ?? ""
        let place = index.nearest(to: id) { symbol.isEmpty || [symbol, ""].contains(fold(coins[$0].symbol)) }
        return place.map { coins[$0] }
    }
}

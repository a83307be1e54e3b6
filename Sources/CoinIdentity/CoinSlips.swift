public import CoinModel

/// Finds the listed coins that misspelt ids may mean.
public struct CoinSlips {
    private let coins: [Coin]
    private let index: SlipIndex

    /// The listed coins.
    public init(_ coins: [Coin]) {
        self.coins = coins
        index = SlipIndex(coins.map(\.id))
    }

    /// The listed coin whose id is one or two letters off, unless the source gives another symbol than its own.
    public func coin(meantBy key: CoinKey) -> Coin? {
        guard let id = key.id else { return nil }
        let symbol = key.symbol.map(fold) ?? ""
        let place = index.nearest(to: id) { symbol.isEmpty || [symbol, ""].contains(fold(coins[$0].symbol)) }
        return place.map { coins[$0] }
    }
}

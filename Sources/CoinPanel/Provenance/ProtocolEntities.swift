public import CoinModel
internal import CoinStore

extension Panel {
    /// The entities of the protocols and chains that make up a coin's fundamentals at a moment.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func protocols(of coin: Int, at asOf: AsOf) throws -> Set<Int32> {
        let figures = ProtocolFigures(reader, resolution(at: asOf), order, at: asOf)
        let parts = try figures.partsOfCoins()[coin]?.values.joined().map(\.entity.id) ?? []
        return Set(parts)
    }
}

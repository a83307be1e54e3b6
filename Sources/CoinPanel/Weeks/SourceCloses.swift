internal import CoinIdentity
public import CoinModel
internal import CoinStore

extension Panel {
    /// The weekly closes of all coins by each source, the preferred ones first, then by name, with the rows of the cross-section
    /// of that moment; coins continue others by the migrations of another moment.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func closes(at asOf: AsOf, migratedBy moment: AsOf) throws -> [(source: String, weeks: WeeklyMatrix)] {
        var weeks = try marketWeeks(at: asOf, resolution(at: asOf), migratedBy: moment)
        let sources = try reader.sources(of: .close(quote)).sorted {
            (order.rank(of: $0), $0) < (order.rank(of: $1), $1)
        }
        return try sources.map { ($0, try weeks.weeks(.close(quote), of: $0)) }
    }

    /// The coins of the universe that a source says are traded no more, by their ids.
    public var inactiveCoins: Set<String> {
        let stored = reader.catalog.sourceCoins.filter { $0.coin.status == "inactive" }
        let coins = stored.compactMap { resolution.coin(of: $0.coin.reference) }
        return Set(coins.map { resolution.universe.coins[$0].id })
    }
}

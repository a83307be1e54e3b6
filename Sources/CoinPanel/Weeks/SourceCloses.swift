public import CoinModel
internal import CoinStore

extension Panel {
    /// The weekly closes of all coins by each source, by the source's name, with the rows of the cross-section of that
    /// moment.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func closes(at asOf: AsOf) throws -> [(source: String, weeks: WeeklyMatrix)] {
        var weeks = try marketWeeks(at: asOf, resolution(at: asOf))
        return try reader.sources(of: .close(quote)).sorted().map { ($0, try weeks.weeks(.close(quote), of: $0)) }
    }
}

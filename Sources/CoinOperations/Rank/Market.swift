internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// What the market adds up to in each of the newest `top` complete weeks, newest first: capitalisation, Bitcoin's share
/// of it, traded volume.
///
/// - Throws: `OperationError` when the store holds no observation.
public func market(_ request: RankRequest, in location: StoreLocation) throws -> Table {
    try location.open(.read).reading(known: request.known) { reader in
        let asOf = try asOf(of: request, reader)
        let parts = MarketSeries.parts
        let section = try Panel(reader, quote: request.quote).wholeSection(at: asOf, parts)
        var table = MarketSeries.table(of: section)
        if let top = request.top { table = table.top(top) }
        let digest = SectionDigest(section, parts).text(of: parts)
        table.notes.append(Provenance(asOf: asOf, known: request.known, section: digest).note)
        return table
    }
}

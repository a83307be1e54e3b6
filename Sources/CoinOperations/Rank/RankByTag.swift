internal import CoinRanking
public import CoinTables

/// The ranking by tags instead of by coins: the filter and the chosen coins say which coins are grouped, the order, the top
/// and the columns are those of the groups.
///
/// - Returns: a row a tag, and what is to be reported behind it where no coin has a rank, or its figures are too old.
/// - Throws: an error when a column, order or filter does not read, or no coin passes the filter.
public func rankByTag(
    _ request: RankRequest,
    in location: StoreLocation
) throws -> (table: Table, failure: OperationError?) {
    let groups = TagTable(try request.knownPreset())
    var (coins, shown) = (request, request)
    coins.columns = groups.columns.joined(separator: ",")
    (coins.sort, coins.top, coins.form) = (nil, nil, .rows)
    (shown.filter, shown.coins, shown.isShort) = (nil, nil, false)
    let ranked = try rank(coins, in: location)
    let table = groups.table(of: ranked.table)
    return (try Selection(shown, of: table.columns).apply(to: table), ranked.failure)
}

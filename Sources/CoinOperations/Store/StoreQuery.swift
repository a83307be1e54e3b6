internal import CoinModel
internal import CoinStore
public import CoinTables

/// What a store answers to one SQL statement that only reads, cut after so many rows; NULL is missing.
///
/// - Throws: `QueryError` when the statement is refused, wrong or takes too much.
public func storeQuery(
    _ sql: String,
    rows: Int,
    seconds: Double,
    in location: StoreLocation,
    tell: DiagnosticSink
) throws -> Table {
    let limits = QueryLimits(rows: rows, seconds: seconds)
    let answer = try location.open(.read).query(sql, limits, published: PublishedStore.tables)
    if answer.isCut {
        let next = "add LIMIT, or raise --limit-rows"
        tell(Diagnostic(.warning, "result-cut", "the result was cut after \(counted(rows, "row")); \(next)"))
    }
    return answer.table
}

/// What there is to report of a statement that did not end with its time, for whoever ends it.
public let queryOverTime = OperationError(QueryError.overTime).diagnostic

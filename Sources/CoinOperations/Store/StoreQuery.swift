public import CoinModel
internal import CoinStore
public import CoinTables

/// What a store answers to one SQL statement that only reads, cut after so many rows; NULL is missing.
///
/// A statement whose answer is not wanted any more, as `isCancelled` says, ends as one does whose time is over.
///
/// - Throws: `QueryError` when the statement is refused, wrong or takes too much.
public func storeQuery(
    _ sql: String,
    rows: Int,
    seconds: Double,
    in location: StoreLocation,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    report: DiagnosticSink
) throws -> Table {
    let store = try location.open(.read)
    let answer = try store.query(
        sql,
        rows: rows,
        seconds: seconds,
        isCancelled: isCancelled,
        published: PublishedStore.tables
    )
    if answer.isCut {
        let next = "add LIMIT, or raise --limit-rows"
        report(Diagnostic(.warning, "result-cut", "the result was cut after \(counted(rows, "row")); \(next)"))
    }
    return answer.table
}

/// The day of the newest fact of a source up to a day, of weekly ones the day on which the week begins; nil without one.
///
/// - Throws: `OperationError` when the store cannot be read.
public func newestDay(of source: String, upTo day: Day, in location: StoreLocation) throws -> Day? {
    try location.open(.read).reading { try $0.newestDay(ofSource: source, upTo: day) }
}

/// What there is to report of a statement that did not end with its time, for the caller that ends it.
public let queryOverTime = OperationError(QueryError.overTime).diagnostic

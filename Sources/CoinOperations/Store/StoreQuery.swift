internal import CoinModel
internal import CoinStore
public import CoinTables

/// What a store answers to one SQL statement that only reads, cut after so many rows; NULL is missing.
///
/// - Throws: `OperationError` when the statement is refused, wrong or takes too much.
public func storeQuery(
    _ sql: String,
    rows: Int,
    seconds: Double,
    in location: StoreLocation,
    report: DiagnosticSink
) throws -> Table {
    do {
        let answer = try location.open(.read).query(sql, QueryLimits(rows: rows, seconds: seconds))
        if answer.isCut {
            report(
                Diagnostic(
                    .warning,
                    "result-cut",
                    "the result was cut after \(rows) rows; add LIMIT, or raise --limit-rows"
                )
            )
        }
        return answer.table
    } catch let error as QueryError {
        throw OperationError(error)
    }
}

/// What there is to tell of a statement that did not end with its time, for whoever ends it.
public let queryOverTime = OperationError(QueryError.overTime).diagnostic

extension OperationError {
    fileprivate init(_ error: QueryError) {
        let place = error.place.isEmpty ? "sql" : "sql:" + error.place
        self.init(error.reason == .limit ? .failed : .usage, error.reason.rawValue, place: place, error.detail)
    }
}

internal import GRDBSQLite

/// Keeps a query from outside to reading and to a bounded time and memory, asked by SQLite about every action.
final class QueryGuard {
    /// What was asked for and not allowed, in words.
    private(set) var refused: String?
    /// Whether the time was over before the query was.
    private(set) var isTimeOver = false

    private let end: ContinuousClock.Instant
    private let isCancelled: @Sendable () -> Bool

    static let longestValue: Int32 = 1 << 20

    /// The most bytes that SQLite may take in this process.
    static let heapLimit: Int64 = 512 << 20

    /// The steps of SQLite's machine between two looks at the clock: some hundredths of a millisecond.
    private static let stepsBetweenLooks: Int32 = 1000

    /// A guard over a query of so many seconds; one whose answer is not wanted any more is over before.
    init(seconds: Double, isCancelled: @escaping @Sendable () -> Bool) {
        end = .now + .seconds(min(max(seconds, 0), 1e9))
        self.isCancelled = isCancelled
    }

    /// Ends what a connection does when the time is over; the guard has to live as long as it.
    func limitTime(of connection: OpaquePointer?) {
        sqlite3_hard_heap_limit64(QueryGuard.heapLimit)
        unsafe sqlite3_progress_handler(
            connection,
            QueryGuard.stepsBetweenLooks,
            { context in
                guard let context = unsafe context else { return 1 }
                return unsafe Unmanaged<QueryGuard>.fromOpaque(context).takeUnretainedValue().stops() ? 1 : 0
            },
            unsafe Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Watches a connection while a statement from outside is on it.
    func watching<Value>(_ connection: OpaquePointer?, _ body: () throws -> Value) rethrows -> Value {
        let before = QueryGuard.limits.map { unsafe ($0, sqlite3_limit(connection, $0, $1)) }
        unsafe sqlite3_set_authorizer(
            connection,
            { context, action, first, second, _, _ in
                guard let context = unsafe context else { return SQLITE_DENY }
                let watcher = unsafe Unmanaged<QueryGuard>.fromOpaque(context).takeUnretainedValue()
                let names = unsafe (first.map { unsafe String(cString: $0) }, second.map { unsafe String(cString: $0) })
                return watcher.allows(action, names.0 ?? "", names.1 ?? "") ? SQLITE_OK : SQLITE_DENY
            },
            unsafe Unmanaged.passUnretained(self).toOpaque()
        )
        defer {
            unsafe sqlite3_set_authorizer(connection, nil, nil)
            for (limit, value) in before { unsafe sqlite3_limit(connection, limit, value) }
        }
        return try body()
    }

    private static let limits = [
        (SQLITE_LIMIT_LENGTH, longestValue), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20), (SQLITE_LIMIT_ATTACHED, 0),
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    private func allows(_ action: Int32, _ first: String, _ second: String) -> Bool {
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return true
        case SQLITE_FUNCTION where QueryGuard.functions.contains(second.lowercased()): return true
        case SQLITE_FUNCTION: refused = "the function \(second)"
        case SQLITE_PRAGMA where QueryGuard.readingPragmas.contains(first.lowercased()): return true
        case SQLITE_PRAGMA: refused = "PRAGMA \(first)"
        // So a table function is declared that none of the house's is.
        case SQLITE_UPDATE where first == "sqlite_master": refused = "that table function"
        default: refused = QueryGuard.names[action] ?? QueryGuard.change
        }
        return false
    }

    private func stops() -> Bool {
        isTimeOver = isTimeOver || .now >= end || isCancelled()
        return isTimeOver
    }

    /// Pragmas that show the shape of tables, read as `pragma_table_info('coin')`.
    static let readingPragmas = ["table_info", "table_xinfo", "table_list", "index_list", "index_info"]

    /// Functions that work on values alone; those of a newer SQLite are refused until they are listed here.
    private static let functions = Set(
        """
        -> ->> abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos
        cosh count cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp
        first_value floor format glob group_concat hex ifnull iif instr json json_array json_array_length
        json_extract json_group_array json_group_object json_insert json_object json_patch json_quote
        json_remove json_replace json_set json_type json_valid julianday lag last_value lead length like
        likelihood likely ln log log10 log2 lower ltrim max min mod nth_value ntile nullif octet_length
        percent_rank pi pow power printf quote radians random randomblob rank replace round row_number rtrim
        sign sin sinh sqlite_version sqrt strftime string_agg substr substring sum tan tanh time timediff total
        trim trunc typeof unhex unicode unixepoch unlikely upper zeroblob
        """.split { $0.isWhitespace }.map(String.init)
    )

    static let change = "a statement that changes something"

    private static let names = [
        SQLITE_ATTACH: "ATTACH", SQLITE_DETACH: "DETACH", SQLITE_DELETE: "DELETE", SQLITE_INSERT: "INSERT",
        SQLITE_UPDATE: "UPDATE", SQLITE_TRANSACTION: "a transaction", SQLITE_SAVEPOINT: "SAVEPOINT",
        SQLITE_ALTER_TABLE: "ALTER TABLE", SQLITE_REINDEX: "REINDEX", SQLITE_ANALYZE: "ANALYZE",
    ]
}

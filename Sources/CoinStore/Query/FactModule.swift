internal import CoinModel
internal import GRDBSQLite

/// What SQLite calls to read a table function: eponymous, read-only, its arguments in hidden columns.
enum FactModule {
    /// Registers a table function for a connection; it has to live as long as that.
    static func register(_ function: FactFunction, on connection: OpaquePointer) -> Int32 {
        let me = unsafe Unmanaged.passUnretained(function).toOpaque()
        return unsafe sqlite3_create_module_v2(connection, function.kind.rawValue, module, me, nil)
    }

    /// SQLite's table object, with the function behind what SQLite knows of it.
    @unsafe private struct TableObject {
        var base = unsafe sqlite3_vtab()
        let function: Unmanaged<FactFunction>
    }

    /// SQLite's cursor object, with the scan behind what SQLite knows of it.
    @unsafe private struct CursorObject {
        var base = unsafe sqlite3_vtab_cursor()
        let scan: Unmanaged<FactScan>
    }

    /// One for all connections; SQLite only reads it.
    nonisolated(unsafe) private static let module: UnsafePointer<sqlite3_module> = {
        var module = sqlite3_module()
        unsafe module.xConnect = { connection, function, _, _, table, _ in
            guard let connection = unsafe connection, let function = unsafe function, let table = unsafe table else {
                return SQLITE_MISUSE
            }
            return unsafe connect(connection, Unmanaged<FactFunction>.fromOpaque(function), table)
        }
        unsafe module.xDisconnect = { table in
            if let table = unsafe table { unsafe UnsafeMutableRawPointer(table).deallocate() }
            return SQLITE_OK
        }
        unsafe module.xBestIndex = { _, index in
            guard let index = unsafe index else { return SQLITE_MISUSE }
            return unsafe FactBounds.choose(&index.pointee)
        }
        unsafe module.xOpen = { table, cursor in
            guard let table = unsafe table, let cursor = unsafe cursor else { return SQLITE_MISUSE }
            let function = unsafe UnsafeMutableRawPointer(table).load(as: TableObject.self).function
            let object = UnsafeMutablePointer<CursorObject>.allocate(capacity: 1)
            let scan = unsafe FactScan(function.takeUnretainedValue())
            unsafe object.initialize(to: CursorObject(scan: Unmanaged.passRetained(scan)))
            unsafe cursor.pointee = UnsafeMutableRawPointer(object).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
            return SQLITE_OK
        }
        unsafe module.xClose = { cursor in
            guard let cursor = unsafe cursor else { return SQLITE_MISUSE }
            unsafe object(cursor).pointee.scan.release()
            unsafe object(cursor).deallocate()
            return SQLITE_OK
        }
        unsafe module.xFilter = { cursor, plan, _, count, arguments in
            let values = unsafe UnsafeBufferPointer(start: arguments, count: Int(count))
            let bounds = unsafe FactBounds(plan: plan, values)
            return unsafe with(cursor) { scan in scan.function.attempt { try scan.begin(bounds) } }
        }
        unsafe module.xNext = { unsafe with($0) { scan in scan.function.attempt { try scan.advance() } } }
        unsafe module.xEof = { unsafe with($0) { $0.isAtEnd ? 1 : 0 } }
        unsafe module.xColumn = { cursor, context, column in
            guard let context = unsafe context else { return SQLITE_MISUSE }
            return unsafe with(cursor) { scan in
                unsafe give(scan, FactBounds.Column(rawValue: column), context)
                return SQLITE_OK
            }
        }
        unsafe module.xRowid = { cursor, number in
            unsafe with(cursor) { scan in
                unsafe number?.pointee = scan.number
                return SQLITE_OK
            }
        }
        let place = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
        unsafe place.initialize(to: module)
        return unsafe UnsafePointer(place)
    }()

    private static func connect(
        _ connection: OpaquePointer,
        _ function: Unmanaged<FactFunction>,
        _ made: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>
    ) -> Int32 {
        let time = unsafe function.takeUnretainedValue().kind == .weekly ? "week_start" : "time"
        let table = """
            CREATE TABLE facts (entity_id INTEGER, key TEXT, source TEXT, \(time) TEXT, value REAL,
                                metric TEXT HIDDEN, since TEXT HIDDEN, until TEXT HIDDEN)
            """
        let code = unsafe sqlite3_declare_vtab(connection, table)
        guard code == SQLITE_OK else { return code }
        let object = UnsafeMutablePointer<TableObject>.allocate(capacity: 1)
        unsafe object.initialize(to: TableObject(function: function))
        unsafe made.pointee = UnsafeMutableRawPointer(object).assumingMemoryBound(to: sqlite3_vtab.self)
        return SQLITE_OK
    }

    private static func object(_ cursor: UnsafeMutableRawPointer) -> UnsafeMutablePointer<CursorObject> {
        unsafe cursor.assumingMemoryBound(to: CursorObject.self)
    }

    private typealias Cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>

    private static func with(_ cursor: Cursor?, _ body: (FactScan) -> Int32) -> Int32 {
        guard let cursor = unsafe cursor else { return SQLITE_MISUSE }
        return unsafe body(object(cursor).pointee.scan.takeUnretainedValue())
    }

    /// Hands SQLite a value of the row that a scan stands on.
    private static func give(_ scan: FactScan, _ column: FactBounds.Column?, _ context: OpaquePointer) {
        guard !scan.isAtEnd, let entity = scan.entity, let column else { return unsafe sqlite3_result_null(context) }
        let text: String?
        switch column {
        case .entity: return unsafe sqlite3_result_int64(context, Int64(entity.id))
        case .value: return unsafe sqlite3_result_double(context, scan.value)
        case .key: text = entity.key
        case .source: text = scan.source
        case .time: text = scan.time
        case .metric: text = scan.bounds.metric
        case .since: text = scan.bounds.since
        case .until: text = scan.bounds.until
        }
        guard var text else { return unsafe sqlite3_result_null(context) }
        text.withUTF8 { bytes in
            let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                unsafe sqlite3_result_text(context, bytes.baseAddress, Int32(bytes.count), copied)
            }
        }
    }
}

internal import CoinModel
internal import GRDBSQLite

/// What SQLite calls to read a table function: eponymous, read-only, its arguments in hidden columns.
///
/// Bounds on metric, key, entity and time are taken over, and SQLite checks each of them again, so what is taken over
/// may be coarser than what was asked for and never finer.
enum FactModule {
    /// The columns, in the order of the declaration.
    enum Column: Int32 {
        case entity, key, source, time, value, metric, since, until
    }

    /// A bound that is taken over, a bit of the plan; the arguments come in this order.
    struct Plan: OptionSet {
        let rawValue: Int32

        static let metric = Plan(rawValue: 1)
        static let since = Plan(rawValue: 2)
        static let until = Plan(rawValue: 4)
        static let key = Plan(rawValue: 8)
        static let entity = Plan(rawValue: 16)
        static let atTime = Plan(rawValue: 32)
        static let fromTime = Plan(rawValue: 64)
        static let toTime = Plan(rawValue: 128)

        static let all: [Plan] = [.metric, .since, .until, .key, .entity, .atTime, .fromTime, .toTime]
    }

    /// Makes a table function known to a connection; it has to live as long as that.
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
            return unsafe plan(&index.pointee)
        }
        unsafe module.xOpen = { table, cursor in
            guard let table = unsafe table, let cursor = unsafe cursor else { return SQLITE_MISUSE }
            let function = unsafe UnsafeMutableRawPointer(table).assumingMemoryBound(to: TableObject.self).pointee
                .function
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
            guard let cursor = unsafe cursor else { return SQLITE_MISUSE }
            let scan = unsafe scan(cursor)
            let values = unsafe UnsafeBufferPointer(start: arguments, count: Int(count))
            let bounds = unsafe bounds(Plan(rawValue: plan), values)
            return scan.function.attempt { try scan.begin(bounds) } ? SQLITE_OK : SQLITE_ERROR
        }
        unsafe module.xNext = { cursor in
            guard let cursor = unsafe cursor else { return SQLITE_MISUSE }
            let scan = unsafe scan(cursor)
            return scan.function.attempt { try scan.advance() } ? SQLITE_OK : SQLITE_ERROR
        }
        unsafe module.xEof = { cursor in
            guard let cursor = unsafe cursor else { return 1 }
            return unsafe scan(cursor).current == nil ? 1 : 0
        }
        unsafe module.xColumn = { cursor, context, column in
            guard let cursor = unsafe cursor, let context = unsafe context else { return SQLITE_MISUSE }
            unsafe tell(scan(cursor), Column(rawValue: column), context)
            return SQLITE_OK
        }
        unsafe module.xRowid = { cursor, number in
            guard let cursor = unsafe cursor, let number = unsafe number else { return SQLITE_MISUSE }
            unsafe number.pointee = unsafe scan(cursor).current?.number ?? 0
            return SQLITE_OK
        }
        let place = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
        unsafe place.initialize(to: module)
        return unsafe UnsafePointer(place)
    }()

    private static func connect(
        _ connection: OpaquePointer,
        _ function: Unmanaged<FactFunction>,
        _ table: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>
    ) -> Int32 {
        let kind = unsafe function.takeUnretainedValue().kind
        let code = unsafe sqlite3_declare_vtab(
            connection,
            """
            CREATE TABLE facts (entity_id INTEGER, key TEXT, source TEXT, \(kind.timeColumn) TEXT, value REAL,
                                metric TEXT HIDDEN, since TEXT HIDDEN, until TEXT HIDDEN)
            """
        )
        guard code == SQLITE_OK else { return code }
        let object = UnsafeMutablePointer<TableObject>.allocate(capacity: 1)
        unsafe object.initialize(to: TableObject(function: function))
        unsafe table.pointee = UnsafeMutableRawPointer(object).assumingMemoryBound(to: sqlite3_vtab.self)
        return SQLITE_OK
    }

    private static func object(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>) -> UnsafeMutablePointer<
        CursorObject
    > {
        unsafe UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: CursorObject.self)
    }

    private static func scan(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>) -> FactScan {
        unsafe object(cursor).pointee.scan.takeUnretainedValue()
    }

    /// Chooses the bounds that are taken over.
    private static func plan(_ index: inout sqlite3_index_info) -> Int32 {
        var places: [Int32: Int] = [:]
        for place in 0..<Int(unsafe index.nConstraint) {
            let constraint = unsafe index.aConstraint[place]
            guard let column = Column(rawValue: constraint.iColumn) else { continue }
            let isEqual = Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ
            // An argument is no filter: without it the rows would be others.
            let isArgument = isEqual && column.rawValue >= Column.metric.rawValue
            let isUsable = constraint.usable != 0
            if isArgument, !isUsable { return SQLITE_CONSTRAINT }
            guard isUsable, let bit = bound(column, Int32(constraint.op)) else { continue }
            // Another collation than that of bytes may hold more texts equal.
            if column != .entity {
                guard let collation = unsafe sqlite3_vtab_collation(&index, Int32(place)),
                    unsafe String(cString: collation).uppercased() == "BINARY"
                else {
                    if isArgument { return SQLITE_CONSTRAINT }
                    continue
                }
            }
            if places[bit.rawValue] == nil { places[bit.rawValue] = place }
        }
        var taken: Plan = []
        var count: Int32 = 0
        for bit in Plan.all {
            guard let place = places[bit.rawValue] else { continue }
            count += 1
            unsafe index.aConstraintUsage[place].argvIndex = count
            taken.insert(bit)
        }
        unsafe index.idxNum = taken.rawValue
        var rows = 5e6
        if !taken.isDisjoint(with: [.key, .entity]) { rows /= 250 }
        if !taken.isDisjoint(with: [.since, .until, .fromTime, .toTime]) { rows /= 4 }
        if taken.contains(.atTime) { rows /= 50 }
        unsafe index.estimatedCost = rows
        unsafe index.estimatedRows = Int64(rows)
        return SQLITE_OK
    }

    private static func bound(_ column: Column, _ operation: Int32) -> Plan? {
        switch (column, operation) {
        case (.metric, SQLITE_INDEX_CONSTRAINT_EQ): .metric
        case (.since, SQLITE_INDEX_CONSTRAINT_EQ): .since
        case (.until, SQLITE_INDEX_CONSTRAINT_EQ): .until
        case (.key, SQLITE_INDEX_CONSTRAINT_EQ): .key
        case (.entity, SQLITE_INDEX_CONSTRAINT_EQ): .entity
        case (.time, SQLITE_INDEX_CONSTRAINT_EQ): .atTime
        case (.time, SQLITE_INDEX_CONSTRAINT_GT), (.time, SQLITE_INDEX_CONSTRAINT_GE): .fromTime
        case (.time, SQLITE_INDEX_CONSTRAINT_LT), (.time, SQLITE_INDEX_CONSTRAINT_LE): .toTime
        default: nil
        }
    }

    private static func bounds(
        _ plan: Plan,
        _ values: UnsafeBufferPointer<OpaquePointer?>
    ) -> FactScan.Bounds {
        var bounds = FactScan.Bounds()
        for unsafe(bit, value) in unsafe zip(Plan.all.filter { plan.contains($0) }, values) {
            let text = unsafe text(value)
            // Texts of times compare as their first ten bytes do, a date.
            let day = text.flatMap { Day(String($0.prefix(10))) }
            let days = bounds.days
            switch bit {
            case .metric: bounds.metric = text
            // Nothing equals NULL.
            case _ where unsafe sqlite3_value_type(value) == SQLITE_NULL: bounds.isEmpty = true
            case .since: bounds.since = text ?? ""
            case .until: bounds.until = text ?? ""
            case .key: bounds.key = text
            case .entity where unsafe sqlite3_value_type(value) == SQLITE_INTEGER:
                bounds.entity = unsafe sqlite3_value_int64(value)
            case .atTime, .fromTime, .toTime:
                guard let day else { continue }
                let low = bit == .toTime ? days.lowerBound : max(days.lowerBound, day)
                let high = bit == .fromTime ? days.upperBound : min(days.upperBound, day)
                if low <= high { bounds.days = low...high } else { bounds.isEmpty = true }
            default: break
            }
        }
        return bounds
    }

    private static func text(_ value: OpaquePointer?) -> String? {
        guard unsafe sqlite3_value_type(value) == SQLITE_TEXT, let bytes = unsafe sqlite3_value_text(value) else {
            return nil
        }
        let count = unsafe Int(sqlite3_value_bytes(value))
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Hands SQLite a value of the row that a scan stands on.
    private static func tell(_ scan: FactScan, _ column: Column?, _ context: OpaquePointer) {
        guard let fact = scan.current, let column else { return unsafe sqlite3_result_null(context) }
        let text: String?
        switch column {
        case .entity: return unsafe sqlite3_result_int64(context, Int64(fact.entity.id))
        case .value: return unsafe sqlite3_result_double(context, fact.value)
        case .key: text = fact.entity.key
        case .source: text = fact.source
        case .time: text = fact.time
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

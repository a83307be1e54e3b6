internal import CoinModel
internal import GRDBSQLite

/// The bounds on a table function that are taken over, a bit each.
///
/// SQLite checks each of them again, so what is taken over may be coarser than what was asked for and never finer.
struct FactPlan: OptionSet {
    let rawValue: Int32

    static let metric = FactPlan(rawValue: 1)
    static let since = FactPlan(rawValue: 2)
    static let until = FactPlan(rawValue: 4)
    static let key = FactPlan(rawValue: 8)
    static let entity = FactPlan(rawValue: 16)
    static let atTime = FactPlan(rawValue: 32)
    static let fromTime = FactPlan(rawValue: 64)
    static let toTime = FactPlan(rawValue: 128)

    static let all: [FactPlan] = [.metric, .since, .until, .key, .entity, .atTime, .fromTime, .toTime]

    /// The columns, in the order of the declaration.
    enum Column: Int32 {
        case entity, key, source, time, value, metric, since, until
    }

    /// Chooses the bounds that are taken over.
    static func choose(_ index: inout sqlite3_index_info) -> Int32 {
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
        var taken: FactPlan = []
        var count: Int32 = 0
        for bit in FactPlan.all {
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

    private static func bound(_ column: Column, _ operation: Int32) -> FactPlan? {
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

    /// What a scan is limited to, by the values that SQLite hands over in the order of the bits.
    func bounds(_ values: UnsafeBufferPointer<OpaquePointer?>) -> FactScan.Bounds {
        var bounds = FactScan.Bounds()
        for unsafe(bit, value) in unsafe zip(FactPlan.all.filter { contains($0) }, values) {
            let text = unsafe FactPlan.text(value)
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
}

internal import CoinModel
internal import GRDBSQLite

/// What the rows of a table function are limited to; SQLite checks each bound again, so these may be coarser.
struct FactBounds {
    /// The columns, in the order of the declaration; those from `metric` on are the arguments.
    enum Column: Int32 {
        case entity, key, source, time, value, metric, since, until
    }

    /// The bounds that are taken over from a statement, in the order in which SQLite hands over their values.
    private enum Bound: Int32, CaseIterable {
        case metric, since, until, key, entity, atTime, fromTime, toTime

        init?(_ column: Int32, _ operation: Int32) {
            switch (Column(rawValue: column), operation) {
            case (.metric, SQLITE_INDEX_CONSTRAINT_EQ): self = .metric
            case (.since, SQLITE_INDEX_CONSTRAINT_EQ): self = .since
            case (.until, SQLITE_INDEX_CONSTRAINT_EQ): self = .until
            case (.key, SQLITE_INDEX_CONSTRAINT_EQ): self = .key
            case (.entity, SQLITE_INDEX_CONSTRAINT_EQ): self = .entity
            case (.time, SQLITE_INDEX_CONSTRAINT_EQ): self = .atTime
            case (.time, SQLITE_INDEX_CONSTRAINT_GT), (.time, SQLITE_INDEX_CONSTRAINT_GE): self = .fromTime
            case (.time, SQLITE_INDEX_CONSTRAINT_LT), (.time, SQLITE_INDEX_CONSTRAINT_LE): self = .toTime
            default: return nil
            }
        }

        /// An argument is no filter: without it the rows would be others.
        var isArgument: Bool { [.metric, .since, .until].contains(self) }

        /// What part of the rows it leaves, for SQLite's planner.
        var share: Double {
            switch self {
            case .metric: 1
            case .key, .entity: 1 / 250
            case .atTime: 1 / 50
            case .since, .until, .fromTime, .toTime: 1 / 4
            }
        }
    }

    private(set) var metric: String?
    private(set) var since: String?
    private(set) var until: String?
    private(set) var key: String?
    private(set) var entity: Int64?
    /// The days that the times may lie in.
    private(set) var days = Day(index: .min)...Day(index: .max)
    /// Whether no time can lie within them.
    private(set) var isEmpty = false

    init() {}

    /// Chooses the bounds that are taken over: a bit each in the plan's number.
    static func choose(_ index: inout sqlite3_index_info) -> Int32 {
        var places: [Bound: Int] = [:]
        for place in 0..<Int(unsafe index.nConstraint) {
            let constraint = unsafe index.aConstraint[place]
            guard let bound = Bound(constraint.iColumn, Int32(constraint.op)) else { continue }
            // Another collation than that of bytes may hold more texts equal.
            let collation = unsafe sqlite3_vtab_collation(&index, Int32(place)).map { unsafe String(cString: $0) }
            let isExact = bound == .entity || collation?.uppercased() == "BINARY"
            if constraint.usable != 0, isExact {
                places[bound] = places[bound] ?? place
            } else if bound.isArgument {
                return SQLITE_CONSTRAINT
            }
        }
        var (plan, rows) = (Int32(0), 5e6)
        for (number, bound) in Bound.allCases.filter({ places[$0] != nil }).enumerated() {
            unsafe index.aConstraintUsage[places[bound] ?? 0].argvIndex = Int32(number) + 1
            plan |= 1 << bound.rawValue
            rows *= bound.share
        }
        unsafe index.idxNum = plan
        unsafe index.estimatedCost = rows
        unsafe index.estimatedRows = Int64(rows)
        return SQLITE_OK
    }

    /// The bounds of a plan with the values that SQLite hands over for them.
    init(plan: Int32, _ values: UnsafeBufferPointer<OpaquePointer?>) {
        let taken = Bound.allCases.filter { plan >> $0.rawValue & 1 == 1 }
        for unsafe(bound, value) in unsafe zip(taken, values) {
            let text = unsafe FactBounds.text(value)
            switch bound {
            case .metric: metric = text
            // Nothing equals NULL.
            case _ where unsafe sqlite3_value_type(value) == SQLITE_NULL: isEmpty = true
            case .since: since = text ?? ""
            case .until: until = text ?? ""
            case .key: key = text
            case .entity:
                if unsafe sqlite3_value_type(value) == SQLITE_INTEGER { entity = unsafe sqlite3_value_int64(value) }
            case .atTime, .fromTime, .toTime:
                // Texts of times compare as their first ten bytes do, a date.
                guard let day = text.flatMap({ Day(String($0.prefix(10))) }) else { continue }
                let low = bound == .toTime ? days.lowerBound : max(days.lowerBound, day)
                let high = bound == .fromTime ? days.upperBound : min(days.upperBound, day)
                if low <= high { days = low...high } else { isEmpty = true }
            }
        }
    }

    private static func text(_ value: OpaquePointer?) -> String? {
        guard unsafe sqlite3_value_type(value) == SQLITE_TEXT, let bytes = unsafe sqlite3_value_text(value) else {
            return nil
        }
        let count = unsafe Int(sqlite3_value_bytes(value))
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}

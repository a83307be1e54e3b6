public import CoinTables

/// How a coin enters or leaves a list that a condition defines, such as a screen or the first ten.
///
/// This is the only place where entering and leaving are conditions: each happens when its own becomes true of a coin. What is
/// missing, and a coin that is late, are neither in nor out: alerts then go on from what was known last, and a feed, which compares
/// two moments, has no change.
public enum MembershipChange: String, CaseIterable, Sendable {
    /// A coin is in that was not, or that was not known.
    case enters
    /// A coin that was in is not.
    case leaves

    /// What becomes true of a coin.
    public func condition(of list: String) -> String { self == .enters ? "(\(list))" : "not (\(list))" }

    /// Whether it happens to a coin that was not there before.
    public var countsNewCoins: Bool { self == .enters }
}

/// Whether a condition is true of the rows of a ranking, false, or not known, with its late coins anywhere.
public struct ConditionTruth {
    private let filter: Filter
    private let late: LateCoins

    /// The columns that are read of a coin beside those of a condition.
    public static let columns = ["rank", "flags"]

    /// A condition on the rows of a table, which has `columns` where ranks may move by late coins.
    ///
    /// - Throws: `RequestError` when it does not read.
    public init(_ condition: String, of table: Table) throws {
        filter = try Filter(parsing: condition, columns: table.columns)
        late = LateCoins(table)
    }

    /// The places of the columns that the condition reads.
    public var columns: Set<Int> { filter.columns }

    /// Whether it is true of a row; nil where that is not known, or hangs on what is late.
    public func value(of row: [Cell]) -> Bool? {
        let values = late.readings(of: row).map(filter.truth)
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}

/// The coins of a ranking that are late: a week of their last 12 was not observed yet.
///
/// This is the only place where alerts leave out what lateness alone did: a late coin raises none, and a rank counts as moved
/// only if it has wherever the late coins may belong.
struct LateCoins {
    private let flags: Int?
    private let rank: Int?
    /// The ranks of the late coins, nil for one without.
    private let ranks: [Int?]

    init(_ table: Table) {
        flags = table.columns.firstIndex { $0.name == "flags" }
        rank = table.columns.firstIndex { $0.name == "rank" }
        let rank = rank
        ranks = table.rows.filter { [flags] row in LateCoins.isLate(row, flags) }.map { row in
            if let rank, case .integer(let place) = row[rank] { place } else { nil }
        }
    }

    /// What a row may be with the late coins anywhere: none of a late coin, with two ranks where these make a difference.
    func readings(of row: [Cell]) -> [[Cell]] {
        if LateCoins.isLate(row, flags) { return [] }
        guard !ranks.isEmpty, let rank, case .integer(let place) = row[rank] else { return [row] }
        let best = place - ranks.count { $0.map { $0 < place } ?? false }
        return [best, best + ranks.count].map { place in
            var reading = row
            reading[rank] = .integer(place)
            return reading
        }
    }

    private static func isLate(_ row: [Cell], _ flags: Int?) -> Bool {
        guard let flags, case .text(let text) = row[flags] else { return false }
        return text.split(separator: ", ").contains("late")
    }
}

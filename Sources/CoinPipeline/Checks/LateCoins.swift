internal import CoinTables

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

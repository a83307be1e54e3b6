import CoinModel
import CoinTables
import Testing

@testable import CoinOperations

@Suite struct LateCoinsTests {
    private static let columns = [
        Column("rank", "Rank", .integer, meaning: "The rank."), Column("coin_id", "Coin", .text, meaning: "The coin."),
        Column("flags", "Flags", .text, meaning: "The flags."),
    ]

    private static func table(_ rows: [(rank: Int?, id: String, flags: String?)]) -> Table {
        Table(
            title: "",
            columns: columns,
            rows: rows.map { row in
                [
                    row.rank.map(Cell.integer) ?? .missing(.notRanked), .text(row.id),
                    row.flags.map(Cell.text) ?? .missing(.notCloned),
                ]
            }
        )
    }

    /// The ranks that each coin may have; nil for a coin that alerts leave alone.
    private static func ranks(_ table: Table) -> [[Int?]?] {
        let late = LateCoins(table)
        return table.rows.map { row in
            let readings = late.readings(of: row)
            return readings.isEmpty
                ? nil : readings.map { if case .integer(let place) = $0[0] { place } else { nil } }
        }
    }

    @Test("A late coin has no simulated rank, and the others share the remaining ranks")
    func ranks() {
        let table = Self.table([
            (1, "a", ""), (2, "b", "burst, late"), (3, "c", "burst"), (nil, "d", "late"), (nil, "e", nil),
        ])
        #expect(Self.ranks(table) == [[1, 3], nil, [2, 4], nil, [nil]])
    }

    @Test("Without late coins ranks are unchanged")
    func noneLate() {
        #expect(Self.ranks(Self.table([(1, "a", ""), (2, "b", "related"), (nil, "c", nil)])) == [[1], [2], [nil]])
    }

    @Test("A condition is unknown of a late coin, and where it depends on the places of late coins")
    func truth() throws {
        let table = Self.table([(1, "a", ""), (2, "b", "late"), (3, "c", ""), (4, "d", ""), (nil, "e", "")])
        let enters = try ConditionTruth(MembershipChange.enters.condition(of: "rank <= 2"), of: table)
        let leaves = try ConditionTruth(MembershipChange.leaves.condition(of: "rank <= 2"), of: table)
        #expect(table.rows.map(enters.value) == [true, nil, nil, false, nil])
        #expect(table.rows.map(leaves.value) == [false, nil, nil, true, nil])
    }
}

internal import CoinModel

/// The rows of a ranking whose coins have one tag; a coin with several tags is in as many groups.
///
/// This is the only place where rows of a ranking are grouped by tags.
public struct TagGroup {
    /// The tag.
    public let tag: String
    /// The places of the rows, ranked or not, in the ranking's order.
    public let rows: [Int]
    /// The places of those with a rank.
    public let ranked: [Int]
    private let cells: NamedRows

    /// All groups of a table with the columns `rank` and `tags`: those of most ranked coins first, then of most coins, then by
    /// tag.
    public static func all(of table: Table) -> [TagGroup] {
        let cells = NamedRows(table)
        guard cells.column("tags") != nil, cells.column("rank") != nil else { return [] }
        var rows: [String: [Int]] = [:]
        for row in table.rows.indices {
            for tag in cells.text(row, "tags").split(separator: CoinTag.separator) {
                rows[String(tag), default: []].append(row)
            }
        }
        return rows.map { tag, rows in
            TagGroup(tag: tag, rows: rows, ranked: rows.filter { cells.number($0, "rank").isFinite }, cells: cells)
        }.sorted { (-$0.ranked.count, -$0.rows.count, $0.tag) < (-$1.ranked.count, -$1.rows.count, $1.tag) }
    }

    /// The numbers of a column of the ranked rows where they are there, or of all rows.
    public func numbers(_ column: String, ofAll: Bool = false) -> [Double] {
        (ofAll ? rows : ranked).map { cells.number($0, column) }.filter(\.isFinite)
    }

    /// The median of a column over the ranked rows; NaN where none has a number.
    public func median(_ column: String) -> Double {
        let numbers = numbers(column)
        return numbers.isEmpty ? .nan : CoinModel.median(numbers)
    }

    /// How many ranked coins more likely than not rose by over a quarter: `p_up` of 0.5 or more.
    public var rising: Int { numbers("p_up").count { $0 >= 0.5 } }

    /// The names of the first ranked coins, their symbols where they have none.
    public func best(_ count: Int) -> [String] {
        ranked.prefix(count).map { row in
            let name = cells.text(row, "name")
            return name.isEmpty ? cells.text(row, "symbol") : name
        }
    }
}

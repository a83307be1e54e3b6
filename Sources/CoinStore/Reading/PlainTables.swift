internal import CoinModel
public import CoinTables
internal import GRDB

// The small tables of a state, as they stand.
extension StoreReader {
    /// The newest fact of a metric of one entity by one source.
    public struct Latest: Sendable {
        /// The value.
        public let value: Double
        /// Twice its milliseconds since 1970, odd for a fact of a whole day; larger is newer.
        let moment: Int64

        /// The moment, or the day of a fact of a whole day.
        public var time: String {
            let instant = Instant(milliseconds: moment >> 1)
            return moment & 1 == 1 ? instant.day.description : instant.description
        }

        /// Whether it is newer than another one.
        public func isNewer(than other: Latest) -> Bool { moment > other.moment }
    }

    /// Hands over what each coin was last seen with by each source, and says of which metrics.
    ///
    /// - Returns: the names of the metrics, in order of the facts of a row.
    public func latest(_ take: (_ entity: Int32, _ source: String, _ facts: [Latest?]) throws -> Void) throws
        -> [String]
    {
        let names = try LatestTable(tiles: tiles).metricColumns()
        let columns = names.map(LatestTable.columns).map { ", \($0.value), \($0.at)" }.joined()
        let sql = "SELECT entity_id, source_id\(columns) FROM latest ORDER BY entity_id, source_id"
        let rows = try database.cursor(sql)
        while let row = try rows.next() {
            let facts = names.indices.map { index -> Latest? in
                guard let value: Double = row[2 + 2 * index], let moment: Int64 = row[3 + 2 * index] else { return nil }
                return Latest(value: value, moment: moment)
            }
            try take(row[0], catalog.sources[row[1]] ?? "", facts)
        }
        return names
    }

    /// The rows of the view `v_coverage`: source, metric, unit, resolution, first and last day, how many values.
    public func coverage(_ take: ([Cell]) throws -> Void) throws {
        let sql = """
            SELECT source, metric, unit, resolution, first, last, "values" FROM v_coverage
            ORDER BY source, metric, resolution
            """
        try visit(sql, take)
    }

    /// The columns that stored rankings have, by name: the coin's id, rank and score, then the others by name.
    public func rankingColumns() throws -> [(name: String, type: CoinTables.Column.ValueType)] {
        let leading = ["coin_id", "rank", "score"]
        let columns = try database.columns(in: "ranking").filter {
            !["run_id", "position", "missing"].contains($0.name)
        }
        let typed = columns.map { (name: $0.name, type: CoinTables.Column.ValueType(affinity: $0.type)) }
        return typed.sorted { left, right in
            let places = [left, right].map { leading.firstIndex(of: $0.name) ?? leading.count }
            return (places[0], left.name) < (places[1], right.name)
        }
    }

    /// The rows of stored rankings: preset, as-of moment, options, place, whether nothing was loaded since, codes of why
    /// values are missing, then those columns.
    public func rankings(columns: [String], _ take: ([Cell]) throws -> Void) throws {
        let sql = """
            SELECT preset, as_of, options, position, ledger_mark = (SELECT ifnull(max(input_id), 0) FROM load), missing
              \(columns.map { ", " + $0.quotedDatabaseIdentifier }.joined())
            FROM ranking_run JOIN ranking USING (run_id) ORDER BY preset, as_of, options, position
            """
        try visit(sql, take)
    }

    private func visit(_ sql: String, _ take: ([Cell]) throws -> Void) throws {
        let rows = try database.cursor(sql)
        while let row = try rows.next() {
            try take(
                row.databaseValues.map { value in
                    switch value.storage {
                    case .int64(let number): .integer(Int(number))
                    case .double(let number): .number(number)
                    case .string(let text): .text(text)
                    case .null, .blob: .missing(.notStored)
                    }
                }
            )
        }
    }
}

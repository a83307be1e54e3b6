public import CoinModel
public import CoinTables
internal import GRDB

// The small tables of a state, as they stand.
extension StoreReader {
    /// The market metrics that newest facts are known of, in order of first sight.
    public func latestMetrics() throws -> [Metric] {
        let sql = "SELECT DISTINCT metric_id FROM tile WHERE resolution < 2 AND value_count > 0 ORDER BY metric_id"
        return try (database.values(sql) as [Int]).compactMap { catalog.metrics[$0] }.filter { metric in
            let quote = metric.unit.lowercased()
            let ofQuote = [Metric.price(quote), .marketCap(quote), .volume(quote)]
            // The name of a quote could else end as a published column of times does.
            return !quote.contains("_") && (ofQuote + [.circulatingSupply, .totalSupply, .maxSupply]).contains(metric)
        }
    }

    /// The newest fact of a metric that each source has of each entity, by the source's name and the entity's number.
    public func latest(of metric: Metric) throws -> [String: [LatestFact?]] {
        guard let number = metricIDs[metric] else { return [:] }
        return Dictionary(firstOf: try catalog.sources.map { ($1, try visible.newestFacts(of: number, from: $0)) })
    }

    /// The rows of the view `v_coverage`: source, metric, unit, resolution, first and last day, how many values, tiles, bytes of
    /// these, and buckets of time that they lie in.
    public func coverage() throws -> [[Cell]] {
        var rows: [[Cell]] = []
        let sql = """
            SELECT source, metric, unit, resolution, first, last, "values", tiles, bytes, buckets FROM v_coverage
            ORDER BY source, metric, resolution
            """
        try visit(sql) { rows.append($0) }
        return rows
    }

    /// The day of the first value of each source, by its name.
    public func firstDays() throws -> [String: Day] {
        let rows = try database.rows("SELECT source, min(first) FROM v_coverage WHERE first NOT NULL GROUP BY source")
        return Dictionary(firstOf: rows.compactMap { row in Day(row[1] as String).map { (row[0], $0) } })
    }

    /// The bytes of a page of the file, how many pages there are, and how many have nothing in them: later loads fill
    /// these, and compacting gives them back.
    public func fileSize() throws -> (pageSize: Int, pages: Int, free: Int) {
        (try database.pragma("page_size"), try database.pragma("page_count"), try database.pragma("freelist_count"))
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
              \(columns.map { ", " + $0.quotedName }.joined())
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

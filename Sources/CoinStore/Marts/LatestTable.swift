internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// The table `latest`: for each coin and source one row with the newest value of each market metric, and its moment.
///
/// A load costs one statement for each coin that it brought a newer fact of; nothing is ever taken out, for no fact is.
struct LatestTable {
    let database: Database

    /// The most metrics that get columns: SQLite takes 2,000 columns.
    static let metricLimit = 300

    /// The metrics that have columns, by number.
    private func metrics() throws -> [(number: Int, name: String)] {
        let rows = try Row.fetchAll(database, sql: "SELECT metric_id, name, unit FROM metric ORDER BY metric_id")
        let kept = rows.filter { LatestTable.keeps(Metric(name: $0[1], unit: $0[2])) }
        return kept.prefix(LatestTable.metricLimit).map { ($0[0], $0[1]) }
    }

    private static func keeps(_ metric: Metric) -> Bool {
        let quote = metric.unit.lowercased()
        // The name of a quote could else end as a column of moments does.
        return !quote.contains("_")
            && [
                .price(quote), .marketCap(quote), .volume(quote), .circulatingSupply, .totalSupply, .maxSupply,
            ].contains(metric)
    }

    /// Takes over facts that are newer than those in the table.
    func write(_ newest: NewestFacts) throws {
        let known = try metrics()
        for (source, found) in newest.bySource {
            let metrics = known.compactMap { metric in found[metric.number].map { (metric.name, $0) } }
            guard !metrics.isEmpty else { continue }
            try addColumns(metrics.map(\.0))
            try write(metrics.map(\.1), of: source, statement(metrics.map(\.0)))
        }
    }

    private func write(_ columns: [NewestFacts.Found], of source: Int, _ statement: Statement) throws {
        for entity in 0..<(columns.map(\.moments.count).max() ?? 0) {
            let isTold = columns.contains { entity < $0.moments.count && $0.moments[entity] != .min }
            guard isTold else { continue }
            // Every place is bound by itself: making a list of arguments costs more than the insertion.
            statement.setUncheckedArguments([])
            try statement.bind(entity, at: 1)
            try statement.bind(source, at: 2)
            for (index, column) in columns.enumerated()
            where entity < column.moments.count && column.moments[entity] != .min {
                try statement.bind(column.values[entity], at: 3 + 2 * index)
                try statement.bind(column.moments[entity], at: 4 + 2 * index)
            }
            try statement.execute()
        }
    }

    private func statement(_ names: [String]) throws -> Statement {
        let columns = names.flatMap { [$0.quotedDatabaseIdentifier, "\($0)_at".quotedDatabaseIdentifier] }
        let changes = names.flatMap { name in
            let (value, at) = (name.quotedDatabaseIdentifier, "\(name)_at".quotedDatabaseIdentifier)
            let isNewer = "\(at) IS NULL OR excluded.\(at) >= \(at)"
            return [value, at].map { "\($0) = iif(\(isNewer), excluded.\($0), \($0))" }
        }
        return try database.makeStatement(
            sql: """
                INSERT INTO latest (entity_id, source_id, \(columns.joined(separator: ", ")))
                VALUES (?, ?\(String(repeating: ", ?", count: columns.count)))
                ON CONFLICT (entity_id, source_id) DO UPDATE SET \(changes.joined(separator: ", "))
                """
        )
    }

    private func addColumns(_ names: [String]) throws {
        let known = Set(try database.columns(in: "latest").map(\.name))
        let new = names.filter { !known.contains($0) }
        guard !new.isEmpty else { return }
        for name in new {
            try database.execute(
                sql: """
                    ALTER TABLE latest ADD COLUMN \(name.quotedDatabaseIdentifier) REAL;
                    ALTER TABLE latest ADD COLUMN \("\(name)_at".quotedDatabaseIdentifier) INTEGER
                    """
            )
        }
        try writeView()
    }

    /// Makes the view that shows the table with names and dates.
    func writeView() throws {
        let names = try database.columns(in: "latest").map(\.name).filter {
            !$0.hasSuffix("_id") && !$0.hasSuffix("_at")
        }
        let columns = names.map { name in
            let (value, at) = (name.quotedDatabaseIdentifier, "\(name)_at".quotedDatabaseIdentifier)
            return """
                , \(value), CASE WHEN \(at) & 1 THEN date((\(at) >> 1) / 1000, 'unixepoch') ELSE
                    replace(strftime('%Y-%m-%dT%H:%M:%fZ', (\(at) >> 1) / 1000.0, 'unixepoch'), '.000Z', 'Z')
                  END AS \("\(name)_time".quotedDatabaseIdentifier)
                """
        }
        try database.execute(
            sql: """
                DROP VIEW IF EXISTS v_latest;
                CREATE VIEW v_latest AS
                  SELECT entity.key, ifnull(coin.symbol, entity.symbol) AS symbol, ifnull(coin.name, entity.name) AS name,
                         source.name AS source\(columns.joined())
                  FROM latest JOIN entity USING (entity_id) JOIN source USING (source_id)
                  LEFT JOIN coin ON entity.space = '' AND coin.coin_id = entity.key
                """
        )
    }

    /// The rows that are not what the tiles say, which are all read.
    func differing(_ visible: VisibleTiles) throws -> Int {
        let metrics = try metrics()
        let newest = try newest(of: metrics.map(\.number), visible)
        let known = Set(try database.columns(in: "latest").map(\.name))
        // A metric without any fact has no column.
        let columns = metrics.flatMap { metric in
            [metric.name, "\(metric.name)_at"].map { known.contains($0) ? $0.quotedDatabaseIdentifier : "NULL" }
        }
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT \((["source_id", "entity_id"] + columns).joined(separator: ", ")) FROM latest"
        )
        var (differing, found) = (0, 0)
        while let row = try rows.next() {
            let facts = metrics.map { newest[row[0], $0.number, row[1]] }
            if facts.contains(where: { $0 != nil }) { found += 1 }
            let isSame = facts.enumerated().allSatisfy { index, fact in
                fact?.value == row[2 + 2 * index] as Double? && fact?.moment == row[3 + 2 * index] as Int64?
            }
            if !isSame || facts.allSatisfy({ $0 == nil }) { differing += 1 }
        }
        return differing + newest.entityCount - found
    }

    /// The newest facts of metrics, from all their tiles.
    private func newest(of metrics: [Int], _ visible: VisibleTiles) throws -> NewestFacts {
        var newest = NewestFacts()
        for metric in metrics {
            let buckets = try Row.fetchAll(
                database,
                sql: "SELECT DISTINCT source_id, resolution, bucket FROM tile WHERE metric_id = ? AND resolution < 2",
                arguments: [metric]
            )
            for row in buckets {
                guard let resolution = Resolution(rawValue: row[1]) else { continue }
                let bucket = TilePlace(source: row[0], metric: metric, resolution: resolution, bucket: row[2], group: 0)
                for place in try visible.places(bucket) {
                    if let matrix = try visible.matrix(place) { newest.note(matrix, at: place) }
                }
            }
        }
        return newest
    }
}

internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// The table `latest`: for each coin and source a row with the newest value of each market metric, and its moment;
/// a load costs one statement for each coin that it brought a newer fact of.
///
/// This is the only place where it is brought up to a load, made anew from the tiles, and compared with them.
struct LatestTable {
    let tiles: TileTable

    var database: Database { tiles.database }

    /// The most metrics that get columns: SQLite takes 2,000 columns.
    private static let metricLimit = 300

    /// The metrics that have columns, by number.
    private func metrics() throws -> [(number: Int, name: String)] {
        let rows = try database.rows("SELECT metric_id, name, unit FROM metric ORDER BY metric_id")
        let wanted = rows.filter { LatestTable.has(Metric(name: $0[1], unit: $0[2])) }
        return wanted.prefix(LatestTable.metricLimit).map { ($0[0], $0[1]) }
    }

    private static func has(_ metric: Metric) -> Bool {
        let quote = metric.unit.lowercased()
        let ofQuote = [Metric.price(quote), .marketCap(quote), .volume(quote)]
        // The name of a quote could else end as a column of moments does.
        return !quote.contains("_") && (ofQuote + [.circulatingSupply, .totalSupply, .maxSupply]).contains(metric)
    }

    private func columnNames() throws -> [String] { try database.columns(in: "latest").map(\.name) }

    /// The columns of values; that of a value's moment has `_at` behind its name.
    func metricColumns() throws -> [String] {
        try columnNames().filter { !$0.hasSuffix("_id") && !$0.hasSuffix("_at") }
    }

    /// The columns of a metric's value and moment, for SQL; nil where no coin has it.
    func columns(of metric: Metric) throws -> (value: String, at: String)? {
        guard try columnNames().contains(metric.name) else { return nil }
        return LatestTable.columns(of: metric.name)
    }

    /// The columns of a metric by its name, for SQL.
    static func columns(of name: String) -> (value: String, at: String) {
        (name.quotedDatabaseIdentifier, "\(name)_at".quotedDatabaseIdentifier)
    }

    /// Takes over facts that are newer than those in the table.
    private func write(_ newest: NewestFacts) throws {
        let known = try metrics()
        for (source, found) in newest.bySource.sorted(by: { $0.key < $1.key }) {
            let metrics = known.compactMap { metric in found[metric.number].map { (metric.name, $0) } }
            guard !metrics.isEmpty else { continue }
            try addColumns(metrics.map(\.0))
            let (sql, facts) = (LatestTable.upsert(metrics.map(\.0)), metrics.map(\.1))
            for entity in 0..<(facts.map(\.count).max() ?? 0) {
                let newest = facts.map { $0[entity] }
                guard newest.contains(where: { $0 != nil }) else { continue }
                let values = newest.flatMap { fact -> [any StatementBinding] in [fact?.value, fact?.moment] }
                try database.insert(sql, [entity, source] + values)
            }
        }
    }

    /// The newest facts that do not go together with those that the table has, or, unlike those, with each other; to be
    /// asked before they are taken over.
    func slips(_ newest: NewestFacts) throws -> [SuspectPrice] {
        let known = try columnNames()
        var slips: [(entity: Int, text: String)] = []
        for (source, found) in newest.bySource.sorted(by: { $0.key < $1.key }) {
            let metrics = try metrics().filter { found[$0.number] != nil }
            let names = metrics.map { known.contains($0.name) ? $0.name.quotedDatabaseIdentifier : "NULL" }
            guard !names.isEmpty else { continue }
            let sql = "SELECT entity_id, \(names.joined(separator: ", ")) FROM latest WHERE source_id = ?"
            var before: [Int: [Double?]] = [:]
            let rows = try database.cursor(sql, [source])
            while let row = try rows.next() { before[row[0]] = names.indices.map { row[$0 + 1] } }
            let facts = metrics.compactMap { found[$0.number] }
            let rule = SuspectPriceRule(metrics.map(\.name))
            for entity in 0..<(facts.map(\.count).max() ?? 0) {
                slips += rule.texts(before[entity], facts.map { $0[entity] }).map { (entity, $0) }
            }
        }
        return try slips.map { entity, text in
            let coin: String? = try database.value("SELECT key FROM entity WHERE entity_id = ?", [entity])
            return SuspectPrice(coin: coin ?? "", text: text)
        }
        .sorted { ($0.coin, $0.text) < ($1.coin, $1.text) }
    }

    /// The statement that takes over each of some metrics where it is newer.
    private static func upsert(_ names: [String]) -> String {
        let columns = names.map(LatestTable.columns).flatMap { [$0.value, $0.at] }
        let changes = names.flatMap { name in
            let (value, at) = LatestTable.columns(of: name)
            let isNewer = "\(at) IS NULL OR excluded.\(at) >= \(at)"
            return [value, at].map { "\($0) = iif(\(isNewer), excluded.\($0), \($0))" }
        }
        return """
            INSERT INTO latest (entity_id, source_id, \(columns.joined(separator: ", ")))
            VALUES (?, ?\(String(repeating: ", ?", count: columns.count)))
            ON CONFLICT (entity_id, source_id) DO UPDATE SET \(changes.joined(separator: ", "))
            """
    }

    private func addColumns(_ names: [String]) throws {
        let new = Set(names).subtracting(try columnNames())
        guard !new.isEmpty else { return }
        for name in names where new.contains(name) {
            let (value, at) = LatestTable.columns(of: name)
            try database.execute(sql: "ALTER TABLE latest ADD COLUMN \(value) REAL")
            try database.execute(sql: "ALTER TABLE latest ADD COLUMN \(at) INTEGER")
        }
    }

    /// How many rows are not what the tiles say, all of which are read.
    func differing() throws -> Int {
        let (metrics, known) = (try metrics(), Set(try columnNames()))
        var expected: [[Int]: [Double?]] = [:]
        for (source, found) in try newest(of: metrics.map(\.number)).bySource {
            for entity in 0..<(found.values.map(\.count).max() ?? 0) {
                let facts = metrics.map { found[$0.number]?[entity] }
                guard facts.contains(where: { $0 != nil }) else { continue }
                expected[[entity, source]] = facts.flatMap { [$0?.value, $0.map { Double($0.moment) }] }
            }
        }
        let columns = metrics.flatMap { metric in
            // A metric without any fact has no column.
            [metric.name, "\(metric.name)_at"].map { known.contains($0) ? $0.quotedDatabaseIdentifier : "NULL" }
        }
        var differing = 0
        let list = (["entity_id", "source_id"] + columns).joined(separator: ", ")
        let rows = try database.cursor("SELECT \(list) FROM latest")
        while let row = try rows.next() {
            let found = columns.indices.map { row[2 + $0] as Double? }
            if expected.removeValue(forKey: [row[0], row[1]]) != found { differing += 1 }
        }
        return differing + expected.count
    }

    /// Brings it up to what a load changed.
    func refresh(_ touched: Touched) throws {
        if touched.takesBack { try rebuild() } else { try write(touched.newest) }
    }

    /// Makes it anew from all tiles.
    func rebuild() throws {
        try database.run("DELETE FROM latest")
        try write(newest(of: metrics().map(\.number)))
    }

    private func newest(of metrics: [Int]) throws -> NewestFacts {
        let visible = VisibleTiles(tiles: tiles)
        var newest = NewestFacts()
        let sql = "SELECT DISTINCT source_id, resolution, bucket FROM tile WHERE metric_id = ? AND resolution < 2"
        for metric in metrics {
            for row in try database.rows(sql, [metric]) {
                guard let resolution = Resolution(rawValue: row[1]) else { continue }
                let series = TileSeries(source: row[0], metric: metric, resolution: resolution)
                for place in try visible.places(series, row[2]) {
                    if let draft = try visible.draft(place) { newest.note(draft.matrix, at: place) }
                }
            }
        }
        return newest
    }
}

public import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// The size of one metric of one source at one resolution.
public struct MetricSize: Hashable, Sendable {
    /// The source.
    public let source: String
    /// The metric.
    public let metric: Metric
    /// The resolution.
    public let resolution: Resolution
    /// Tiles.
    public let tiles: Int
    /// Values.
    public let values: Int
    /// Bytes of the tiles.
    public let bytes: Int
    /// The days of the first and the last value; a week stands at its Sunday.
    public let span: (first: Day, last: Day)
    /// How many runs each encoding holds.
    public let encodings: [String: Int]

    /// Equal when source, metric and resolution are.
    public static func == (left: MetricSize, right: MetricSize) -> Bool {
        left.source == right.source && left.metric == right.metric && left.resolution == right.resolution
    }

    /// Hashes source, metric and resolution.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(metric)
        hasher.combine(resolution)
    }
}

/// Something in the store that is not as it was written.
public struct Finding: Hashable, Sendable {
    /// Where.
    public let place: String
    /// What is wrong.
    public let detail: String
    /// The load that wrote it, if that is known.
    public let load: Int?
}

extension StoreReader {
    /// The size of every metric of every source, in order of source, metric and resolution.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func sizes() throws -> [MetricSize] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT source_id, metric_id, resolution, count(*), sum(value_count), sum(length(bytes)),
                       min(first_time), max(last_time)
                FROM tile GROUP BY source_id, metric_id, resolution
                """
        )
        var sizes: [MetricSize] = []
        for row in rows {
            guard let source = catalog.sources[row[0]], let metric = catalog.metrics[row[1]],
                let resolution = Resolution(rawValue: row[2])
            else { continue }
            var encodings: [String: Int] = [:]
            try eachTile(
                where: "source_id = \(row[0] as Int) AND metric_id = \(row[1] as Int) AND resolution = \(row[2] as Int)"
            ) {
                _,
                bytes in
                let reader = try TileReader(bytes)
                for slot in reader.slots { encodings[try reader.encoding(slot: slot).name, default: 0] += 1 }
            }
            sizes.append(
                MetricSize(
                    source: source,
                    metric: metric,
                    resolution: resolution,
                    tiles: row[3],
                    values: row[4],
                    bytes: row[5],
                    span: (resolution.firstDay(of: row[6]), resolution.firstDay(of: row[7])),
                    encodings: encodings
                )
            )
        }
        return sizes.sorted {
            ($0.source, $0.metric.name, $0.resolution.rawValue) < ($1.source, $1.metric.name, $1.resolution.rawValue)
        }
    }

    /// Checks the store: SQLite's own integrity, each tile's checksum and directory, counts and spans against the
    /// tile's row, entities against the catalogue, and the plain tables against the tiles.
    ///
    /// Reads everything once.
    ///
    /// - Throws: `StoreError` when the file cannot be read at all.
    public func check() throws -> [Finding] {
        var findings = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }.map {
            Finding(place: "SQLite", detail: $0, load: nil)
        }
        try eachTile(where: "1") { row, bytes in
            let place = "tile \(row["tile_id"] as Int)"
            let load: Int = row["load_id"]
            do throws(TileError) {
                let tile = try Tile(decoding: bytes)
                let values = tile.runs.reduce(0) { $0 + $1.values.count { !$0.isNaN } }
                let group: Int = row["entity_group"]
                // The steps of a snapshot as it came are entities.
                let isAsItCame = group < 0
                if values != row["value_count"]
                    || !isAsItCame && (tile.steps.first != row["first_time"] || tile.steps.last != row["last_time"])
                {
                    findings.append(Finding(place: place, detail: "its row disagrees with its content", load: load))
                }
                let last =
                    isAsItCame
                    ? tile.steps.last.map(Int.init)
                    : tile.runs.last.map { group * Int(Bucket.groupSize) + Int($0.slot) }
                if let last, !catalog.entities.indices.contains(last) {
                    findings.append(Finding(place: place, detail: "it names an unknown entity", load: load))
                }
            } catch {
                findings.append(Finding(place: place, detail: "\(error)", load: load))
            }
        }
        // What follows from damaged tiles says nothing more.
        return findings.isEmpty ? try checkPlainTables() : findings
    }

    /// Works the plain tables out anew and compares.
    private func checkPlainTables() throws -> [Finding] {
        let differing = [
            ("latest", try LatestTable(database: database).differing(visible)),
            ("weekly_activity", try WeeklyActivity(tiles: tiles).differing()),
        ]
        return differing.filter { $0.1 > 0 }.map { table, count in
            Finding(place: "table \(table)", detail: "\(count) rows are not what the tiles say", load: nil)
        }
    }

    private func eachTile(where condition: String, _ body: (Row, [UInt8]) throws -> Void) throws {
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM tile WHERE \(condition) ORDER BY tile_id")
        while let row = try rows.next() {
            let bytes: Data = row["bytes"]
            try body(row, Array(bytes))
        }
    }
}

extension Resolution {
    /// The day on which what a time names begins.
    fileprivate func firstDay(of time: Int64) -> Day {
        switch self {
        case .snapshot: Instant(milliseconds: time).day
        case .day: Day(index: Int32(time))
        case .week: Week(index: Int32(time)).start
        }
    }
}

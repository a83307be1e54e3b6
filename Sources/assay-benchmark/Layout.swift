internal import ArgumentParser
internal import CoinModel
internal import CoinStore
internal import Foundation
internal import SeriesEncoding

/// What tiles of other sizes would take: the snapshots of a store, encoded anew in groups of entities and buckets of weeks.
struct Layout: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compares sizes of groups and buckets on the snapshots of a store.",
        discussion: """
            Examples:
              assay-benchmark layout assay.sqlite
              assay-benchmark layout assay.sqlite --groups 64,256 --weeks 1,4
            """
    )

    @Argument(help: "The store.")
    var store: String

    @Option(help: "Entities of a group, at most 256.")
    var groups = "32,64,128,256"

    @Option(help: "Weeks of a bucket.")
    var weeks = "1,2,4,13"

    @Flag(help: "Facts of whole days in place of snapshots.")
    var days = false

    func run() throws {
        let resolution = days ? Resolution.day : .snapshot
        let store = try Store(path: store, mode: .read)
        let all: [StoredSeries] = try store.reading { reader in
            try reader.catalog.entities.indices.flatMap { entity in
                try reader.series(of: Int32(entity)).filter { $0.resolution == resolution }
            }
        }
        print("metric,group,weeks,values,tiles,bytes_a_tile,bits_a_value,encode_ns,decode_ns")
        for (metric, series) in Dictionary(grouping: all, by: \.metric).sorted(by: { $0.key.name < $1.key.name }) {
            for group in try Layout.numbers(groups, upTo: 256) {
                for weeks in try Layout.numbers(weeks, upTo: 1000) {
                    print("\(metric.name),\(group),\(weeks),\(try Layout.measured(series, group: group, weeks: weeks))")
                }
            }
        }
    }

    private static func numbers(_ text: String, upTo limit: Int) throws -> [Int] {
        try text.split(separator: ",").map { part in
            guard let number = Int(part), (1...limit).contains(number) else {
                throw ValidationError("`\(part)` is not a number of 1 to \(limit)")
            }
            return number
        }
    }

    /// Size and speed of all tiles of one metric.
    private static func measured(_ series: [StoredSeries], group: Int, weeks: Int) throws -> String {
        var tiles: [[UInt8]] = []
        var values = 0
        let clock = ContinuousClock()
        var (encoding, decoding) = (Duration.zero, Duration.zero)
        for start in stride(from: 0, to: series.count, by: group) {
            for tile in Layout.tiles(series[start..<min(start + group, series.count)], weeks: weeks) {
                encoding += clock.measure { tiles.append(tile.encoded()) }
                values += tile.runs.reduce(0) { $0 + $1.values.count { !$0.isNaN } }
            }
        }
        for bytes in tiles {
            decoding += try clock.measure { _ = try TileMatrix(try TileReader(bytes)) }
        }
        let size = tiles.reduce(0) { $0 + $1.count }
        func each(_ time: Duration) -> String {
            String(
                format: "%.1f",
                (Double(time.components.attoseconds) / 1e9 + Double(time.components.seconds) * 1e9) / Double(values)
            )
        }
        return [
            "\(values)", "\(tiles.count)", "\(size / max(tiles.count, 1))",
            String(format: "%.2f", Double(8 * size) / Double(values)), each(encoding), each(decoding),
        ].joined(separator: ",")
    }

    /// The tiles of some series, in order of time.
    private static func tiles(_ series: ArraySlice<StoredSeries>, weeks: Int) -> [Tile] {
        let resolution = series.first?.resolution ?? .snapshot
        func bucket(_ time: Int64) -> Int {
            let week =
                resolution == .day ? Week(containing: Day(index: Int32(time))) : Instant(milliseconds: time).week
            return Int(week.index) / weeks
        }
        let times = Set(series.flatMap(\.times)).sorted()
        var columns: [Int64: Int] = [:]
        var steps: [[Int64]] = []
        for time in times {
            if let last = steps.last?.first, bucket(last) == bucket(time) {
                steps[steps.count - 1].append(time)
            } else {
                steps.append([time])
            }
            columns[time] = steps[steps.count - 1].count - 1
        }
        var tiles = steps.map { Tile(steps: $0, runs: []) }
        var tileOfBucket: [Int: Int] = [:]
        for (index, steps) in steps.enumerated() { tileOfBucket[bucket(steps[0])] = index }
        for (slot, one) in series.enumerated() {
            for (time, value) in zip(one.times, one.values) {
                guard let tile = tileOfBucket[bucket(time)], let column = columns[time] else { continue }
                if tiles[tile].runs.last?.slot != UInt16(slot) {
                    let empty = [Double](repeating: .nan, count: tiles[tile].steps.count)
                    tiles[tile].runs.append(Tile.Run(slot: UInt16(slot), values: empty))
                }
                tiles[tile].runs[tiles[tile].runs.count - 1].values[column] = value
            }
        }
        return tiles
    }
}

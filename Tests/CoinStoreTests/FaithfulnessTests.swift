import CoinModel
import GRDB
import SeriesEncoding
import TestPrograms
import Testing

@testable import CoinStore

/// A plain table of rows with the rules of the store, to hold it against: of rows of one load that differ about a fact the
/// one with the newer stamp holds alone, else the one with the smaller numbers; of several loads the later one, and an equal
/// value changes nothing.
private struct PlainTable {
    struct Fact: Hashable {
        let coin: String
        let source: String
        let resolution: Resolution
        let time: Int64
        var metric = Metric.price("usd")
    }

    private var versions: [Fact: [(load: Int, value: Double)]] = [:]

    mutating func load(_ rows: [HistoryRow], number: Int) {
        for rivals in Dictionary(grouping: rows, by: \.fact).values {
            let parts = rivals.flatMap(\.ofEachMetric).filter { !$0.value.isNaN }
            let values = Dictionary(grouping: parts, by: \.fact).mapValues { Set($0.map(\.value.bitPattern)) }
            let isContradicted = values.values.contains { $0.count > 1 }
            let preferred = rivals.min { $0.precedes($1) }
            let held = isContradicted ? preferred?.ofEachMetric.filter { !$0.value.isNaN } ?? [] : parts
            for part in held where versions[part.fact]?.last?.value.bitPattern != part.value.bitPattern {
                versions[part.fact, default: []].append((number, part.value))
            }
        }
    }

    /// The facts as they stood after a load, by coin.
    func known(after load: Int) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for (fact, history) in versions {
            guard let value = history.last(where: { $0.load <= load })?.value else { continue }
            found[fact.coin, default: []].insert(
                "\(fact.source) \(fact.metric.name) \(fact.resolution) \(fact.time) \(value.bitPattern)"
            )
        }
        return found
    }
}

private struct HistoryRow {
    var fact: PlainTable.Fact
    var value: Double
    /// The volume beside the price.
    var volume = Double.nan
    let stamp: Int64

    /// A row for each of its metrics.
    var ofEachMetric: [HistoryRow] {
        var other = self
        other.fact.metric = .volume("usd")
        other.value = volume
        return [self, other]
    }

    /// Whether it is preferred to another row about the same fact.
    func precedes(_ other: HistoryRow) -> Bool {
        if stamp != other.stamp { return stamp > other.stamp }
        for (own, others) in [(value, other.value), (volume, other.volume)] where own.bitPattern != others.bitPattern {
            return others.isNaN || !own.isNaN && own.isTotallyOrdered(belowOrEqualTo: others)
        }
        return false
    }

    var block: ObservationBlock {
        var block = ObservationBlock(
            source: fact.source,
            resolution: fact.resolution,
            metrics: [.price("usd"), .volume("usd")]
        )
        block.subjects = [.coin(CoinKey(id: fact.coin))]
        block.subjectIndex = [0]
        block.times = [fact.time]
        block.values = [[value], [volume]]
        block.lines = [1]
        if fact.source == "stamped" { block.stamps = [stamp] }
        return block
    }
}

@Suite struct FaithfulnessTests {
    /// 12,000 histories where it is deep: 24 stores of 500 coins, each coin with facts of its own in four loads, with gaps,
    /// late rows, corrections, contradictions and values of every magnitude.
    @Test("Tiles give the same facts as a plain table of rows", arguments: 0..<Depth.rounds(24))
    func plainTable(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let loads = FaithfulnessTests.histories(Depth.isFull ? 500 : 300, &random)
        var table = PlainTable()
        let (sorted, shuffled) = (try TemporaryStore(), try TemporaryStore())
        for (index, rows) in loads.enumerated() {
            let accepted = Instant(seconds: Int64(1_000_000 + index))
            table.load(rows, number: index + 1)
            let ordered = rows.sorted { ($0.fact.time, $0.fact.coin) < ($1.fact.time, $1.fact.coin) }
            try FaithfulnessTests.load([ordered], into: sorted, accepted, waiting: LoadSession.waitingLimit)
            let mixed = rows.shuffled(using: &random)
            let files = stride(from: 0, to: mixed.count, by: 97).map { Array(mixed[$0..<min($0 + 97, mixed.count)]) }
            try FaithfulnessTests.load(files, into: shuffled, accepted, waiting: seed % 2 == 0 ? 150 : 60)
        }
        for temporary in [sorted, shuffled] {
            for load in 0...loads.count {
                let known = AsOf.instant(Instant(seconds: Int64(1_000_000 + load - 1)))
                let found = try FaithfulnessTests.facts(in: temporary.store, known: known)
                #expect(found == table.known(after: load), "as known after load \(load)")
            }
            #expect(try FaithfulnessTests.facts(in: temporary.store, known: nil) == table.known(after: loads.count))
            #expect(try temporary.store.check().isEmpty)
        }
        let digest = try sorted.store.reading { try $0.contentDigest() }
        #expect(try shuffled.store.reading { try $0.contentDigest() } == digest)
    }

    private static func histories(_ coins: Int, _ random: inout SplitMix) -> [[HistoryRow]] {
        let values: [Double] = [
            0, -0.0, .leastNonzeroMagnitude, 1e-300, 0.1, 0.30000000000000004, 1.25, 42, 43_117.25, 1e15,
            1.7976931348623157e308, .nan,
        ]
        // Few distinct ones, so that some are equal; some lie further apart than four bytes tell.
        let stamps: [Int64] = [.min, .min + 1, 0, 1, 1_704_067_200_000, 1_704_067_200_001, .max]
        let start: Int64 = 1_704_067_200_000
        return (0..<4).map { load in
            (0..<coins).flatMap { coin in
                (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    let isDay = Int.random(in: 0..<4, using: &random) == 0
                    // Mostly newer than the load before, at times late; few distinct times, so that rows meet.
                    let week = max(0, load - Int.random(in: 0...2, using: &random))
                    let step = Int64(Int.random(in: 0..<8, using: &random))
                    let time = start + (Int64(week) * 7 * 24 + step * 21) * 3_600_000 + step % 3
                    return HistoryRow(
                        fact: PlainTable.Fact(
                            coin: "c\(coin)",
                            source: coin % 2 == 0 ? "stamped" : "plain",
                            resolution: isDay ? .day : .snapshot,
                            time: isDay ? Int64(Instant(milliseconds: time).day.index) : time
                        ),
                        value: Int.random(in: 0..<3, using: &random) == 0
                            ? Double.random(in: 0...1e6, using: &random) : values.randomElement(using: &random) ?? 0,
                        volume: values.randomElement(using: &random) ?? 0,
                        stamp: coin % 2 == 0 ? stamps.randomElement(using: &random) ?? 0 : .min
                    )
                }
            }
        }
    }

    private static func load(
        _ files: [[HistoryRow]],
        into temporary: TemporaryStore,
        _ accepted: Instant,
        waiting limit: Int
    ) throws {
        try temporary.store.load(acceptedAt: accepted, waitingLimit: limit) { session in
            for (index, rows) in files.enumerated() {
                let entry = temporary.input("\(accepted) \(index)")
                session.begin(entry)
                for row in rows { try session.add(row.block) }
                try session.accept(entry)
                // Rows of an input that is refused lie among those that wait, and leave nothing.
                let refused = temporary.input("\(accepted) \(index) refused")
                session.begin(refused)
                for row in files[(index + 1) % files.count].prefix(index % 3 * 40) {
                    var other = row
                    other.value += 1
                    other.volume = 1
                    try session.add(other.block)
                }
                try session.refuse(refused, because: Reject("truncated", detail: "cut short"))
            }
        }
    }

    private static func facts(in store: Store, known: AsOf?) throws -> [String: Set<String>] {
        try store.reading(known: known) { reader in
            var found: [String: Set<String>] = [:]
            let metrics = [Metric.price("usd"), .volume("usd")]
            let sql = "SELECT DISTINCT source_id, resolution, bucket FROM tile WHERE metric_id = ?"
            let buckets = try metrics.flatMap { metric -> [(Metric, TileSeries, Int)] in
                let number = reader.metricIDs[metric] ?? -1
                return try reader.database.rows(sql, [number]).map { row in
                    let resolution = try #require(Resolution(rawValue: row[1]))
                    return (metric, TileSeries(source: row[0], metric: number, resolution: resolution), row[2])
                }
            }
            for (metric, series, bucket) in buckets {
                for place in try reader.visible.places(series, bucket) {
                    guard let tile = try reader.visible.reader(place) else { continue }
                    for slot in tile.slots {
                        guard let run = try tile.series(slot: slot) else { continue }
                        let coin = reader.catalog.entities[place.group * 256 + Int(slot)].key
                        for (time, value) in zip(run.times, run.values) {
                            found[coin, default: []].insert(
                                "\(reader.catalog.sources[series.source] ?? "") \(metric.name) \(place.resolution) \(time) \(value.bitPattern)"
                            )
                        }
                    }
                }
            }
            return found
        }
    }
}

internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

extension StoreReader {
    /// A digest of the facts: source, subject, metric, time and value of each, the listed coins and
    /// what coins have by ecosystems.
    ///
    /// It does not depend on the order of loads, on load numbers, the clock or the layout of the tiles.
    ///
    /// A sum of 128-bit hashes, one a fact, so that order cannot matter; it tells states apart and is no signature.
    /// Weekly marts follow from the facts and stay out.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func contentDigest() throws -> String {
        var sum: (low: UInt64, high: UInt64) = (0, 0)
        func add(_ low: UInt64, _ high: UInt64) {
            sum.low &+= low
            sum.high &+= high
        }
        let subjects = catalog.entities.map { Hash128(texts: [$0.kind.rawValue, $0.space, $0.key]) }
        let metrics = catalog.metrics.mapValues { Hash128(texts: [$0.name, $0.unit]) }
        let sources = catalog.sources.mapValues { Hash128(texts: [$0]) }
        let marts = Set(catalog.metrics.filter { WeeklyMart($1) != nil }.keys)
        for coin in catalog.coins {
            let hash = Hash128(
                texts: [coin.id, coin.symbol, coin.name] + coin.repositories.map(\.key) + ["\u{1F}"] + coin.tags
            )
            add(hash.low, hash.high)
        }
        try EcosystemTable(database: database).visit(upTo: lastLoad ?? .max) { entry in
            let (part, since) = (entry.ecosystem.part, entry.ecosystem.since.description)
            let hash = Hash128(
                texts: [entry.coin, part.name, part.scope.rawValue, since, "\u{1F}"]
                    + entry.ecosystem.repositories.map(\.key)
            )
            add(hash.low, hash.high)
        }
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT source_id, metric_id, resolution, bucket, entity_group, bytes, first_time FROM tile"
        )
        while let row = try rows.next() {
            let (source, metric): (Int, Int) = (row[0], row[1])
            guard !marts.contains(metric), let sourceHash = sources[source], let metricHash = metrics[metric] else {
                continue
            }
            let place = TilePlace(
                source: source,
                metric: metric,
                resolution: Resolution(rawValue: row[2]) ?? .snapshot,
                bucket: row[3],
                group: row[4]
            )
            let bytes: Data = row[5]
            guard place.group <= Bucket.group(of: .max) else { throw UnreadableRow(column: "entity_group") }
            do throws(TileError) {
                let tile = try Tile(decoding: Array(bytes))
                let isAsItCame = place.group < 0
                for run in tile.runs {
                    let first = max(place.group, 0) * Int(Bucket.groupSize) + Int(run.slot)
                    for (step, value) in zip(tile.steps, run.values) where !value.isNaN {
                        let (entity, time) = isAsItCame ? (Int(step), row[6] as Int64) : (first, step)
                        guard subjects.indices.contains(entity) else { continue }
                        let fact = sourceHash.mixed(metricHash).mixed(subjects[entity])
                            .mixed(UInt64(place.resolution.rawValue))
                            .mixed(UInt64(bitPattern: time)).mixed(value.bitPattern)
                        add(fact.low, fact.high)
                    }
                }
            } catch {
                throw tiles.damage(place, error)
            }
        }
        return hexadecimal(sum.high) + hexadecimal(sum.low)
    }
}

/// Two 64-bit hashes with different seeds; mixing is one SplitMix64 step each (Steele, Lea, Flood 2014).
private struct Hash128 {
    var low: UInt64
    var high: UInt64

    init(texts: [String]) {
        // FNV-1a over the bytes, a length before each text, so that no two lists run into one.
        (low, high) = (0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142)
        for text in texts {
            self = mixed(UInt64(text.utf8.count))
            for byte in text.utf8 {
                low = (low ^ UInt64(byte)) &* 0x100_0000_01b3
                high = (high ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        self = mixed(UInt64(texts.count))
    }

    func mixed(_ value: UInt64) -> Hash128 {
        var copy = self
        copy.low = splitMix(low ^ value)
        copy.high = splitMix(high ^ value &* 0xff51_afd7_ed55_8ccd)
        return copy
    }

    func mixed(_ other: Hash128) -> Hash128 {
        var copy = mixed(other.low)
        copy.high = splitMix(copy.high ^ other.high)
        return copy
    }
}

private func splitMix(_ state: UInt64) -> UInt64 {
    var value = state &+ 0x9e37_79b9_7f4a_7c15
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
}

private func hexadecimal(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
}

internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

/// The table `latest`: a row for each source and market metric with the newest fact of each coin.
///
/// This is the only place where it is brought up to a load, made again from the tiles, and compared with them. A row is a
/// tile whose steps are entities, with the values in slot 0 and their moments in slot 1.
struct LatestTable {
    let tiles: TileTable

    private var database: Database { tiles.database }

    /// The metrics that the table takes, by number.
    func metrics() throws -> [Int: Metric] {
        let all = try database.rows("SELECT metric_id, name, unit FROM metric").map { row in
            (row[0] as Int, Metric(name: row[1], unit: row[2]))
        }
        return Dictionary(firstOf: all.filter { LatestTable.takes($1) })
    }

    private static func takes(_ metric: Metric) -> Bool {
        let quote = metric.unit.lowercased()
        let ofQuote = [Metric.price(quote), .marketCap(quote), .volume(quote)]
        // The name of a quote could else end as a published column of times does.
        return !quote.contains("_") && (ofQuote + [.circulatingSupply, .totalSupply, .maxSupply]).contains(metric)
    }

    /// What the table has, of one metric or source where that is named.
    func stored(metric: Int? = nil, source: Int? = nil) throws -> NewestFacts {
        let sql = """
            SELECT source_id, metric_id, bytes FROM latest
            WHERE metric_id = ifnull(?, metric_id) AND source_id = ifnull(?, source_id)
            """
        var newest = NewestFacts()
        for row in try database.rows(sql, [metric, source]) {
            let key = NewestFacts.Key(source: row[0], metric: row[1])
            do throws(TileError) {
                newest.note(try LatestTable.decoded([UInt8](row[2] as Data)), key)
            } catch {
                throw StoreError(damaged: tiles.path, "latest of source \(key.source), metric \(key.metric): \(error)")
            }
        }
        return newest
    }

    private static func decoded(_ bytes: [UInt8]) throws(TileError) -> [(entity: Int, fact: LatestFact)] {
        let tile = try TileReader(bytes)
        let (values, moments) = (try tile.series(slot: 0)?.values ?? [], try tile.series(slot: 1)?.values ?? [])
        guard tile.steps.first ?? 0 >= 0, values.count == tile.steps.count, moments.count == tile.steps.count else {
            throw TileError(.corrupt, "its columns are not those of newest facts")
        }
        return tile.steps.enumerated().map { place, entity in
            (Int(entity), LatestFact(moment: Int64(moments[place]), value: values[place]))
        }
    }

    /// Takes over facts, each unless a newer one is known.
    func write(_ newest: NewestFacts) throws {
        let wanted = try metrics()
        for (key, facts) in newest.facts.sorted(by: { $0.key < $1.key }) where wanted[key.metric] != nil {
            var known = try stored(metric: key.metric, source: key.source)
            known.note(facts.enumerated().compactMap { entity, fact in fact.map { (entity, $0) } }, key)
            let all = known.facts[key, default: []].enumerated().compactMap { entity, fact in
                fact.map { (entity: Int64(entity), fact: $0) }
            }
            let values = Tile.Run(slot: 0, values: all.map(\.fact.value))
            let moments = Tile.Run(slot: 1, values: all.map { Double($0.fact.moment) })
            let bytes = Tile(steps: all.map(\.entity), runs: [values, moments]).encoded()
            try database.run("INSERT OR REPLACE INTO latest VALUES (?, ?, ?)", [key.source, key.metric, Data(bytes)])
        }
    }

    /// The newest facts that do not go together with those that the table has, or, unlike those, with each other; to be
    /// asked before they are taken over.
    func slips(_ newest: NewestFacts) throws -> [SuspectPrice] {
        let metrics = try metrics().sorted { $0.key < $1.key }
        var slips: [(entity: Int, text: String)] = []
        for source in Set(newest.facts.keys.map(\.source)).sorted() {
            let known = try stored(source: source)
            let keys = metrics.map { NewestFacts.Key(source: source, metric: $0.key) }
            let rule = SuspectPriceRule(metrics.map(\.value.name))
            for entity in 0..<(keys.map { newest.facts[$0, default: []].count }.max() ?? 0) {
                let (before, now) = (keys.map { known[$0, entity] }, keys.map { newest[$0, entity] })
                slips += rule.texts(before, now).map { (entity, $0) }
            }
        }
        return try slips.map { entity, text in
            let coin: String? = try database.value("SELECT key FROM entity WHERE entity_id = ?", [entity])
            return SuspectPrice(coin: coin ?? "", text: text)
        }
        .sorted { ($0.coin, $0.text) < ($1.coin, $1.text) }
    }

    /// How many rows are not what the tiles say, all of which are read.
    func differing() throws -> Int {
        let (found, expected) = (try stored().facts, try newest().facts)
        return Set(found.keys).union(expected.keys).count { found[$0] != expected[$0] }
    }

    /// Makes it again from all tiles.
    func rebuild() throws {
        try database.run("DELETE FROM latest")
        try write(newest())
    }

    private func newest() throws -> NewestFacts {
        let visible = VisibleTiles(tiles: tiles)
        var newest = NewestFacts()
        let sql = "SELECT DISTINCT source_id, resolution, bucket FROM tile WHERE metric_id = ? AND resolution < 2"
        for metric in try metrics().keys {
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

internal import CoinModel
internal import Foundation
internal import GRDB
internal import SeriesEncoding

extension StoreReader {
    /// A digest of the facts (source, subject, metric, time and value of each), the listed coins and what coins have by
    /// ecosystems, whatever the order of loads, their numbers, the clock or the layout of the tiles.
    ///
    /// It is a sum of 128-bit hashes, one a fact, which distinguishes states and is not a signature. Weekly marts follow
    /// from the facts and stay out.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    public func contentDigest() throws -> String {
        var sum = Hash128()
        let subjects = catalog.entities.map { Hash128(texts: [$0.kind.rawValue, $0.space, $0.key]) }
        let metrics = catalog.metrics.mapValues { Hash128(texts: [$0.name, $0.unit]) }
        let sources = catalog.sources.mapValues { Hash128(texts: [$0]) }
        let marts = Set(catalog.metrics.filter { WeeklyMart($1) != nil }.keys)
        addCoins(to: &sum)
        try EcosystemTable(database: database).visit(upTo: lastLoad ?? .max) { entry in
            let (part, since) = (entry.ecosystem.part, entry.ecosystem.since.description)
            let names = [entry.coin, part.name, part.scope.rawValue, since, "\u{1F}"]
            sum.add(Hash128(texts: names + entry.ecosystem.repositories.map(\.key)))
        }
        // All commits of a clone follow from its newest one.
        let histories = try commitHistories()
        for history in histories where history.isLog { sum.add(try digest(of: history)) }
        for history in histories where !history.isLog {
            sum.add(Hash128(texts: ["commits", history.repository, history.tip, history.upstream ?? ""]))
        }
        let columns = "source_id, metric_id, resolution, bucket, entity_group, bytes, first_time"
        let rows = try database.cursor("SELECT \(columns) FROM tile")
        while let row = try rows.next() {
            let (source, metric): (Int, Int) = (row[0], row[1])
            guard !marts.contains(metric), let sourceHash = sources[source], let metricHash = metrics[metric] else {
                continue
            }
            let resolution = Resolution(rawValue: row[2]) ?? .snapshot
            let place = TileSeries(source: source, metric: metric, resolution: resolution).place(row[3], row[4])
            guard place.group <= Bucket.group(of: .max) else { throw BadRow(column: "entity_group") }
            let tile = try place.decoding(in: path) { try Tile(decoding: Array(row[5] as Data)) }
            for run in tile.runs {
                for (step, value) in zip(tile.steps, run.values) where !value.isNaN {
                    // The steps of a snapshot as it came are entities.
                    let isOpen = place.group < 0
                    let (entity, time) = isOpen ? (Int(step), row[6]) : (place.entity(inSlot: run.slot), step)
                    guard subjects.indices.contains(entity) else { continue }
                    let fact = sourceHash.mixed(metricHash).mixed(subjects[entity])
                        .mixed(UInt64(place.resolution.rawValue))
                        .mixed(UInt64(bitPattern: time)).mixed(value.bitPattern)
                    sum.add(fact)
                }
            }
        }
        return sum.description
    }

    /// Adds the listed coins, now and before, with renames, ids of sources and decisions.
    private func addCoins(to sum: inout Hash128) {
        for coin in catalog.coins {
            let upstreams = coin.upstreams.flatMap { ["\u{1F}", $0.repository.key, $0.upstream.key] }
            let names = [coin.id, coin.symbol, coin.name] + coin.listing.map { $0.lowercased() }
            sum.add(Hash128(texts: names + ["\u{1F}"] + coin.tags + upstreams))
        }
        for rename in catalog.renames { sum.add(Hash128(texts: ["rename", rename.former.key, rename.current.key])) }
        for stored in catalog.sourceCoins { sum.add(stored.coin.hash) }
        for decision in catalog.decisions.map(\.decision) {
            sum.add(Hash128(texts: ["decision", decision.description]))
        }
        for (id, history) in catalog.histories {
            for entry in history.dated {
                let names = [id, entry.since.description, entry.coin.symbol, entry.coin.name, "\u{1F}"]
                let repositories = entry.coin.listing.map { $0.lowercased() } + ["\u{1F}"] + entry.coin.tags
                let upstreams = entry.coin.upstreams.map(\.description)
                sum.add(Hash128(texts: names + repositories + ["\u{1F}"] + upstreams))
            }
        }
    }

    private func digest(of history: CommitHistory) throws -> Hash128 {
        let subject = Hash128(texts: ["commit", history.source, history.repository])
        let commits = try commits(of: history)
        let developers = try developers(Set(commits.map(\.developer)))
        var sum = Hash128()
        for commit in commits {
            let who = developers[commit.developer] ?? DeveloperID(high: 0, low: 0)
            sum.add(
                subject.mixed(commit.id).mixed(UInt64(bitPattern: commit.landed))
                    .mixed(UInt64(bitPattern: Int64(commit.authoredDay)))
                    .mixed(who.high).mixed(who.low).mixed(UInt64(commit.flags.rawValue)).mixed(commit.work)
            )
        }
        return sum
    }
}

extension SourceCoin {
    fileprivate var hash: Hash128 {
        let lists = addresses.map(\.description) + ["\u{1F}"] + pointers.map(\.description)
        return Hash128(texts: ["source-coin", reference.description, symbol, name, status, "\u{1F}"] + lists)
    }
}

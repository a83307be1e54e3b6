internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// Why a load cannot be taken back.
public enum UndoConflict: Hashable, Sendable {
    /// The ledger has no such load.
    case unknown
    /// Another load took it back.
    case forgotten(by: Int)
    /// It is not a load of inputs, but takes one back.
    case forgetting(Int)
    /// All its inputs were refused.
    case empty
    /// Later loads say some of the same, which is stored once, or were read on top of it.
    case restedOn(by: [Int])
}

extension LoadSession {
    /// Why a load cannot be taken back; nil where it can.
    public func obstacle(toForgetting earlier: Int) throws -> UndoConflict? {
        let rows = try database.rows("SELECT status, forgotten_by, context FROM load WHERE load_id = ?", [earlier])
        guard !rows.isEmpty else { return .unknown }
        if let forgotten = rows.compactMap({ $0.integer("forgotten_by") }).first { return .forgotten(by: forgotten) }
        if rows.contains(where: { $0.text("status") == LedgerEntry.forgetting }) { return .forgetting(earlier) }
        guard rows.contains(where: { $0.text("status") == "loaded" }) else { return .empty }
        let sql = """
            SELECT DISTINCT load_id FROM load_link JOIN load USING (load_id)
            WHERE earlier_id = ? AND relation = 'rests-on' AND forgotten_by IS NULL ORDER BY load_id
            """
        let resting: [Int] = try database.values(sql, [earlier])
        return resting.isEmpty ? nil : .restedOn(by: resting)
    }

    /// Takes a load back: what it said is not seen any more, and what it replaced holds again; who asks what was known
    /// before still sees it.
    public func forget(load earlier: Int) throws {
        var entry = InputDescriptor(path: "load \(earlier)", stem: "")
        (entry.context, entry.digest) = ("load=\(earlier)", "-")
        begin(entry)
        try database.run("UPDATE load SET forgotten_by = ? WHERE load_id = ?", [load, earlier])
        let all = Set(try database.values("SELECT load_id FROM load WHERE forgotten_by IS NOT NULL") as [Int])
        try DetailTable(database: database).forget(earlier)
        try closeWeeks(with: earlier)
        var entities = Set(try database.values("SELECT entity_id FROM entity WHERE load_id = ?", [earlier]) as [Int])
        entities.formUnion(try database.values("SELECT entity_id FROM commit_history WHERE load_id = ?", [earlier]))
        for place in try tiles.places(changedSince: earlier) where !numbers.isMart(place.series.metric) {
            entities.formUnion(try forget(earlier, all: all, at: place))
        }
        try noteAbsence(among: entities)
        try writeLedger(entry, status: LedgerEntry.forgetting)
    }

    /// Puts the snapshots of weeks that lie as they came into tiles, where the load brought any.
    private func closeWeeks(with earlier: Int) throws {
        let sql = "SELECT source_id, max(bucket) FROM tile WHERE entity_group < 0 AND load_id = ? GROUP BY source_id"
        for row in try database.rows(sql, [earlier]) {
            try facts.close(row[0], upTo: row[1], numbers.metricOfNumber)
        }
    }

    /// Takes back what the load said in a tile; returns the entities that it said something of.
    private func forget(_ earlier: Int, all: Set<Int>, at place: TilePlace) throws -> Set<Int> {
        var draft = try tiles.draft(place, adding: [], by: 0)
        var revisions = try Revisions(tiles, place, load: Int32(load))
        let replaced = try Revisions.all(tiles, place, after: 0)
        let cells = draft.forget(Int32(earlier), all: all, replaced, by: Int32(load), &revisions)
        guard !cells.isEmpty else { return [] }
        try tiles.write(draft, at: place, forgottenBy: load)
        try revisions.write()
        let weeks: Set<Week> =
            switch place.resolution {
            case .snapshot: [Week(index: Int32(place.bucket))]
            case .day: Set(cells.map { Week(containing: Day(index: Int32($0.step))) })
            case .week: []
            }
        let metric = numbers.metricOfNumber[place.series.metric]
        facts.marts.touch(place.series.source, [metric].compactMap(\.self), weeks, [place.group])
        return Set(cells.map { place.entity(inSlot: $0.slot) })
    }

    /// Notes of which entities no fact is left.
    private func noteAbsence(among entities: Set<Int>) throws {
        var left = entities
        for group in Set(entities.map { Bucket.group(of: Int32($0)) }).sorted() where !left.isEmpty {
            for place in try tiles.places(of: nil, group: group) where !numbers.isMart(place.series.metric) {
                guard let reader = try VisibleTiles(tiles: tiles).reader(place) else { continue }
                left.subtract(reader.slots.map { place.entity(inSlot: $0) })
            }
        }
        let readings = "SELECT 1 FROM commit_history WHERE entity_id = ?1 AND \(Ledger.counts("?2"))"
        let noting = """
            INSERT OR IGNORE INTO entity_absence SELECT ?1, ?2, NULL
            WHERE NOT EXISTS (SELECT 1 FROM entity_absence WHERE entity_id = ?1 AND until IS NULL)
            """
        for entity in left.sorted() where try database.row(readings, [entity, load]) == nil {
            try database.run(noting, [entity, load])
        }
    }
}

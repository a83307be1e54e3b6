internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// The tiles as a reader sees them, snapshots of a running week among the others, after a load if one is named.
struct VisibleTiles {
    let tiles: TileTable
    /// The newest load to see; nil for all.
    var lastLoad: Int?

    /// A reader of the tile at a place, or nil where there is none.
    func reader(_ place: TilePlace) throws -> TileReader? {
        let stored = try tiles.stored(place)
        let snapshots = try tiles.openSnapshots(place.series, place.bucket, upTo: lastLoad)
        let isAsStored = snapshots.isEmpty && stored.map { !isChanged($0) } ?? false
        let bytes = isAsStored ? stored?.bytes : try draft(place, stored, snapshots)?.matrix.written()?.bytes
        return try bytes.map { bytes in try place.decoding(in: tiles.path) { try TileReader(bytes) } }
    }

    /// The values at a place spread out with their loads, or nil where there is no tile.
    func draft(_ place: TilePlace) throws -> TileDraft? {
        let snapshots = try tiles.openSnapshots(place.series, place.bucket, upTo: lastLoad)
        return try draft(place, try tiles.stored(place), snapshots)
    }

    /// The values of all groups of entities in a bucket of a series, by group.
    func drafts(_ series: TileSeries, _ bucket: Int) throws -> [(place: TilePlace, draft: TileDraft)] {
        let snapshots = try tiles.openSnapshots(series, bucket, upTo: lastLoad)
        return try groups(series, bucket, snapshots).compactMap { group in
            let place = series.place(bucket, group)
            return try draft(place, tiles.stored(place), snapshots).map { (place, $0) }
        }
    }

    /// Whether a load that is not to be seen changed a tile.
    func isChanged(_ stored: StoredTile) -> Bool { stored.load > lastLoad ?? .max }

    private func draft(_ place: TilePlace, _ stored: StoredTile?, _ snapshots: [OpenSnapshot]) throws -> TileDraft? {
        guard stored != nil || !snapshots.isEmpty else { return nil }
        let last = lastLoad.map { Int32($0) } ?? .max
        let isChanged = stored.map { self.isChanged($0) } ?? false
        let replaced = isChanged ? try Revisions.all(tiles, place, after: last) : []
        // All that is there came later.
        if isChanged, stored?.stepLoads == nil, replaced.isEmpty, snapshots.isEmpty { return nil }
        // What a load took back may have been the only value of its time.
        let times = snapshots.map(\.time) + replaced.map(\.cell.step)
        var draft = try place.decoding(in: tiles.path) { try TileDraft(stored, adding: Set(times).sorted()) }
        if isChanged { draft.restore(replaced, after: last) }
        draft.put(snapshots, ofGroup: place.group)
        return draft
    }

    /// The places of all groups of entities that have facts of a series in a bucket.
    func places(_ series: TileSeries, _ bucket: Int) throws -> [TilePlace] {
        let snapshots = try tiles.openSnapshots(series, bucket, upTo: lastLoad)
        return try groups(series, bucket, snapshots).map { series.place(bucket, $0) }
    }

    /// The groups of entities that have facts of a series in a bucket, ascending.
    func groups(_ series: TileSeries, _ bucket: Int, _ snapshots: [OpenSnapshot]) throws -> [Int] {
        let sql = "SELECT entity_group FROM tile WHERE \(TileSeries.condition) AND bucket = ? AND entity_group >= 0"
        let stored: [Int] = try tiles.database.values(sql, series.arguments + [bucket])
        return Set(stored + OpenSnapshot.groups(of: snapshots)).sorted()
    }

    /// The weeks in which facts of a metric of a source are seen that its weekly marts do not have: those with
    /// snapshots as they came, and those that a load changed which is not to be seen.
    func weeksWithoutMarts(source: Int, metric: Int, in weeks: ClosedRange<Week>) throws -> Set<Week> {
        // Where all loads are seen, the index by place has all that is asked.
        let isHidden = lastLoad == nil ? "" : "OR load_id > ?"
        let sql = """
            SELECT resolution, bucket FROM tile WHERE source_id = ? AND metric_id = ?
            AND (resolution = 0 AND bucket BETWEEN ? AND ? OR resolution = 1 AND bucket BETWEEN ? AND ?)
            AND (entity_group < 0 \(isHidden))
            """
        let (snapshots, days) = (Bucket.indices(of: weeks, .snapshot), Bucket.indices(of: weeks, .day))
        let arguments: StatementArguments = [
            source, metric, snapshots.lowerBound, snapshots.upperBound, days.lowerBound, days.upperBound,
        ]
        var found: Set<Week> = []
        for row in try tiles.database.rows(sql, arguments + (lastLoad.map { [$0] } ?? [])) {
            guard let resolution = Resolution(rawValue: row[0]) else { continue }
            let changed = Bucket.weeks(in: row[1], resolution).clamped(to: weeks)
            for index in changed.lowerBound.index...changed.upperBound.index { found.insert(Week(index: index)) }
        }
        return found
    }
}

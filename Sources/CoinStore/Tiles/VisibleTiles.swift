internal import CoinModel
internal import GRDB
internal import SeriesEncoding

/// The tiles as a reader sees them: the snapshots of a running week among the others of its week, and everything as it
/// was known after a load, if one is named.
struct VisibleTiles {
    let tiles: TileTable
    /// The newest load to see; nil for all.
    let lastLoad: Int?

    private var open: OpenWeekSnapshots { OpenWeekSnapshots(tiles: tiles) }

    /// A reader of the tile at a place, or nil where there is none.
    func reader(_ place: TilePlace) throws -> TileReader? {
        guard let bytes = try bytes(place) else { return nil }
        do throws(TileError) {
            return try TileReader(bytes)
        } catch {
            throw tiles.damage(place, error)
        }
    }

    /// The bytes of the tile at a place, or nil where there is none.
    func bytes(_ place: TilePlace) throws -> [UInt8]? {
        let stored = try tiles.stored(place)
        let snapshots = try snapshots(place)
        if snapshots.isEmpty, let stored, stored.load <= lastLoad ?? .max { return stored.bytes }
        return try matrix(place, stored, snapshots)?.written()?.bytes
    }

    /// The values at a place spread out, or nil where there is no tile.
    func matrix(_ place: TilePlace) throws -> TileMatrix? {
        try matrix(place, try tiles.stored(place), try snapshots(place))
    }

    private func matrix(
        _ place: TilePlace,
        _ stored: StoredTile?,
        _ snapshots: [OpenSnapshot]
    ) throws -> TileMatrix? {
        guard stored != nil || !snapshots.isEmpty else { return nil }
        let steps = snapshots.map(\.time)
        var matrix: TileMatrix
        do throws(TileError) {
            var draft = try TileDraft(stored, adding: steps)
            if let stored, let lastLoad, stored.load > lastLoad { draft.removeValues(after: Int32(lastLoad)) }
            matrix = draft.matrix
        } catch {
            throw tiles.damage(place, error)
        }
        if let stored, let lastLoad, stored.load > lastLoad { try bringBack(place, Int32(lastLoad), &matrix) }
        let columns = TileMatrix.places(of: snapshots.map(\.time), in: matrix.steps)
        for (snapshot, column) in zip(snapshots, columns) {
            let width = matrix.steps.count
            snapshot.visit(place.group) { slot, value in matrix.values[slot * width + column] = value }
        }
        return matrix
    }

    /// The groups of entities that have a tile of a metric of a source in a bucket.
    func groups(source: Int, metric: Int, resolution: Resolution, bucket: Int) throws -> [Int] {
        let groups = try Int.fetchAll(
            tiles.database.cachedStatement(
                sql: """
                    SELECT entity_group FROM tile WHERE source_id = ? AND metric_id = ? AND resolution = ? AND bucket = ?
                    ORDER BY entity_group
                    """
            ),
            arguments: [source, metric, resolution.rawValue, bucket]
        )
        guard let first = groups.first, first < 0 else { return groups }
        let snapshots = try open.snapshots(source: source, metric: metric, bucket: bucket, upTo: lastLoad)
        return Set(OpenSnapshot.groups(of: snapshots) + groups.filter { $0 >= 0 }).sorted()
    }

    /// The places of all groups of a bucket.
    func places(_ bucket: TilePlace) throws -> [TilePlace] {
        try groups(
            source: bucket.source,
            metric: bucket.metric,
            resolution: bucket.resolution,
            bucket: bucket.bucket
        ).map { group in
            TilePlace(
                source: bucket.source,
                metric: bucket.metric,
                resolution: bucket.resolution,
                bucket: bucket.bucket,
                group: group
            )
        }
    }

    /// The weeks of a source in which facts of a metric are seen that its weekly marts do not tell: those with
    /// snapshots as they came, and those that a load changed which is not to be seen.
    func weeksApart(source: Int, metric: Int, in weeks: ClosedRange<Week>) throws -> Set<Week> {
        let rows = try Row.fetchAll(
            tiles.database.cachedStatement(
                sql: """
                    SELECT resolution, bucket FROM tile WHERE source_id = ?1 AND metric_id = ?2
                    AND (resolution = 0 AND bucket BETWEEN ?3 AND ?4 OR resolution = 1 AND bucket BETWEEN ?5 AND ?6)
                    AND (entity_group < 0 OR load_id > ?7)
                    """
            ),
            arguments: [
                source, metric, Bucket.index(of: weeks.lowerBound, .snapshot),
                Bucket.index(of: weeks.upperBound, .snapshot), Bucket.index(of: weeks.lowerBound, .day),
                Bucket.index(of: weeks.upperBound, .day), lastLoad ?? .max,
            ]
        )
        var found: Set<Week> = []
        for row in rows {
            guard let resolution = Resolution(rawValue: row[0]) else { continue }
            found.formUnion(Bucket.weeks(in: row[1], resolution).filter { weeks.contains($0) })
        }
        return found
    }

    /// Brings back what loads replaced that are not to be seen.
    private func bringBack(_ place: TilePlace, _ last: Int32, _ matrix: inout TileMatrix) throws {
        let columns = Dictionary(uniqueKeysWithValues: matrix.steps.enumerated().map { ($1, $0) })
        let width = matrix.steps.count
        try Revisions.replaced(tiles, place, after: last) { cell, before in
            // A replaced value stands in the tile with a newer one, so its time is among the steps.
            guard before.load <= last, let column = columns[cell.step] else { return }
            matrix.values[cell.slot * width + column] = before.value
        }
    }

    private func snapshots(_ place: TilePlace) throws -> [OpenSnapshot] {
        guard place.resolution == .snapshot else { return [] }
        return try open.snapshots(source: place.source, metric: place.metric, bucket: place.bucket, upTo: lastLoad)
    }
}

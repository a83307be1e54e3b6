internal import CoinModel

/// The facts of a load on their way into tiles: rows wait by bucket, are merged a bucket at a time, and what follows
/// from them is written at the end.
///
/// At most `waitingLimit` rows wait in memory, or eight times as many of a single bucket.
struct LoadedFacts {
    let tiles: TileTable
    let load: Int
    let waitingLimit: Int
    private var staged = Staging()
    private let conflicts: LoadConflictIndex
    var marts: WeeklyMarts

    /// The rows that may wait for each tile whose weekly values wait: both take some 16 MB at most.
    private static let rowsPerPendingTile = 32

    /// How many times as many rows of a single bucket wait.
    private static let bucketFactor = 8

    init(_ tiles: TileTable, load: Int, waitingLimit: Int) throws {
        (self.tiles, self.load, self.waitingLimit) = (tiles, load, waitingLimit)
        conflicts = try LoadConflictIndex(tiles.database)
        marts = WeeklyMarts(tiles, load: load, waitingLimit: waitingLimit / LoadedFacts.rowsPerPendingTile)
    }

    /// Whether so much waits that it is to be written; a bucket in two parts costs twice, so it may become complete first.
    var isEnough: Bool {
        let rows = staged.rowCount
        return rows >= waitingLimit && (rows >= LoadedFacts.bucketFactor * waitingLimit || staged.spansBuckets)
    }

    /// Takes a block of an input by the numbers that its source, metrics and entities have.
    mutating func add(_ block: ObservationBlock, _ input: CurrentInput, _ numbers: inout EntityRegistry) throws {
        let entities = try numbers.entities(of: block, digest: input.digest, stem: input.stem)
        let metrics = try block.metrics.map { try numbers.metric($0) }
        if let column = block.metrics.firstIndex(of: .commits), block.resolution == .week {
            for row in 0..<block.count where block.values[column][row] > 0 {
                numbers.sawActivity(of: entities[Int(block.subjectIndex[row])], in: Int32(block.times[row]))
            }
        }
        let source = try numbers.source(block.source)
        staged.add(block, source: source, metrics: metrics, entities: entities, input: input.number)
    }

    /// Writes what waits and hands over what became of each bucket; of an input that goes on, the newest bucket stays, for
    /// inputs mostly run with time.
    mutating func flush(
        keepingNewest: Bool = false,
        isContinued: Bool = true,
        _ numbers: inout EntityRegistry,
        _ take: (BucketWriter.Outcome) throws -> Void
    ) throws {
        let lists = staged.take(keepingNewest: keepingNewest)
        for (place, (key, rows)) in lists.enumerated() {
            try marts.writeIfMany { try numbers.metric($0) }
            // Rows of another list about the same facts are rows of this load, too: they meet in the tiles.
            let wasMet = lists[..<place].contains { $0.key.meets(key) }
            let isMet = lists[(place + 1)...].contains { $0.key.meets(key) }
            let (isMerged, metrics) = (isContinued || isMet || wasMet, numbers.metricOfNumber)
            let open = OpenWeekSnapshots(tiles: tiles, load: Int32(load))
            let taken = isMerged ? nil : try open.take(rows, key)
            if taken != nil { marts.forget(source: key.source, bucket: key.bucket) }
            if key.resolution == .snapshot {
                // The weeks that are over, and one that rows are to be merged into.
                try close(key.source, upTo: taken == nil ? key.bucket : key.bucket - 1, metrics)
            }
            let writer = BucketWriter(
                tiles: tiles,
                load: Int32(load),
                conflicts: conflicts,
                metrics: metrics,
                martsOfMetric: Dictionary(firstOf: key.metrics.map { ($0, metrics[$0]?.weeklyMarts ?? []) })
            )
            let outcome = try taken ?? writer.merge(rows, key, &marts, isContinued: isContinued || isMet)
            try take(outcome)
            let changed = key.metrics.compactMap { metrics[$0] }
            marts.touch(key.source, changed, rows.weeks(of: key), outcome.changedGroups)
        }
    }

    /// Puts snapshots that lie as they came into the tiles of their weeks.
    mutating func close(_ source: Int, upTo bucket: Int, _ metrics: [Int: Metric]) throws {
        let open = OpenWeekSnapshots(tiles: tiles, load: Int32(load))
        for week in try open.close(source: source, upTo: bucket) {
            marts.forget(source: source, bucket: Int(week.week.index))
            marts.touch(source, week.metrics.compactMap { metrics[$0] }, [week.week], week.groups)
        }
    }
}

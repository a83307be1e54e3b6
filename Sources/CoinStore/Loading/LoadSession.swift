public import CoinModel
internal import GRDB

/// One load: a transaction over whole inputs, in which either all of an input counts or nothing.
///
/// What an input says waits until the input is accepted, so a refused one leaves nothing that had to be taken back. At most
/// `waitingLimit` rows wait in memory, or eight times as many of a single bucket; an input that is larger is
/// written as it comes, behind a savepoint. Marts are made once, at the end.
public final class LoadSession {
    let database: Database
    let load: Int
    let tiles: TileTable
    var numbers: EntityRegistry
    /// What the current input said, until it is accepted or so large that it is written as it comes.
    private var (pending, pendingRows) = ([ObservationBlock](), 0)
    /// The rows that wait to be written.
    private var staged = Staging()
    private var rejects: [Reject] = []
    var coins: [Coin] = []
    var listed: ListedCoins?
    var logs = CommitLogConflicts()
    var ecosystems: [CoinEcosystem] = []
    var rowsTaken = 0
    private var touched: Set<WeeklyMarts.Touched> = []
    private var ledger: LedgerRows
    private var outcomes: [Int32: InputOutcome] = [:]
    /// What became of the rows of the current input so far, beside what tiles that were written tell.
    var outcome = InputOutcome()
    var inputID: Int32
    private var stem = ""
    private var digest = ""
    private var seen: LoadConflictIndex
    private var newest = NewestFacts()
    /// What was there when the current input began to be written, while it is not ended.
    private var beforeSpill: BeforeSpill?
    private var fresh: PendingMarts
    private var activity = WeeklyActivity.Touched()

    private struct BeforeSpill {
        let numbers: EntityRegistry
        let newest: NewestFacts
        let touched: Set<WeeklyMarts.Touched>
        let activity: WeeklyActivity.Touched
        let seen: LoadConflictIndex
    }

    private let waitingLimit: Int

    /// The most rows that wait in memory before they are written: some 15 MB with four metrics.
    public static let waitingLimit = 250_000

    /// The rows that may wait for each tile whose weekly values are kept: both take some 16 MB at most.
    private static let rowsPerFreshTile = 32

    /// How many times as many rows of a single bucket wait.
    private static let bucketFactor = 8

    /// The rows after which a load over many inputs ends, to bound the time for which the store is locked.
    static let loadLimit = 8_000_000

    /// The most rejects of one input that are kept with line and reason; further ones are counted only.
    static let keptRejects = 10_000

    init(_ database: Database, path: String, acceptedAt: Instant, waitingLimit: Int) throws {
        self.waitingLimit = waitingLimit
        fresh = PendingMarts(limit: waitingLimit / LoadSession.rowsPerFreshTile)
        self.database = database
        let acceptedAt = try Ledger.acceptance(acceptedAt, database)
        load = (try Int.fetchOne(database, sql: "SELECT max(load_id) FROM load") ?? 0) + 1
        ledger = LedgerRows(database, load: load, acceptedAt: acceptedAt)
        inputID = Int32(try Int.fetchOne(database, sql: "SELECT max(input_id) FROM load") ?? 0)
        tiles = TileTable(database: database, path: path)
        numbers = try EntityRegistry(database)
        seen = try LoadConflictIndex(database)
    }

    /// Whether the load is so large that the caller should end it and begin another.
    public var isFull: Bool { rowsTaken >= LoadSession.loadLimit }

    /// Begins an input.
    public func begin(_ input: LedgerInput) {
        inputID += 1
        stem = input.stem
        digest = input.digest
        outcome = InputOutcome()
    }

    /// Takes facts of the current input.
    ///
    /// - Throws: `StoreError` when rows had to be written and could not.
    public func add(_ block: ObservationBlock) throws {
        try Interruption.check(tiles.path)
        outcome.accepted += block.count
        rowsTaken += block.count
        pending.append(block)
        pendingRows += block.count
        if beforeSpill == nil {
            guard pendingRows >= waitingLimit else { return }
            try flush(&staged)
            try database.execute(sql: "SAVEPOINT spill")
            beforeSpill = BeforeSpill(
                numbers: numbers,
                newest: newest,
                touched: touched,
                activity: activity,
                seen: seen
            )
        }
        try takePending()
        if isEnough { try flush(&staged, keepingNewest: true) }
    }

    /// Takes what the current input said so far: it is not refused any more, or can be taken back.
    func takePending() throws {
        // Each block is let go as soon as it is taken.
        pending.reverse()
        while let block = pending.popLast() {
            let entities = try numbers.entities(of: block, digest: digest, stem: stem)
            let metrics = try block.metrics.map { try numbers.metric($0) }
            if let column = block.metrics.firstIndex(of: .commits), block.resolution == .week {
                for (subject, week) in block.firstWeeks(ofColumn: column) {
                    numbers.sawActivity(of: entities[subject], in: week)
                }
            }
            let source = try numbers.source(block.source)
            staged.add(block, source: source, metrics: metrics, entities: entities, input: inputID)
        }
        pendingRows = 0
    }

    /// Whether so much waits that it is to be written: a bucket in two parts costs twice, so one that may be whole soon
    /// is waited for.
    private var isEnough: Bool {
        let rows = staged.rowCount
        return rows >= waitingLimit && (rows >= LoadSession.bucketFactor * waitingLimit || staged.spansBuckets)
    }

    /// Keeps a row of the current input aside.
    public func add(_ reject: Reject) {
        outcome.rejected += 1
        if outcome.rejected <= LoadSession.keptRejects { rejects.append(reject) }
    }

    /// Ends the current input: all of it counts.
    ///
    /// - Returns: its number in the ledger; its outcome is known when the load ends.
    /// - Throws: `StoreError`.
    @discardableResult
    public func accept(_ input: LedgerInput) throws -> Int32 {
        try takePending()
        if beforeSpill != nil { try database.execute(sql: "RELEASE spill") }
        beforeSpill = nil
        if isEnough { try flush(&staged, keepingNewest: true) }
        outcome.unchanged += try mergeCoins()
        try writeLedger(input, status: "loaded")
        return inputID
    }

    /// Ends the current input: nothing of it counts but the reason why.
    ///
    /// - Throws: `StoreError`.
    public func refuse(_ input: LedgerInput, because reject: Reject) throws {
        try takeBack()
        rejects = [reject]
        // The same refusal again is nothing new: the file stays as it is, to the byte.
        guard try ledger.isNew(input, refusedBecause: reject) else {
            rejects = []
            inputID -= 1
            return
        }
        outcome = InputOutcome()
        outcome.rejected = 1
        try writeLedger(input, status: "refused")
    }

    /// Ends the current input as if it had never begun: another one of the load says the same.
    ///
    /// - Throws: `StoreError`.
    public func forget() throws {
        try takeBack()
        rejects = []
        inputID -= 1
    }

    /// Takes back what the current input brought.
    private func takeBack() throws {
        (pending, pendingRows) = ([], 0)
        if let before = beforeSpill {
            try database.execute(sql: "ROLLBACK TO spill; RELEASE spill")
            (numbers, newest, seen) = (before.numbers, before.newest, before.seen)
            // Marts that were made meanwhile are taken back too, and are to be made again.
            (touched, activity) = (before.touched, before.activity)
            fresh = PendingMarts(limit: fresh.limit)
            (beforeSpill, staged) = (nil, Staging())
        }
        coins = []
        ecosystems = []
        outcomes[inputID] = nil
    }

    /// Writes what waits; called once, before the transaction commits.
    func finish() throws -> [Int32: InputOutcome] {
        try flush(&staged, goesOn: false)
        try refreshMarts()
        try numbers.write(load: load)
        try LatestTable(database: database).write(newest)
        try WeeklyActivity(tiles: tiles).refresh(activity)
        try ledger.finish(outcomes)
        return outcomes
    }

    /// Makes the marts of the weeks that were touched.
    private func refreshMarts() throws {
        try WeeklyMarts(tiles: tiles, load: load).refresh(touched, fresh) { try self.numbers.metric($0) }
        touched = []
        fresh = PendingMarts(limit: fresh.limit)
    }

    /// Writes what waits; of an input that goes on, the newest bucket stays, for inputs mostly run with time.
    private func flush(_ staging: inout Staging, keepingNewest: Bool = false, goesOn: Bool = true) throws {
        let open = OpenWeekSnapshots(tiles: tiles)
        let lists = staging.take(keepingNewest: keepingNewest)
        for (place, (key, rows)) in lists.enumerated() {
            if fresh.isFull { try refreshMarts() }
            // Rows of another list about the same facts are rows of this load, too: they meet in the tiles.
            let isMet = lists[..<place].contains { $0.key.meets(key) }
            let meets = lists[(place + 1)...].contains { $0.key.meets(key) }
            let asTheyCame = goesOn || meets || isMet ? nil : try open.take(rows, key, &newest, load: Int32(load))
            if asTheyCame != nil { fresh.forget(source: key.source, bucket: key.bucket) }
            if key.resolution == .snapshot {
                let isMerged = asTheyCame == nil
                try close(open, ofSource: key.source, upTo: isMerged ? key.bucket : key.bucket - 1)
            }
            let marts = Dictionary(uniqueKeysWithValues: key.metrics.map { ($0, numbers.marts(ofMetric: $0)) })
            let writer = BucketWriter(tiles: tiles, load: Int32(load), marts: marts)
            let outcome = try asTheyCame ?? writer.merge(rows, key, &seen, &newest, &fresh, goesOn: goesOn || meets)
            for (input, count) in outcome.unchanged where count > 0 {
                outcomes[input, default: InputOutcome()].unchanged += count
                ledger.revise(input)
            }
            for conflict in outcome.conflicts { try record(conflict) }
            if !outcome.changedGroups.isEmpty {
                touch(key.source, key.metrics, rows.weeks(of: key), outcome.changedGroups)
                if key.resolution == .week { activity.add(rows.times, outcome.changedGroups, key) }
            }
        }
    }

    /// Closes the weeks of a source that are over, or that rows are to be merged into.
    private func close(_ open: OpenWeekSnapshots, ofSource source: Int, upTo bucket: Int) throws {
        for (bucket, metrics) in try open.weeks(ofSource: source, upTo: bucket) {
            let groups = try open.close(source: source, bucket: bucket, metrics: metrics)
            fresh.forget(source: source, bucket: bucket)
            touch(source, metrics, [Week(index: Int32(bucket))], groups)
        }
    }

    private func touch(_ source: Int, _ metrics: [Int], _ weeks: Set<Week>, _ groups: Set<Int>) {
        for quote in Set(metrics.compactMap { numbers.quote(ofMarketMetric: $0) }) {
            for week in weeks {
                for group in groups { touched.insert(.init(source: source, quote: quote, week: week, group: group)) }
            }
        }
    }

    private func record(_ conflict: (input: Int32, line: Int32, metric: Int)) throws {
        outcomes[conflict.input, default: InputOutcome()].rejected += 1
        ledger.revise(conflict.input)
        try write(
            Reject(
                reason: "conflict",
                line: conflict.line > 0 ? Int(conflict.line) : nil,
                detail:
                    "another row of this load has another \(numbers.name(ofMetric: conflict.metric)) for the same fact"
            ),
            input: conflict.input
        )
    }

    private func writeLedger(_ input: LedgerInput, status: String) throws {
        outcomes[inputID, default: InputOutcome()].add(outcome)
        ledger.add(inputID, input, status: status)
        if ledger.isFull {
            try ledger.write(outcomes)
            try numbers.writeAccepted(load: load)
        }
        for reject in rejects { try write(reject, input: inputID) }
        rejects = []
        coins = []
        ecosystems = []
    }

    private func write(_ reject: Reject, input: Int32) throws {
        try database.cachedStatement(
            sql: "INSERT INTO reject (input_id, line, field, reason, detail) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [input, reject.line, reject.column, reject.reason, reject.detail])
    }
}

extension Store {
    /// Runs one load: what the body hands over is in the store when this returns, or nothing of it.
    ///
    /// - Parameters:
    ///   - acceptedAt: the moment that the ledger gets.
    ///   - waitingLimit: the most rows that wait in memory before they are written.
    ///   - body: hands over whole inputs.
    /// - Returns: what the body returned, and what became of each input by its number.
    /// - Throws: `StoreError`, or what the body throws; then nothing of the load is in the store.
    @discardableResult
    public func load<Value>(
        acceptedAt: Instant,
        waitingLimit: Int = LoadSession.waitingLimit,
        _ body: (LoadSession) throws -> Value
    ) throws -> (value: Value, outcomes: [Int32: InputOutcome]) {
        try write { database in
            let session = try LoadSession(
                database,
                path: path,
                acceptedAt: acceptedAt,
                waitingLimit: waitingLimit
            )
            let value = try body(session)
            return (value, try session.finish())
        }
    }
}

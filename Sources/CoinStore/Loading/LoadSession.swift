public import CoinModel
internal import GRDB

/// One load: a transaction over whole inputs, in which either all of an input counts or nothing.
///
/// What an input says waits until the input is accepted, so a refused one leaves nothing to roll back. At most
/// `waitingLimit` rows wait in memory, or eight times as many of a single bucket; an input that is larger is
/// written as it comes, behind a savepoint. Marts are written once, at the end.
public final class LoadSession {
    let database: Database
    let tiles: TileTable
    let ledger: Ledger
    var numbers: EntityRegistry
    var input = CurrentInput()
    private var staged = Staging()
    /// The coins that a person decided about and no list has.
    var decidedUnlisted: [CoinKey] = []
    var listed: ListedCoins?
    var logs = CommitLogConflicts()
    var knownSourceCoins: [CoinArgument: CrosswalkTable.Known]?
    var details = NewestDetails()
    var rowsTaken = 0
    var links = LoadLinks()
    private var outcomes: [Int32: InputOutcome] = [:]
    /// The inputs of whose rows more is known than when they were accepted.
    private var revised: Set<Int32> = []
    var inputID: Int32
    private let conflicts: LoadConflictIndex
    lazy var knownPrices = PriceHistory(LatestTable(tiles: tiles))
    /// The newest market figures that do not go together; known when the load ends.
    fileprivate var slips: [SuspectPrice] = []
    /// What follows from the load's facts.
    private var touched = Touched()
    private var marts: PendingMarts
    /// What was there when the current input began to be written, while it is not ended.
    private var beforeSpill: BeforeSpill?

    private typealias BeforeSpill = (EntityRegistry, Touched, LoadLinks)

    private let waitingLimit: Int

    /// The most rows that wait in memory before they are written: some 15 MB with four metrics.
    public static let waitingLimit = 250_000

    /// The rows that may wait for each tile whose weekly values wait: both take some 16 MB at most.
    private static let rowsPerPendingTile = 32

    /// How many times as many rows of a single bucket wait.
    private static let bucketFactor = 8

    /// The rows after which a load over many inputs ends, to bound the time for which the store is locked.
    private static let loadLimit = 8_000_000

    /// The most rejects of one input that are stored with line and reason; further ones are counted only.
    private static let rejectLimit = 10_000

    fileprivate init(_ database: Database, path: String, acceptedAt: Instant, waitingLimit: Int) throws {
        self.waitingLimit = waitingLimit
        marts = PendingMarts(limit: waitingLimit / LoadSession.rowsPerPendingTile)
        self.database = database
        ledger = try Ledger(database, acceptedAt: acceptedAt)
        inputID = try ledger.lastInput()
        tiles = TileTable(database: database, path: path)
        numbers = try EntityRegistry(database)
        conflicts = try LoadConflictIndex(database)
    }

    var load: Int { ledger.load }

    /// Whether the load is so large that the caller should end it and begin another.
    public var isFull: Bool { rowsTaken >= LoadSession.loadLimit }

    /// Whether an input was loaded by a load that the loaded inputs were read before.
    public func hasLoaded(digest: String, context: String, after loaded: LoadedInputs) throws -> Bool {
        try !digest.isEmpty && ledger.hasLoaded(digest: digest, context: context, since: loaded.lastLoad)
    }

    /// Begins an input.
    public func begin(_ entry: InputDescriptor) {
        inputID += 1
        input = CurrentInput(stem: entry.stem, digest: entry.digest)
    }

    /// Takes facts of the current input; throws `StoreError` when rows had to be written and could not.
    public func add(_ block: ObservationBlock) throws {
        try Interruption.check(tiles.path)
        input.outcome.accepted += block.count
        rowsTaken += block.count
        input.blocks.append(block)
        input.rows += block.count
        if beforeSpill == nil {
            guard input.rows >= waitingLimit else { return }
            try flush()
            try database.execute(sql: "SAVEPOINT spill")
            beforeSpill = (numbers, touched, links)
        }
        try takePending()
        if isEnough { try flush(keepingNewest: true) }
    }

    /// Takes what the current input said so far: it is not refused any more, or can be rolled back.
    func takePending() throws {
        // Each block is let go as soon as it is taken.
        input.blocks.reverse()
        while let block = input.blocks.popLast() {
            let entities = try numbers.entities(of: block, digest: input.digest, stem: input.stem)
            let metrics = try block.metrics.map { try numbers.metric($0) }
            if let column = block.metrics.firstIndex(of: .commits), block.resolution == .week {
                for row in 0..<block.count where block.values[column][row] > 0 {
                    numbers.sawActivity(of: entities[Int(block.subjectIndex[row])], in: Int32(block.times[row]))
                }
            }
            let source = try numbers.source(block.source)
            staged.add(block, source: source, metrics: metrics, entities: entities, input: inputID)
        }
        input.rows = 0
    }

    /// Whether so much waits that it is to be written; a bucket in two parts costs twice, so it may become whole first.
    private var isEnough: Bool {
        let rows = staged.rowCount
        return rows >= waitingLimit && (rows >= LoadSession.bucketFactor * waitingLimit || staged.spansBuckets)
    }

    /// Notes a row of the current input that is not taken, or a cell of one that is.
    public func add(_ reject: Reject, isCell: Bool = false) {
        if !isCell { input.outcome.rejected += 1 }
        if input.rejects.count < LoadSession.rejectLimit { input.rejects.append(reject) }
    }

    /// Ends the current input, all of which counts; its number in the ledger, for its outcome shows when the load ends.
    @discardableResult
    public func accept(_ entry: InputDescriptor) throws -> Int32 {
        try takePending()
        if beforeSpill != nil { try database.execute(sql: "RELEASE spill") }
        beforeSpill = nil
        if isEnough { try flush(keepingNewest: true) }
        input.outcome.unchanged += try mergeCoins()
        try writeLedger(entry, status: "loaded")
        return inputID
    }

    /// Ends the current input, of which nothing counts but the reason why.
    public func refuse(_ entry: InputDescriptor, because reject: Reject) throws {
        try rollBackInput()
        // The same refusal again is nothing new: the file stays as it is, to the byte.
        guard try !ledger.isRefused(entry, because: reject) else {
            inputID -= 1
            return
        }
        input.rejects = [reject]
        input.outcome.rejected = 1
        try writeLedger(entry, status: "refused")
    }

    /// Ends the current input as if it had never begun: another one of the load says the same.
    public func forget() throws {
        try rollBackInput()
        inputID -= 1
    }

    private func rollBackInput() throws {
        input = CurrentInput()
        if let before = beforeSpill {
            try database.execute(sql: "ROLLBACK TO spill; RELEASE spill")
            // Marts that were written meanwhile are rolled back too, and have to be made again.
            (numbers, touched, links) = before
            marts = PendingMarts(limit: marts.limit)
            (beforeSpill, staged) = (nil, Staging())
        }
        outcomes[inputID] = nil
    }

    /// Writes what waits; called once, before the transaction commits.
    fileprivate func finish() throws -> [Int32: InputOutcome] {
        try flush(isContinued: false)
        try writeMarts()
        try numbers.write(load: load)
        try DetailTable(database: database)
            .merge(details.all, load: load, acceptedAt: ledger.acceptedAt, &links)
        try links.write(load: load, database)
        let latest = LatestTable(tiles: tiles)
        slips = try latest.slips(touched.newest)
        try latest.refresh(touched)
        try ledger.update(revised, outcomes)
        return outcomes
    }

    private func writeMarts() throws {
        try WeeklyMarts(tiles: tiles, load: load).refresh(touched.weeks, marts) { try self.numbers.metric($0) }
        touched.weeks = []
        marts = PendingMarts(limit: marts.limit)
    }

    /// Writes what waits; of an input that goes on, the newest bucket stays, for inputs mostly run with time.
    private func flush(keepingNewest: Bool = false, isContinued: Bool = true) throws {
        let lists = staged.take(keepingNewest: keepingNewest)
        for (place, (key, rows)) in lists.enumerated() {
            if marts.isFull { try writeMarts() }
            // Rows of another list about the same facts are rows of this load, too: they meet in the tiles.
            let wasMet = lists[..<place].contains { $0.key.meets(key) }
            let isMet = lists[(place + 1)...].contains { $0.key.meets(key) }
            let open = OpenWeekSnapshots(tiles: tiles, load: Int32(load))
            let taken = isContinued || isMet || wasMet ? nil : try open.take(rows, key, &touched.newest)
            if taken != nil { marts.forget(source: key.source, bucket: key.bucket) }
            if key.resolution == .snapshot {
                // The weeks that are over, and one that rows are to be merged into.
                for week in try open.close(source: key.source, upTo: taken == nil ? key.bucket : key.bucket - 1) {
                    marts.forget(source: key.source, bucket: Int(week.week.index))
                    touch(key.source, week.metrics, [week.week], week.groups)
                }
            }
            let made = Dictionary(firstOf: key.metrics.map { ($0, numbers.marts(ofMetric: $0)) })
            let name = { self.numbers.name(ofMetric: $0) }
            let writer = BucketWriter(
                tiles: tiles,
                load: Int32(load),
                conflicts: conflicts,
                martsOfMetric: made,
                name: name
            )
            let outcome =
                try taken ?? writer.merge(rows, key, &touched.newest, &marts, isContinued: isContinued || isMet)
            for (input, count) in outcome.unchanged where count > 0 {
                outcomes[input, default: InputOutcome()].unchanged += count
                revised.insert(input)
            }
            links.add(outcome.links)
            touched.takesBack = touched.takesBack || outcome.takesBack
            for conflict in outcome.conflicts { try record(conflict) }
            if !outcome.changedGroups.isEmpty {
                touch(key.source, key.metrics, rows.weeks(of: key), outcome.changedGroups)
            }
        }
    }

    func touch(_ source: Int, _ metrics: [Int], _ weeks: Set<Week>, _ groups: Set<Int>) {
        for quote in Set(metrics.compactMap { numbers.quote(ofMarketMetric: $0) }) {
            for week in weeks {
                for group in groups {
                    touched.weeks.insert(TouchedWeek(source: source, quote: quote, week: week, group: group))
                }
            }
        }
    }

    private func record(_ conflict: BucketWriter.Conflict) throws {
        revised.insert(conflict.input)
        let reject = conflict.reject(numbers.name(ofMetric: conflict.metric))
        outcomes[conflict.input, default: InputOutcome()].add(conflict: reject)
        try ledger.add(reject, input: conflict.input)
    }

    func writeLedger(_ entry: InputDescriptor, status: String) throws {
        outcomes[inputID, default: InputOutcome()].add(input.outcome)
        try ledger.add(inputID, entry, status: status, outcomes[inputID] ?? input.outcome)
        for reject in input.rejects { try ledger.add(reject, input: inputID) }
        input = CurrentInput()
    }
}

extension Store {
    /// Runs one load: what the body hands over is in the store when this returns, with what became of each input by its
    /// number, and what of the newest market figures does not go together; where anything throws, nothing of the load is.
    @discardableResult
    public func load<Value>(
        acceptedAt: Instant,
        waitingLimit: Int = LoadSession.waitingLimit,
        _ body: (LoadSession) throws -> Value
    ) throws -> (value: Value, outcomes: [Int32: InputOutcome], slips: [SuspectPrice]) {
        try write { database in
            let session = try LoadSession(database, path: path, acceptedAt: acceptedAt, waitingLimit: waitingLimit)
            let value = try body(session)
            let outcomes = try session.finish()
            return (value, outcomes, session.slips)
        }
    }
}

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
    /// What the current input said, until it is accepted or so large that it is written as it comes.
    private(set) var (pending, pendingRows) = ([ObservationBlock](), 0)
    private var staged = Staging()
    private var rejects: [Reject] = []
    var coins: [Coin] = []
    /// Since when they hold; nil where their list has no date.
    var coinsSince: Instant?
    /// The coins that a person decided about and no list has.
    var decidedUnlisted: [CoinKey] = []
    var listed: ListedCoins?
    var logs = CommitLogConflicts()
    var ecosystems: [CoinEcosystem] = []
    var renames: [RepositoryRename] = []
    var sourceCoins: [SourceCoin] = []
    var knownSourceCoins: [CoinReference: CrosswalkTable.Known]?
    var decisions: [CoinDecision] = []
    var details = NewestDetails()
    var rowsTaken = 0
    var links = LoadLinks()
    private var outcomes: [Int32: InputOutcome] = [:]
    /// The inputs of whose rows more is known than when they were accepted.
    private var revised: Set<Int32> = []
    /// What became of the rows of the current input so far, beside what is known of tiles that were written.
    var outcome = InputOutcome()
    var inputID: Int32
    private var stem = ""
    private var digest = ""
    private let conflicts: LoadConflictIndex
    lazy var knownPrices = KnownPrices(database: database)
    private var newest = NewestFacts()
    /// The newest market figures that do not go together; known when the load ends.
    fileprivate var slips: [MarketSlip] = []
    /// Whether facts were written that do not hold any more.
    private var takesBack = false
    private var touched: Set<WeeklyMarts.Touched> = []
    private var activity = WeeklyActivity.Touched()
    private var marts: PendingMarts
    /// What was there when the current input began to be written, while it is not ended.
    private var beforeSpill: BeforeSpill?

    private typealias BeforeSpill = (
        EntityRegistry, NewestFacts, Set<WeeklyMarts.Touched>, WeeklyActivity.Touched, LoadLinks
    )

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
    public func begin(_ input: InputDescriptor) {
        inputID += 1
        stem = input.stem
        digest = input.digest
        outcome = InputOutcome()
    }

    /// Takes facts of the current input; throws `StoreError` when rows had to be written and could not.
    public func add(_ block: ObservationBlock) throws {
        try Interruption.check(tiles.path)
        outcome.accepted += block.count
        rowsTaken += block.count
        pending.append(block)
        pendingRows += block.count
        if beforeSpill == nil {
            guard pendingRows >= waitingLimit else { return }
            try flush()
            try database.execute(sql: "SAVEPOINT spill")
            beforeSpill = (numbers, newest, touched, activity, links)
        }
        try takePending()
        if isEnough { try flush(keepingNewest: true) }
    }

    /// Takes what the current input said so far: it is not refused any more, or can be rolled back.
    func takePending() throws {
        // Each block is let go as soon as it is taken.
        pending.reverse()
        while let block = pending.popLast() {
            let entities = try numbers.entities(of: block, digest: digest, stem: stem)
            let metrics = try block.metrics.map { try numbers.metric($0) }
            if let column = block.metrics.firstIndex(of: .commits), block.resolution == .week {
                for row in 0..<block.count where block.values[column][row] > 0 {
                    numbers.sawActivity(of: entities[Int(block.subjectIndex[row])], in: Int32(block.times[row]))
                }
            }
            let source = try numbers.source(block.source)
            staged.add(block, source: source, metrics: metrics, entities: entities, input: inputID)
        }
        pendingRows = 0
    }

    /// Whether so much waits that it is to be written; a bucket in two parts costs twice, so it may become whole first.
    private var isEnough: Bool {
        let rows = staged.rowCount
        return rows >= waitingLimit && (rows >= LoadSession.bucketFactor * waitingLimit || staged.spansBuckets)
    }

    /// Notes a row of the current input that is not taken, or a cell of one that is.
    public func add(_ reject: Reject, isCell: Bool = false) {
        if !isCell { outcome.rejected += 1 }
        if rejects.count < LoadSession.rejectLimit { rejects.append(reject) }
    }

    /// Ends the current input, all of which counts; its number in the ledger, for its outcome shows when the load ends.
    @discardableResult
    public func accept(_ input: InputDescriptor) throws -> Int32 {
        try takePending()
        if beforeSpill != nil { try database.execute(sql: "RELEASE spill") }
        beforeSpill = nil
        if isEnough { try flush(keepingNewest: true) }
        outcome.unchanged += try mergeCoins()
        try writeLedger(input, status: "loaded")
        return inputID
    }

    /// Ends the current input, of which nothing counts but the reason why.
    public func refuse(_ input: InputDescriptor, because reject: Reject) throws {
        try rollBackInput()
        // The same refusal again is nothing new: the file stays as it is, to the byte.
        guard try !ledger.isRefused(input, because: reject) else {
            inputID -= 1
            return
        }
        rejects = [reject]
        outcome = InputOutcome()
        outcome.rejected = 1
        try writeLedger(input, status: "refused")
    }

    /// Ends the current input as if it had never begun: another one of the load says the same.
    public func forget() throws {
        try rollBackInput()
        inputID -= 1
    }

    private func rollBackInput() throws {
        (pending, pendingRows) = ([], 0)
        if let before = beforeSpill {
            try database.execute(sql: "ROLLBACK TO spill; RELEASE spill")
            // Marts that were written meanwhile are rolled back too, and have to be made again.
            (numbers, newest, touched, activity, links) = before
            marts = PendingMarts(limit: marts.limit)
            (beforeSpill, staged) = (nil, Staging())
        }
        (coins, ecosystems, renames, rejects, sourceCoins, decisions) = ([], [], [], [], [], [])
        details.dropPending()
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
        let latest = LatestTable(database: database)
        slips = try latest.slips(newest)
        if takesBack { try latest.rebuild(VisibleTiles(tiles: tiles)) } else { try latest.write(newest) }
        try WeeklyActivity(tiles: tiles).refresh(activity)
        try ledger.update(revised, outcomes)
        return outcomes
    }

    private func writeMarts() throws {
        try WeeklyMarts(tiles: tiles, load: load).refresh(touched, marts) { try self.numbers.metric($0) }
        touched = []
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
            let taken = isContinued || isMet || wasMet ? nil : try open.take(rows, key, &newest)
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
            let outcome = try taken ?? writer.merge(rows, key, &newest, &marts, isContinued: isContinued || isMet)
            for (input, count) in outcome.unchanged where count > 0 {
                outcomes[input, default: InputOutcome()].unchanged += count
                revised.insert(input)
            }
            links.add(outcome.links)
            takesBack = takesBack || outcome.takesBack
            for conflict in outcome.conflicts { try record(conflict) }
            if !outcome.changedGroups.isEmpty {
                touch(key.source, key.metrics, rows.weeks(of: key), outcome.changedGroups)
                if key.resolution == .week { activity.add(rows.times, outcome.changedGroups, source: key.source) }
            }
        }
    }

    func touch(_ source: Int, _ metrics: [Int], _ weeks: Set<Week>, _ groups: Set<Int>) {
        for quote in Set(metrics.compactMap { numbers.quote(ofMarketMetric: $0) }) {
            for week in weeks {
                for group in groups { touched.insert(.init(source: source, quote: quote, week: week, group: group)) }
            }
        }
    }

    private func record(_ conflict: BucketWriter.Conflict) throws {
        revised.insert(conflict.input)
        let reject = conflict.reject(numbers.name(ofMetric: conflict.metric))
        outcomes[conflict.input, default: InputOutcome()].add(conflict: reject)
        try ledger.add(reject, input: conflict.input)
    }

    func writeLedger(_ input: InputDescriptor, status: String) throws {
        outcomes[inputID, default: InputOutcome()].add(outcome)
        try ledger.add(inputID, input, status: status, outcomes[inputID] ?? outcome)
        for reject in rejects { try ledger.add(reject, input: inputID) }
        (coins, ecosystems, renames, rejects, sourceCoins, decisions) = ([], [], [], [], [], [])
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
    ) throws -> (value: Value, outcomes: [Int32: InputOutcome], slips: [MarketSlip]) {
        try write { database in
            let session = try LoadSession(database, path: path, acceptedAt: acceptedAt, waitingLimit: waitingLimit)
            let value = try body(session)
            let outcomes = try session.finish()
            return (value, outcomes, session.slips)
        }
    }
}

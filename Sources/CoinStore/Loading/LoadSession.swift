public import CoinModel
internal import GRDB

/// One load: a transaction over whole inputs, in which either all of an input counts or nothing.
///
/// What an input says waits until the input is accepted, so a refused one leaves nothing to roll back; one that is larger
/// than what may wait is written as it comes, behind a savepoint. `CurrentInput` is what belongs to an input,
/// `LoadedFacts`, `LoadedCoins` and `CommitLogConflicts` what belongs to the load, `WeeklyMarts` what follows from it.
public final class LoadSession {
    let database: Database
    let tiles: TileTable
    let ledger: Ledger
    var numbers: EntityRegistry
    var input: CurrentInput
    var facts: LoadedFacts
    var coins: LoadedCoins
    var logs = CommitLogConflicts()
    var rowsTaken = 0
    var links = LoadLinks()
    private var outcomes: [Int32: InputOutcome] = [:]
    /// The inputs of whose rows more is known than when they were accepted.
    private var revised: Set<Int32> = []
    /// The positive newest prices that were known before the load, of each source in a currency, by entity.
    var knownPrices: [String: [[LatestFact?]]] = [:]
    /// What was there when the current input began to be written, while it is not ended.
    private var beforeSpill: (EntityRegistry, LoadedFacts, LoadLinks, CommitLogConflicts)?

    /// The most rows that wait in memory before they are written: some 15 MB with four metrics.
    public static let waitingLimit = 250_000

    /// The rows after which a load over many inputs ends, to bound the time for which the store is locked.
    private static let loadLimit = 8_000_000

    /// The most rejects of one input that are stored with line and reason; further ones are counted only.
    private static let rejectLimit = 10_000

    fileprivate init(_ database: Database, path: String, acceptedAt: Instant, waitingLimit: Int) throws {
        self.database = database
        ledger = try Ledger(database, acceptedAt: acceptedAt)
        input = CurrentInput(number: try ledger.lastInput())
        tiles = TileTable(database: database, path: path)
        numbers = try EntityRegistry(database)
        facts = try LoadedFacts(tiles, load: ledger.load, waitingLimit: waitingLimit)
        coins = LoadedCoins(database, load: ledger.load, acceptedAt: ledger.acceptedAt)
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
        input = CurrentInput(number: input.number + 1, stem: entry.stem, digest: entry.digest)
    }

    /// Takes facts of the current input; throws `StoreError` when rows had to be written and could not.
    public func add(_ block: ObservationBlock) throws {
        try Interruption.check(tiles.path)
        input.outcome.accepted += block.count
        rowsTaken += block.count
        input.blocks.append(block)
        input.rows += block.count
        if beforeSpill == nil {
            guard input.rows >= facts.waitingLimit else { return }
            try spill()
        }
        try takePending()
        if facts.isEnough { try flush(keepingNewest: true) }
    }

    /// Begins to write the current input as it comes, for it is larger than what may wait; it can be refused all the same.
    public func spill() throws {
        guard beforeSpill == nil else { return }
        try flush()
        try database.execute(sql: "SAVEPOINT spill")
        beforeSpill = (numbers, facts, links, logs)
    }

    /// Takes what the current input said so far: it is not refused any more, or can be rolled back.
    func takePending() throws {
        // Each block is let go as soon as it is taken.
        input.blocks.reverse()
        while let block = input.blocks.popLast() { try facts.add(block, input, &numbers) }
        input.rows = 0
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
        if facts.isEnough { try flush(keepingNewest: true) }
        input.outcome.unchanged += try coins.merge(input, &links)
        try writeLedger(entry, status: "loaded")
        return input.number
    }

    /// Ends the current input, of which nothing counts but the reason why.
    public func refuse(_ entry: InputDescriptor, because reject: Reject) throws {
        try rollBackInput()
        // The same refusal again is nothing new: the file stays as it is, to the byte.
        guard try !ledger.isRefused(entry, because: reject) else {
            input = CurrentInput(number: input.number - 1)
            return
        }
        input.rejects = [reject]
        input.outcome.rejected = 1
        try writeLedger(entry, status: "refused")
    }

    /// Ends the current input as if it had never begun: another one of the load says the same.
    public func forget() throws {
        try rollBackInput()
        input = CurrentInput(number: input.number - 1)
    }

    private func rollBackInput() throws {
        input = CurrentInput(number: input.number)
        if let before = beforeSpill {
            try database.execute(sql: "ROLLBACK TO spill; RELEASE spill")
            (numbers, facts, links, logs) = before
            beforeSpill = nil
        }
        outcomes[input.number] = nil
    }

    /// Writes what waits; called once, before the transaction commits.
    ///
    /// - Returns: what became of each input, and which of the newest market figures do not go together.
    fileprivate func finish() throws -> (outcomes: [Int32: InputOutcome], suspects: [SuspectPrice]) {
        try flush(isContinued: false)
        try facts.marts.write { try self.numbers.metric($0) }
        try numbers.write(load: load)
        try coins.writeDetails(&links)
        try links.write(load: load, database)
        try ledger.update(revised, outcomes)
        return (outcomes, try suspects())
    }

    private func flush(keepingNewest: Bool = false, isContinued: Bool = true) throws {
        try facts.flush(keepingNewest: keepingNewest, isContinued: isContinued, &numbers) { outcome in
            for (input, count) in outcome.unchanged where count > 0 {
                outcomes[input, default: InputOutcome()].unchanged += count
                revised.insert(input)
            }
            links.add(outcome.links)
            for (input, reject) in outcome.rejects {
                revised.insert(input)
                outcomes[input, default: InputOutcome()].add(conflict: reject)
                try ledger.add(reject, input: input)
            }
        }
    }

    func writeLedger(_ entry: InputDescriptor, status: String) throws {
        outcomes[input.number, default: InputOutcome()].add(input.outcome)
        try ledger.add(input.number, entry, status: status, outcomes[input.number] ?? input.outcome)
        for reject in input.rejects { try ledger.add(reject, input: input.number) }
        coins.sawInput(of: entry.kind)
        input = CurrentInput(number: input.number)
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
    ) throws -> (value: Value, outcomes: [Int32: InputOutcome], suspects: [SuspectPrice]) {
        try write { database in
            let session = try LoadSession(database, path: path, acceptedAt: acceptedAt, waitingLimit: waitingLimit)
            let value = try body(session)
            let (outcomes, suspects) = try session.finish()
            return (value, outcomes, suspects)
        }
    }
}

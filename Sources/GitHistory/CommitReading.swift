internal import WorkerProtocol

/// Completes the rows of a walk from whole commits, on both cores.
///
/// What the walk took for a commit's parents and time is only believed once the commit, held against its id, says the
/// same: a commit-graph is noted beside the commits, and a walk looks at texts before they are checked.
struct CommitReading {
    private var waiting = CommitTexts()
    private var running: Companion<CommitFacts>?
    private var done: [CommitFacts] = []

    /// So many bytes are worth a thread.
    private static let portion = 1 << 18
    /// So many may wait for one.
    private static let mostWaiting = 8 << 20

    /// Takes the text of a row's commit, to be looked at beside the walk.
    ///
    /// - Throws: `WorkerFault` when one that was taken before is damaged or malformed.
    mutating func add(_ text: Span<UInt8>, row: UInt32, id: ObjectID) throws(WorkerFault) {
        waiting.append(text, row: row, id: id)
        let size = waiting.bytes.count
        if size >= CommitReading.mostWaiting || (size >= CommitReading.portion && running?.isDone ?? true) {
            try collect()
            let texts = waiting
            waiting = CommitTexts()
            running = try Companion { () throws(WorkerFault) in try CommitFacts(of: texts) }
        }
    }

    /// Takes commits that were read whole.
    mutating func add(_ facts: [CommitFacts]) {
        done += facts
    }

    private mutating func collect() throws(WorkerFault) {
        if let running { done.append(try running.value()) }
        running = nil
    }

    /// Looks at what is left and completes the rows.
    ///
    /// - Parameters:
    ///   - history: the rows of the commits that were taken.
    ///   - ids: their ids.
    ///   - known: the commits that are no rows.
    /// - Returns: the authors, in the order of the rows.
    /// - Throws: `WorkerFault` when a commit is damaged or does not say what the walk was told.
    mutating func finish(
        _ history: inout CommitRows,
        _ ids: [ObjectID],
        leavingOut known: KnownHistory? = nil
    ) throws(WorkerFault) -> AuthorTable {
        done.append(try CommitFacts(of: waiting))
        try collect()
        var authors = AuthorTable()
        for facts in done {
            let places = (0..<facts.authors.count).map { authors.place(of: Array(facts.authors[$0]).span) }
            var nextParent = 0
            for fact in facts.facts {
                let row = Int(fact.row)
                var agrees = history.rows[row].isCommitted(at: fact.committed)
                let told = history.parents(of: fact.row)
                agrees = agrees && told.count == Int(fact.parentCount)
                for parent in told where agrees {
                    let said = facts.parents[nextParent]
                    agrees =
                        parent == CommitRows.elsewhere ? known?.contains(said.high) == true : ids[Int(parent)] == said
                    nextParent += 1
                }
                guard agrees else { throw CommitReading.contradiction(ids[row]) }
                history.rows[row].committed = fact.committed
                history.rows[row].authored = fact.authored
                history.rows[row].tree = fact.tree
                history.rows[row].author = places[Int(fact.author)]
            }
        }
        return authors.ordered(by: &history)
    }

    private static func contradiction(_ id: ObjectID) -> WorkerFault {
        WorkerFault(
            .damagedObject,
            "the commit-graph says other than commit \(id) does; write it anew with `git commit-graph write`"
        )
    }
}

extension AuthorTable {
    /// The authors in the order in which the rows name them: which thread met whom first must not show.
    fileprivate func ordered(by history: inout CommitRows) -> AuthorTable {
        var ordered = AuthorTable()
        var places = [UInt32?](repeating: nil, count: count)
        for row in history.rows.indices {
            let author = Int(history.rows[row].author)
            let place = places[author] ?? ordered.place(of: Array(self[author]).span)
            places[author] = place
            history.rows[row].author = place
        }
        return ordered
    }
}

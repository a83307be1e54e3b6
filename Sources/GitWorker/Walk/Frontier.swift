internal import WorkerProtocol

/// Where a walk stands: the commits met and those to be read; threads share it.
struct Frontier {
    /// What a thread does next.
    enum Step {
        case read(row: UInt32, ObjectID)
        /// Waits for what other threads find.
        case wait
        case end
    }

    private(set) var history: HistoryCommits
    /// The known first parents, by the row of their child.
    private(set) var boundaries: [UInt32: ObjectID] = [:]
    /// Whether the newest known commit was met, so that none of those is lost.
    private(set) var isContinued = false
    /// Why the walk ended early.
    private(set) var fault: WorkerFault?
    private var unread: [UInt32] = [0]
    /// How many commits are being read.
    private var reading = 0
    private var waiting = 0
    private let known: StoredHistory?
    private let limits: WorkerLimits

    init(from tip: ObjectID, leavingOut known: StoredHistory?, _ limits: WorkerLimits) {
        history = HistoryCommits(tip)
        self.known = known
        self.limits = limits
    }

    mutating func next() -> Step {
        if fault == nil, let row = unread.popLast() {
            reading += 1
            return .read(row: row, history.ids[Int(row)])
        }
        if fault != nil || reading == 0 { return .end }
        waiting += 1
        return .wait
    }

    /// Takes what came of reading a commit, and returns how many threads wait and are to look again.
    mutating func take(_ read: Result<CommitText, WorkerFault>, of row: UInt32) -> Int {
        reading -= 1
        switch read {
        case .success(let commit): add(commit, row)
        case .failure(let error): fault = fault ?? error
        }
        defer { waiting = 0 }
        return waiting
    }

    private mutating func add(_ commit: CommitText, _ row: UInt32) {
        let met = history.ids.count
        if let known, let first = commit.parents.first, known.contains(first.high) { boundaries[row] = first }
        history.fill(row, commit) { id in
            guard let known, known.contains(id.high) else { return false }
            isContinued = isContinued || id.description == known.tip
            return true
        }
        unread += UInt32(met)..<UInt32(history.ids.count)
        fault = fault ?? history.memoryFault(limits)
    }

    /// The rows of a complete history in an order that follows from it alone.
    mutating func arrange() -> [UInt32] {
        history.arrange()
    }
}

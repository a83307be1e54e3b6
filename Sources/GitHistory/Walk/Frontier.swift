internal import WorkerProtocol

/// Where a walk stands: the commits met and those to be read; threads share it.
struct Frontier {
    private(set) var history: CommitTable
    /// The known first parents, by the row of their child.
    private(set) var boundaries: [UInt32: ObjectID] = [:]
    /// Whether the newest known commit was met, so that none of those is lost.
    private(set) var isContinued = false
    /// Why the walk ended early.
    private(set) var fault: WorkerFault?
    private var unread: [UInt32] = [0]
    /// How many commits are being read.
    private var reading = 0
    private let known: KnownHistory?
    private let limits: WorkerLimits

    init(from tip: ObjectID, leavingOut known: KnownHistory?, _ limits: WorkerLimits) {
        history = CommitTable(tip)
        self.known = known
        self.limits = limits
    }

    /// Whether there may be something to read later only.
    var mustWait: Bool { unread.isEmpty && reading > 0 && fault == nil }

    /// Whether nothing is left to read.
    var isDone: Bool { unread.isEmpty && reading == 0 || fault != nil }

    /// A commit to read, with its row; nil when there is none any more.
    mutating func next() -> (row: UInt32, id: ObjectID)? {
        guard fault == nil, let row = unread.popLast() else { return nil }
        reading += 1
        return (row, history.ids[Int(row)])
    }

    /// Takes what was read; parents not met before are to be read.
    mutating func take(_ commit: CommitText, of row: UInt32) {
        reading -= 1
        let met = history.ids.count
        if let known, let first = commit.parents.first, known.contains(first.high) { boundaries[row] = first }
        history.fill(row, commit) { id in
            guard let known, known.contains(id.high) else { return false }
            isContinued = isContinued || id.description == known.tip
            return true
        }
        unread += UInt32(met)..<UInt32(history.ids.count)
        if let fault = history.memoryFault(limits) { end(fault) }
    }

    /// The rows of a complete history in an order that follows from it alone.
    mutating func arrange() -> [UInt32] {
        history.arrange()
    }

    /// Ends the walk: it cannot be finished.
    mutating func end(_ fault: WorkerFault) {
        self.fault = self.fault ?? fault
    }
}

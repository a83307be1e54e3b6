internal import WorkerProtocol

/// Where a walk stands: the commits met, those to be read, and those read but not looked at; threads share it.
struct Frontier {
    /// What a thread does next.
    enum Task {
        /// Reads a commit.
        case read(UInt32, ObjectID)
        /// Looks at commits that another thread read.
        case check([Unchecked])
    }

    /// A commit that was read: its place in the table, how many parents were found in it, and its bytes.
    typealias Unchecked = (place: UInt32, parentCount: Int, commit: GitObject)

    private(set) var table = CommitTable()
    /// The first parents that were known before, by the place of their child.
    private(set) var boundaries: [UInt32: ObjectID] = [:]
    /// Whether the newest commit known before was met, so that none of those is lost.
    private(set) var isContinued = false
    /// Why the walk ended early.
    private(set) var fault: WorkerFault?
    /// What each thread that is done has gathered.
    var gathered: [CommitFacts] = []
    /// How many threads work.
    var threads = 1
    private var waiting = 0
    private var isDone = false
    private var ready: [UInt32] = []
    private var unchecked: [Unchecked] = []
    private var uncheckedBytes = 0
    private let known: KnownHistory?
    private let limits: WorkerLimits

    /// So many are worth waking another thread.
    private static let portion = 64
    /// So many bytes as well; and more are not held.
    private static let portionBytes = 1 << 20

    init(from tip: ObjectID, leavingOut known: KnownHistory?, _ limits: WorkerLimits) {
        self.known = known
        self.limits = limits
        ready.append(table.place(of: tip).place)
    }

    /// Whether a thread has to wait; it is counted as waiting once.
    mutating func mustWait(_ isCounted: inout Bool) -> Bool {
        if isCounted { waiting -= 1 }
        isCounted = false
        // The last one that works takes whatever is left.
        guard !isDone, ready.isEmpty, !isPortion, waiting + 1 < threads else { return false }
        waiting += 1
        isCounted = true
        return true
    }

    /// What to do next; nil when everything is done.
    mutating func next() -> Task? {
        if isDone { return nil }
        if let place = ready.popLast() { return .read(place, table.ids[Int(place)]) }
        guard !unchecked.isEmpty else {
            isDone = true
            return nil
        }
        defer { (unchecked, uncheckedBytes) = ([], 0) }
        return .check(unchecked)
    }

    /// Takes the parents of a commit; those not met before are to be read.
    ///
    /// - Parameters:
    ///   - parents: the parents, the first one first.
    ///   - place: the commit.
    ///   - goesOn: whether the thread takes another commit at once.
    /// - Returns: that commit, if there is one.
    mutating func add(_ parents: [ObjectID], of place: UInt32, goesOn: Bool) -> Task? {
        let first = table.parents.count
        for id in parents {
            if let known, known.contains(id.high) {
                if id.description == known.tip { isContinued = true }
                if table.parents.count == first { boundaries[place] = id }
                table.append(parent: CommitRows.elsewhere)
                continue
            }
            let parent = table.place(of: id)
            if parent.isNew { ready.append(parent.place) }
            table.append(parent: parent.place)
        }
        table.link(place, from: first)
        if let fault = CommitRows.memoryFault(table.ids.count, limits) { end(fault) }
        guard goesOn, !isDone, let place = ready.popLast() else { return nil }
        return .read(place, table.ids[Int(place)])
    }

    /// Leaves a commit to a thread that waits; false where none does, or it has enough.
    mutating func leave(_ read: Unchecked) -> Bool {
        guard waiting > 0, !isPortion, read.commit.size < Frontier.portionBytes else { return false }
        unchecked.append(read)
        uncheckedBytes += read.commit.size
        return true
    }

    /// Whether a thread waits and there is something to do for it.
    var shouldWake: Bool { waiting > 0 && (isDone || !ready.isEmpty || isPortion) }

    /// Ends the walk: it cannot be finished.
    mutating func end(_ fault: WorkerFault) {
        self.fault = self.fault ?? fault
        isDone = true
    }

    private var isPortion: Bool { unchecked.count >= Frontier.portion || uncheckedBytes >= Frontier.portionBytes }
}

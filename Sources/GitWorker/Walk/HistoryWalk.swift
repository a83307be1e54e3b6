internal import Platform
internal import Synchronization
internal import WorkerProtocol

/// The whole history of a commit, found from commits alone: those that were met, and while it is read those to be read.
///
/// Two threads read commits, each through a database of its own. No date ends the walk: histories are merged in through
/// tips with old dates.
struct HistoryWalk {
    /// The commits.
    private(set) var history: HistoryCommits
    /// The rows breadth first, which does not depend on the faster thread.
    private(set) var order: [UInt32] = []
    /// Whether the newest known commit was met, so that none of those is lost.
    private(set) var isContinued = false
    /// The known first parents, by the row of their child.
    private(set) var boundaries: [UInt32: ObjectID] = [:]

    private var unread: [UInt32] = [0]
    /// How many commits are being read.
    private var reading = 0
    /// Why the walk ended early.
    private var fault: WorkerFault?
    private let known: StoredHistory?
    private let limits: WorkerLimits

    /// A second thread is worth its start from so many commits on.
    private static let worthBoth = 256

    /// Walks from a commit; the walk ends at known ones.
    init(
        from tip: ObjectID,
        in objects: RepositoryObjects,
        _ limits: WorkerLimits,
        leavingOut known: StoredHistory?
    ) throws(WorkerFault) {
        let readers = CommitReaders(HistoryWalk(tip, known, limits))
        if readers.read(objects.database, atMost: HistoryWalk.worthBoth) {
            let database = try objects.another()
            let second = try WorkerThread { _ = readers.read(database) }
            _ = readers.read(objects.database)
            second.join()
        }
        self = readers.walk.withLock { $0 }
        if let fault { throw fault }
        order = history.arrange()
    }

    private init(_ tip: ObjectID, _ known: StoredHistory?, _ limits: WorkerLimits) {
        history = HistoryCommits(tip)
        self.known = known
        self.limits = limits
    }

    /// Whether no commit is left to be read, nor may come of those that are being read.
    fileprivate var isOver: Bool { fault != nil || unread.isEmpty && reading == 0 }

    /// The next commit to read; nil where none is left, or is known yet.
    fileprivate mutating func next() -> (row: UInt32, id: ObjectID)? {
        guard fault == nil, let row = unread.popLast() else { return nil }
        reading += 1
        return (row, history.ids[Int(row)])
    }

    /// Takes what came of reading a commit.
    fileprivate mutating func take(_ read: Result<CommitText, WorkerFault>, of row: UInt32) {
        reading -= 1
        switch read {
        case .success(let commit): add(commit, row)
        case .failure(let error): fault = fault ?? error
        }
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
}

/// The threads of a walk, which they share.
private final class CommitReaders: Sendable {
    let walk: Mutex<HistoryWalk>

    /// Microseconds until a thread that has nothing to read looks again for what the other one has found.
    private static let pause: useconds_t = 100

    init(_ walk: sending HistoryWalk) {
        self.walk = Mutex(walk)
    }

    /// Reads so many commits, and returns whether there are more; why it failed, if it did, stands in the walk.
    func read(_ database: ObjectDatabase, atMost most: Int = .max) -> Bool {
        var count = 0
        while count < most {
            guard let (row, id) = walk.withLock({ $0.next() }) else {
                if walk.withLock({ $0.isOver }) { return false }
                usleep(CommitReaders.pause)
                continue
            }
            count += 1
            let commit = Result { () throws(WorkerFault) in try database.commit(id).withText(CommitText.init) }
            walk.withLock { $0.take(commit, of: row) }
        }
        return true
    }
}

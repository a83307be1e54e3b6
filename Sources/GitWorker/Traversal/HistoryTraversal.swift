internal import Platform
internal import Synchronization
internal import WorkerProtocol

/// The whole history of a commit, found from commits alone: those that were met, and while it is read those to be read.
///
/// Two threads read commits, each through a database of its own. A commit's parents are met as soon as it is read, before it
/// is checked, so that one thread goes down a history without branches while the other checks; nothing is taken from a
/// commit that is not what its id says, for then the walk fails. No date ends it: histories are merged in through tips
/// with old dates.
struct HistoryTraversal {
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
    /// Commits that were read, whose parents are met, and that are to be checked, with their bytes in all.
    private var unchecked: [(row: UInt32, object: GitObject, parents: [ObjectID])] = []
    private var uncheckedBytes = 0
    /// Why the walk ended early.
    private var fault: WorkerFault?
    private let known: StoredHistory?
    private let limits: WorkerLimits

    /// A second thread is worth its start from so many commits on.
    private static let worthBoth = 256
    /// So many bytes wait for their check at most, and one commit more.
    private static let mostUnchecked = 1 << 18

    /// Walks from a commit; the walk ends at known ones.
    init(
        from tip: ObjectID,
        in objects: RepositoryObjects,
        _ limits: WorkerLimits,
        leavingOut known: StoredHistory?
    ) throws(WorkerFault) {
        let readers = CommitReaders(HistoryTraversal(tip, known, limits))
        if readers.read(objects.database, atMost: HistoryTraversal.worthBoth) {
            let database = try objects.another()
            let second = try WorkerThread { _ = readers.read(database) }
            _ = readers.read(objects.database)
            second.join()
        }
        self = readers.traversal.withLock { $0 }
        if let fault { throw fault }
        order = history.arrange()
    }

    private init(_ tip: ObjectID, _ known: StoredHistory?, _ limits: WorkerLimits) {
        history = HistoryCommits(tip)
        self.known = known
        self.limits = limits
    }

    /// Whether nothing is left to be done, nor may come of what is being read.
    fileprivate var isOver: Bool { unchecked.isEmpty && (fault != nil || unread.isEmpty && reading == 0) }

    /// What a thread does next; nil where there is nothing, or not yet.
    fileprivate mutating func next() -> CommitStep? {
        if fault == nil, uncheckedBytes < HistoryTraversal.mostUnchecked, let row = unread.popLast() {
            reading += 1
            return .read(row, history.ids[Int(row)])
        }
        guard let (row, object, parents) = unchecked.popLast() else { return nil }
        uncheckedBytes -= object.size
        return .check(row, object, parents)
    }

    /// Takes what came of a step.
    fileprivate mutating func take(_ outcome: CommitStep.Outcome, of row: UInt32) {
        switch outcome {
        case .read(let object, let parents):
            reading -= 1
            meet(parents, of: row)
            unchecked.append((row, object, parents))
            uncheckedBytes += object.size
        case .checked(let commit): history.fill(row, commit)
        case .unreadable(let error): fault = fault ?? error
        case .damaged(let error):
            // A damaged commit may name parents that are not there: it is the reason, whichever was found first.
            fault = error
            unchecked = []
        }
    }

    private mutating func meet(_ parents: [ObjectID], of row: UInt32) {
        let met = history.ids.count
        if let known, let first = parents.first, known.contains(first.high) { boundaries[row] = first }
        history.meet(parents, of: row) { id in
            guard let known, known.contains(id.high) else { return false }
            isContinued = isContinued || id.description == known.tip
            return true
        }
        unread += UInt32(met)..<UInt32(history.ids.count)
        fault = fault ?? history.memoryFault(limits)
    }
}

/// What a thread does with one commit.
private enum CommitStep {
    case read(UInt32, ObjectID)
    case check(UInt32, GitObject, [ObjectID])

    /// What comes of it.
    enum Outcome {
        case read(GitObject, parents: [ObjectID])
        case checked(CommitText)
        case unreadable(WorkerFault)
        case damaged(WorkerFault)
    }

    var row: UInt32 {
        switch self {
        case .read(let row, _), .check(let row, _, _): row
        }
    }

    func run(_ database: ObjectDatabase) -> Outcome {
        switch self {
        case .read(_, let id):
            do throws(WorkerFault) {
                let object = try database.uncheckedCommit(id)
                return .read(object, parents: try object.withText { text in CommitText.parents(text) })
            } catch { return .unreadable(error) }
        case .check(_, let object, let parents):
            do throws(WorkerFault) {
                try object.check()
                return .checked(
                    try object.withText { (text) throws(WorkerFault) in try CommitText(text, parents: parents) }
                )
            } catch { return .damaged(error) }
        }
    }
}

/// The threads of a walk, which they share.
private final class CommitReaders: Sendable {
    let traversal: Mutex<HistoryTraversal>

    /// Microseconds until a thread that has nothing to do looks again for what the other one has found.
    private static let pause: useconds_t = 100

    init(_ traversal: sending HistoryTraversal) {
        self.traversal = Mutex(traversal)
    }

    /// Takes so many steps, and returns whether there are more; why it failed, if it did, stands in the walk.
    func read(_ database: ObjectDatabase, atMost most: Int = .max) -> Bool {
        var count = 0
        var next = traversal.withLock { $0.next() }
        while count < most {
            if let step = next {
                count += 1
                let outcome = step.run(database)
                next = traversal.withLock { traversal in
                    traversal.take(outcome, of: step.row)
                    return count < most ? traversal.next() : nil
                }
            } else if traversal.withLock({ $0.isOver }) {
                return false
            } else {
                usleep(CommitReaders.pause)
                next = traversal.withLock { $0.next() }
            }
        }
        return true
    }
}

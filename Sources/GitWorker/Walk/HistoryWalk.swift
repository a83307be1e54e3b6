internal import CGit2
internal import Dispatch
internal import Synchronization
internal import WorkerProtocol

/// The whole history of a commit, found from commits alone.
///
/// Two threads read commits, each through a database of its own. No date ends the walk: histories are merged in through
/// tips with old dates.
struct HistoryWalk {
    /// The commits, complete.
    let history: HistoryCommits
    /// The rows breadth first, which does not depend on the faster thread.
    let order: [UInt32]
    /// Whether the newest known commit was met, so that none of those is lost.
    let isContinued: Bool
    /// The known first parents, by the row of their child.
    let boundaries: [UInt32: ObjectID]

    /// A second thread is worth its start from so many commits on.
    private static let worthBoth = 256

    /// Walks from a commit; the walk ends at known ones.
    init(
        from tip: ObjectID,
        in objects: RepositoryObjects,
        _ limits: WorkerLimits,
        leavingOut known: StoredHistory? = nil
    ) throws(WorkerFault) {
        let shared = Shared(Frontier(from: tip, leavingOut: known, limits))
        ReadingWatch.shared.begin()
        defer { ReadingWatch.shared.end() }
        if shared.read(objects.database, atMost: HistoryWalk.worthBoth) {
            let database = try objects.another()
            let second = try WorkerThread { _ = shared.read(database) }
            _ = shared.read(objects.database)
            second.join()
        }
        if let fault = shared.frontier.withLock({ $0.fault }) { throw fault }
        order = shared.frontier.withLock { $0.arrange() }
        let end = shared.frontier.withLock { $0 }
        history = end.history
        isContinued = end.isContinued
        boundaries = end.boundaries
    }
}

/// What the threads of a walk share.
private final class Shared: Sendable {
    let frontier: Mutex<Frontier>
    /// Signalled once for each thread that waits and is to look again.
    private let news = DispatchSemaphore(value: 0)

    init(_ frontier: sending Frontier) {
        self.frontier = Mutex(frontier)
    }

    /// Reads so many commits, and returns whether there are more; why it failed, if it did, stands in the frontier.
    func read(_ database: ObjectDatabase, atMost most: Int = .max) -> Bool {
        var count = 0
        while count < most {
            switch frontier.withLock({ $0.next() }) {
            case .end: return false
            case .wait: news.wait()
            case .read(let row, let id):
                count += 1
                let commit = Result { () throws(WorkerFault) in try database.commit(id).withText(CommitText.init) }
                for _ in 0..<frontier.withLock({ $0.take(commit, of: row) }) { news.signal() }
            }
        }
        return true
    }
}

internal import CGit2
internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The whole history of a commit, found from commits alone.
///
/// Two threads read commits, each through a database of its own. No date ends the walk: histories are merged in through
/// tips with old dates.
struct HistoryWalk {
    /// The commits, complete.
    let history: CommitTable
    /// The rows breadth first, which does not depend on the faster thread.
    let order: [UInt32]
    /// Whether the newest known commit was met, so that none of those is lost.
    let isContinued: Bool
    /// The known first parents, by the row of their child.
    let boundaries: [UInt32: ObjectID]

    /// A second thread is worth its start from so many commits on.
    private static let worthBoth = 256

    /// Walks from a commit.
    ///
    /// - Parameters:
    ///   - tip: the commit.
    ///   - objects: the repository's objects.
    ///   - limits: what may be used.
    ///   - known: commits at which the walk ends.
    /// - Throws: `WorkerFault` when any commit is missing, damaged or malformed.
    init(
        from tip: ObjectID,
        in objects: RepositoryObjects,
        _ limits: WorkerLimits,
        leavingOut known: KnownHistory? = nil
    ) throws(WorkerFault) {
        let frontier = Monitor(Frontier(from: tip, leavingOut: known, limits))
        ReadingWatch.shared.begin()
        defer { ReadingWatch.shared.end() }
        HistoryWalk.read(frontier, objects.database, atMost: HistoryWalk.worthBoth)
        if !frontier.withLock(\.isDone) {
            let database = try objects.another()
            let second = try startThread { HistoryWalk.read(frontier, database) }
            HistoryWalk.read(frontier, objects.database)
            pthread_join(second, nil)
        }
        if let fault = frontier.withLock(\.fault) { throw fault }
        order = frontier.withLock { $0.arrange() }
        let end = frontier.withLock { $0 }
        history = end.history
        isContinued = end.isContinued
        boundaries = end.boundaries
    }

    /// Reads commits to the end of the walk, or so many; why it failed, if it did, stands in the frontier.
    private static func read(_ frontier: Monitor<Frontier>, _ database: ObjectDatabase, atMost most: Int = .max) {
        for _ in 0..<most {
            guard let (row, id) = frontier.withLock(waitingWhile: \.mustWait, { $0.next() }) else { return }
            do throws(WorkerFault) {
                let commit = try database.commit(id).withText(CommitText.init)
                frontier.withLock { $0.take(commit, of: row) }
            } catch {
                frontier.withLock { $0.end(error) }
            }
            frontier.wake()
        }
    }
}

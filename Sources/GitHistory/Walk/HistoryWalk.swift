internal import CGit2
internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The whole history of a commit, found from commits alone.
///
/// Two threads read commits, each through a database of its own; where there is only one to read, the other holds those
/// that were read against their ids. No date ends the walk: histories are merged in through tips with old dates. The
/// order of the rows, breadth first, follows from the history alone and not from which thread was faster.
struct HistoryWalk {
    /// The commits, complete.
    private(set) var history = CommitRows()
    /// The ids of the rows.
    private(set) var ids: [ObjectID] = []
    /// Their authors.
    private(set) var authors = AuthorTable()
    /// Whether the newest commit known before was met, so that none of those is lost.
    let isContinued: Bool
    /// The first parents that were known before, by the row of their child.
    private(set) var boundaries: [UInt32: ObjectID] = [:]

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
        try HistoryWalk.walk(frontier, objects)
        let end = frontier.withLock { $0 }
        if let fault = end.fault { throw fault }
        isContinued = end.isContinued
        arrange(end)
    }

    /// Reads all commits, which is watched over.
    private static func walk(_ frontier: Monitor<Frontier>, _ objects: RepositoryObjects) throws(WorkerFault) {
        ReadingWatch.shared.begin()
        defer { ReadingWatch.shared.end() }
        var reader = CommitReader(objects.database, frontier)
        if reader.read(atMost: HistoryWalk.worthBoth) {
            let database = try objects.another()
            frontier.withLock { $0.threads = 2 }
            let second = try startThread {
                var reader = CommitReader(database, frontier)
                _ = reader.read()
            }
            _ = reader.read()
            pthread_join(second, nil)
        }
    }

    /// Puts the commits into the order of the rows.
    private mutating func arrange(_ end: Frontier) {
        let table = end.table
        var rows = [UInt32](repeating: CommitRows.elsewhere, count: table.ids.count)
        var order: [UInt32] = [0]
        order.reserveCapacity(rows.count)
        rows[0] = 0
        var next = 0
        while next < order.count {
            let first = history.parents.count
            for parent in table.parents(of: order[next]) {
                guard parent != CommitRows.elsewhere else {
                    history.parents.append(parent)
                    continue
                }
                if rows[Int(parent)] == CommitRows.elsewhere {
                    rows[Int(parent)] = UInt32(order.count)
                    order.append(parent)
                }
                history.parents.append(rows[Int(parent)])
            }
            history.append(parentsFrom: first)
            next += 1
        }
        ids = order.map { table.ids[Int($0)] }
        for (place, id) in end.boundaries { boundaries[rows[Int(place)]] = id }
        // Which thread met whom first must not show: authors are numbered in the order of the rows.
        var sources = [(thread: Int, author: UInt32)](repeating: (0, 0), count: rows.count)
        for (thread, gathered) in end.gathered.enumerated() {
            for fact in gathered.facts {
                let row = Int(rows[Int(fact.place)])
                history.rows[row].committed = fact.committed
                history.rows[row].authored = fact.authored
                history.rows[row].tree = fact.tree
                sources[row] = (thread, fact.author)
            }
        }
        var places = end.gathered.map { [UInt32?](repeating: nil, count: $0.authors.authors.count) }
        for (row, source) in sources.enumerated() {
            let author = Int(source.author)
            let met = end.gathered[source.thread].authors.authors
            let place = places[source.thread][author] ?? authors.place(of: met[author])
            places[source.thread][author] = place
            history.rows[row].author = place
        }
    }
}

/// Reads commits on one thread as long as there are any.
struct CommitReader {
    /// What the commits say that this thread looked at.
    private var facts = CommitFacts()
    private let database: ObjectDatabase
    private let frontier: Monitor<Frontier>
    private var parents: [ObjectID] = []

    init(_ database: ObjectDatabase, _ frontier: Monitor<Frontier>) {
        self.database = database
        self.frontier = frontier
    }

    /// Reads commits to the end of the walk, or until so many were read.
    ///
    /// - Returns: whether there are more; why the walk failed, if it did, stands in the frontier.
    mutating func read(atMost most: Int = .max) -> Bool {
        var count = 0
        do throws(WorkerFault) {
            while count < most {
                var isCounted = false
                let frontier = frontier
                let next = frontier.withLock(waitingWhile: { $0.mustWait(&isCounted) }, { $0.next() })
                guard var task = next else {
                    frontier.withLock { $0.gathered.append(facts) }
                    frontier.wake()
                    return false
                }
                count += 1
                while let following = try work(task, goesOn: count < most) {
                    task = following
                    count += 1
                }
            }
            return true
        } catch {
            frontier.withLock { $0.end(error) }
            frontier.wake()
            return false
        }
    }

    /// Does one thing and says what comes next, if that is clear.
    private mutating func work(_ task: Frontier.Task, goesOn: Bool) throws(WorkerFault) -> Frontier.Task? {
        switch task {
        case .check(let commits):
            for commit in commits { try facts.take(commit) }
            return nil
        case .read(let place, let id):
            guard let commit = try database.unchecked(id, GIT_OBJECT_COMMIT) else { throw ObjectDatabase.missing(id) }
            ReadingWatch.shared.step()
            try commit.withText { (text) throws(WorkerFault) in CommitText.read(text, into: &parents) }
            let read = (place, parents.count, commit)
            let (next, isLeft, shouldWake) = frontier.withLock { frontier in
                let next = frontier.add(parents, of: place, goesOn: goesOn)
                return (next, frontier.leave(read), frontier.shouldWake)
            }
            if shouldWake { frontier.wake() }
            if !isLeft { try facts.take(read) }
            return next
        }
    }
}

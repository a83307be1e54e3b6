public import WorkerProtocol

/// The history of one repository's default branch, told in messages.
public enum RepositoryHistory {
    /// Reads a repository and tells its commits.
    ///
    /// What is told is void if this throws: a history that cannot be read whole is not told in part.
    ///
    /// - Parameters:
    ///   - request: the repository and how much is asked.
    ///   - opened: the repository as it was opened before; it is not taken for another one.
    ///   - tell: takes developers, commits and the closing summary.
    /// - Throws: `WorkerFault` with the reason for which it cannot be read, and what `tell` throws.
    public static func read(
        _ request: HistoryRequest,
        _ opened: OpenRepository? = nil,
        tell: (Message) throws(WorkerFault) -> Void
    ) throws(WorkerFault) {
        let known = opened?.path == request.path ? opened : nil
        let repository = if let known { known } else { try OpenRepository(request.path) }
        let format = try repository.format()
        let found = try request.tip.isEmpty ? DefaultBranch.tip(repository.folder) : ObjectID(named: request.tip)
        func tellNamed(_ message: Message) throws(WorkerFault) {
            guard case .summary(var summary) = message else { return try tell(message) }
            summary.tip = found?.description ?? ""
            summary.origin = format.origin
            summary.upstream = format.upstream
            try tell(.summary(summary))
        }
        if let found, !request.tip.isEmpty {
            // What was asked for by its id has to be there.
            try ObjectReader(repository.store()).withCommit(found) { (_) throws(WorkerFault) in }
        }
        guard let tip = found, request.detail != .tip else {
            return try tellNamed(.summary(HistorySummary(commits: 0, newest: nil)))
        }
        try read(request, repository, from: tip, tell: tellNamed)
    }

    private static func read(
        _ request: HistoryRequest,
        _ repository: OpenRepository,
        from tip: ObjectID,
        tell: (Message) throws(WorkerFault) -> Void
    ) throws(WorkerFault) {
        let store = try repository.store()
        let telling = HistoryTelling(request, tip, store)
        if case .authored = request.detail, let known = request.known {
            if try telling.tellNew(since: known, tell) { return }
        }
        if let checked = try repository.graph() {
            // The summary, without which nothing that is told counts, waits for the check.
            func tellChecked(_ message: Message) throws(WorkerFault) {
                if case .summary = message { try checked.finish() }
                try tell(message)
            }
            switch try Found(from: tip, checked.graph, store, request) {
            case .walked(let walk): return try telling.tell(walk, checked.graph, tellChecked)
            case .counted(let numbers, let columns, let newest):
                return try telling.tell(numbers, columns, checked.graph, newest: newest, tellChecked)
            case .contradiction: try checked.finish()
            }
        }
        let walk = try ObjectWalk(from: tip, in: store, request.limits)
        try telling.tell(walk, tell)
    }
}

/// What a commit-graph tells.
private enum Found {
    /// The commits in the order of a walk.
    case walked(GraphWalk)
    /// Which of its commits are reached, the parents of all, and the newest one's landing.
    case counted([UInt32], GraphColumns, newest: Int64)
    /// Nothing that can be believed.
    case contradiction

    init(
        from tip: ObjectID,
        _ graph: CommitGraph,
        _ store: ObjectStore,
        _ request: HistoryRequest
    ) throws(WorkerFault) {
        let newest = try ObjectReader(store).withCommit(tip) { (text) throws(WorkerFault) in
            try CommitText(text) { (_) throws(WorkerFault) in }.committed
        }
        let number = try graph.number(of: tip)
        let times = try number.map { (number) throws(WorkerFault) in try graph.times(of: number) }
        // A graph keeps 34 bits of a time. The corrected date is kept whole and is not before any time that is reached, so
        // where it fits and the newest time is the true one, all are.
        if let times, times.committed != newest || times.corrected >> 34 > 0 {
            self = .contradiction
        } else if let number, request.detail == .committed(within: nil),
            Landing.isBelieved(newest, observedAt: request.observedAt)
        {
            try CommitRows.checkMemory(graph.count / 4, request.limits)
            let columns = try graph.columns()
            self = .counted(try columns.reachable(from: number, graph), columns, newest: newest)
        } else {
            let walk = try GraphWalk.walk(from: tip, newest, graph, in: store, request)
            self = walk.map { .walked($0) } ?? .contradiction
        }
    }
}

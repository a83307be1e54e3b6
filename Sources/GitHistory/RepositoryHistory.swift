public import WorkerProtocol

/// The history of one repository's default branch, in messages.
public enum RepositoryHistory {
    /// Makes libgit2 ready and starts the watch over it, once a process and before anything is read.
    public static func prepare() throws(WorkerFault) {
        try GitLibrary.start()
        try ReadingWatch.shared.start()
    }

    /// Reads a repository and sends developers, commits and the closing summary; what was sent is void if this throws.
    public static func read(
        _ place: RepositoryPlace,
        _ request: HistoryRequest,
        limits: WorkerLimits,
        send: (HistoryMessage) throws(WorkerFault) -> Void
    ) throws(WorkerFault) {
        let guarded = try RepositoryGuard(place)
        let settings = try RepositorySettings(guarded.config)
        let repository = try GitRepository(guarded)
        let found = try request.tip.isEmpty ? repository.tip() : ObjectID(named: request.tip)
        func sendNamed(_ message: HistoryMessage) throws(WorkerFault) {
            guard case .summary(var summary) = message else { return try send(message) }
            summary.tip = found?.description ?? ""
            summary.origin = settings.origin
            summary.upstream = settings.upstream
            try send(.summary(summary))
        }
        func objects() throws(WorkerFault) -> RepositoryObjects {
            try RepositoryObjects(guarded, repository, isPartial: settings.isPartial)
        }
        guard let tip = found, request.detail == .commits else {
            // What was asked for by its id has to be there.
            if let found, !request.tip.isEmpty { _ = try objects().database.commit(found) }
            return try sendNamed(.summary(HistorySummary(commits: 0, newest: nil)))
        }
        let writer = try HistoryMessageWriter(request: request, limits: limits, tip: tip, objects: objects())
        try writer.write(sendNamed)
    }
}

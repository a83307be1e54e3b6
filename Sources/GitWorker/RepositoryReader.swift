public import WorkerProtocol

/// The history of one repository's default branch, in messages.
public enum RepositoryReader {
    /// Makes libgit2 ready, once a process and before anything is read.
    public static func prepare() throws(WorkerFault) {
        try GitLibrary.start()
    }

    /// Reads a repository, sends developers and commits, and returns the summary; what was sent is void if this throws.
    public static func read(
        _ place: RepositoryPlace,
        _ request: HistoryRequest,
        limits: WorkerLimits,
        send: (HistoryMessage) throws(WorkerFault) -> Void
    ) throws(WorkerFault) -> HistorySummary {
        let guarded = try RepositoryGuard(place)
        let settings = try RepositorySettings(guarded.config)
        let repository = try GitRepository(guarded)
        var found = try request.tip.isEmpty ? repository.tip() : ObjectID(named: request.tip)
        func objects() throws(WorkerFault) -> RepositoryObjects {
            try RepositoryObjects(guarded, repository, isPartial: settings.isPartial)
        }
        var later = 0
        if let upTo = request.upTo, let newest = found {
            (found, later) = try branch(from: newest, upTo: upTo, in: objects().database)
        }
        var summary = HistorySummary(commits: 0, newest: nil)
        if request.detail == .commits {
            let packed = PackedReferences(try guarded.packedReferences)
            if let found {
                let writer = try HistoryMessageWriter(
                    request: request,
                    limits: limits,
                    tip: found,
                    objects: objects(),
                    packed: packed
                )
                summary = try writer.write(guarded, send)
            }
            summary.hasReplacements = packed.haveReplacements ? true : try guarded.hasReplacements
        } else if let found, !request.tip.isEmpty {
            // What was asked for by its id has to be there.
            _ = try objects().database.commit(found)
        }
        (summary.tip, summary.later) = (found?.description ?? "", later)
        (summary.origin, summary.upstream) = (settings.origin, settings.upstream)
        return summary
    }

    /// The newest commit of a first-parent chain that is not later than a moment, nil for none, and how many are.
    private static func branch(
        from newest: ObjectID,
        upTo: Int64,
        in database: ObjectDatabase
    ) throws(WorkerFault) -> (tip: ObjectID?, later: Int) {
        var next: ObjectID? = newest
        var later = 0
        while let commit = next {
            let text = try database.commit(commit).withText { (text) throws(WorkerFault) in try CommitText(text) }
            if text.committed <= upTo { break }
            later += 1
            next = text.parents.first
        }
        return (next, later)
    }
}

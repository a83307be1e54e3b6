internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import RawInput
internal import WorkerProtocol

/// Reads one clone through the worker: an input of commits like a file, known by the newest commit of its branch.
///
/// Of a repository that the store knows only the new commits are read; all of them where its branch was written anew or
/// its `.mailmap` changed. A commit that is known keeps its landing.
struct CloneReading {
    let request: LoadRequest
    let scans: CloneScans

    /// Reads the clone.
    ///
    /// - Throws: why it is refused, and what `emit` throws.
    func read(_ input: inout InputDescriptor, _ emit: (ReadingEvent) throws -> Void) throws {
        (input.kind, input.format) = (.commits, CloneCommits.id)
        guard let scan = try scans[input.path]?.get() else { return }
        var request = request
        request.tip = scan.tip
        input.context = request.context(name: nil)
        input.digest = scan.digest
        let covered = request.observedAt?.lastCompleteWeek
        if let history = scan.history, history.tip == scan.tip, (covered ?? history.covered) <= history.covered {
            return try emit(.ended(.known(input)))
        }
        try emit(.opened(input))
        try read(input.path, scan, covered, emit)
        try emit(.ended(.whole(input)))
    }

    private func read(
        _ path: String,
        _ scan: CloneScan,
        _ observed: Week?,
        _ emit: (ReadingEvent) throws -> Void
    ) throws {
        var told = CloneCommits()
        var asked = HistoryRequest(path: path, detail: .commits, observedAt: observedAt)
        asked.tip = scan.tip
        asked.known = scan.known
        let isUnchanged = scan.history?.tip == scan.tip
        let summary =
            isUnchanged
            ? HistorySummary(commits: 0, newest: scan.history?.newest)
            : try scans.ask(asked) { told.take($0) }
        guard !scan.tip.isEmpty else {
            throw SourceError("no-rows", detail: "holds no commit yet; there is nothing to count")
        }
        if summary.lacksMailmap {
            try emit(
                .item(.warning("the partial clone lacks its .mailmap: one person may count as several developers"))
            )
        }
        let isContinued = isUnchanged || summary.isContinued
        let isRewritten = scan.history != nil && !isContinued && !told.has(scan.history?.tip)
        if isRewritten {
            try emit(
                .item(
                    .warning("\(scan.repository): its branch was written anew; commits that are gone leave the counts")
                )
            )
        }
        var block = CommitBlock(
            repository: scan.repository,
            source: CloneCommits.id,
            covered: try covered(scan, observed, summary.newest, emit),
            commits: told.columns,
            developers: told.developers
        )
        block.tip = scan.tip
        block.previousTip = isContinued ? scan.history?.tip : nil
        block.isRewritten = isRewritten
        block.upstream = scan.upstream
        block.mailmap = isUnchanged ? scan.history?.mailmap ?? 0 : summary.mailmap
        block.roots = summary.roots
        try emit(.item(.commits(block)))
    }

    /// The last week that counts as looked at.
    ///
    /// A clone does not tell when it was taken. Without `--observed-at` its weeks end before that of its newest commit,
    /// for a later week without commits may as well not have been fetched.
    private func covered(
        _ scan: CloneScan,
        _ observed: Week?,
        _ newest: Int64?,
        _ emit: (ReadingEvent) throws -> Void
    ) throws -> Week {
        let earlier = scan.history?.covered ?? Week(index: .min)
        if let observed { return max(observed, earlier) }
        let said = "\(scan.repository): the week of its newest commit is left out; give --observed-at to cover more"
        try emit(.item(.warning(said)))
        let last = max(newest ?? .min, scan.history?.newest ?? .min)
        return max(Instant(seconds: last).week.advanced(by: -1), earlier)
    }

    private var observedAt: Int64 {
        (request.observedAt?.limit ?? request.now).milliseconds / 1000
    }
}

extension CloneCommits {
    /// Whether a commit is among those told.
    fileprivate func has(_ tip: String?) -> Bool {
        guard let id = tip.flatMap({ UInt64($0.prefix(16), radix: 16) }) else { return false }
        return columns.ids.contains(id)
    }
}

internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import WorkerProtocol

/// Reads one clone through the worker: an input of commits like a file, identified by the newest commit of its branch.
///
/// Of a repository in the store only the new commits are read; all of them where its branch was rewritten or its
/// `.mailmap` changed. A stored commit keeps its landing.
struct CloneReader {
    let request: LoadRequest
    let scans: CloneScans

    /// What is read of a clone: its commits as a block, their times, and the end of what the worker reports.
    typealias Reading = (block: CommitBlock, commits: CloneCommits, summary: HistorySummary)

    /// Reads the clone.
    func read(_ input: inout InputDescriptor, _ emit: (ReadingEvent) throws -> Void) throws {
        (input.kind, input.format) = (.commits, CloneCommits.id)
        guard let scan = try scans[input.path]?.get() else { return }
        var request = request
        request.tip = scan.tip
        input.context = request.context(name: nil)
        input.digest = scan.digest
        let covered = request.hints.observedAt?.lastCompleteWeek
        if let history = scan.history, scan.isUnchanged, (covered ?? history.covered) <= history.covered {
            return try emit(.ended(.known(input)))
        }
        if scan.isOutrun { return try emit(.ended(.known(input))) }
        try emit(.opened(input))
        try emit(.item(.commits(reading(input.path, scan, covered) { try emit(.item(.warning($0))) }.block)))
        try emit(.ended(.whole(input)))
    }

    /// Reads the commits of a clone after its scan.
    ///
    /// This is the only place that makes a block of a scan, a summary and columns, for loading and for partitions.
    ///
    /// - Throws: `Reject` where it has nothing to count, or is not the repository that is stored, and what the worker throws.
    func reading(
        _ path: String,
        _ scan: CloneScan,
        _ observed: Week?,
        keepingTimes keepsTimes: Bool = false,
        _ warn: (String) throws -> Void
    ) throws -> Reading {
        var commits = CloneCommits(keepingTimes: keepsTimes)
        let observedAt = (request.hints.observedAt?.limit ?? request.now).milliseconds / 1000
        var asked = HistoryRequest(path: path, detail: .commits, observedAt: observedAt)
        (asked.tip, asked.known) = (scan.tip, scan.known)
        let summary =
            scan.isUnchanged
            ? HistorySummary(commits: 0, newest: scan.history?.newest)
            : try scans.ask(asked) { commits.take($0) }
        if scan.later > 0, let observed = request.hints.observedAt {
            let later = "\(counted(scan.later, "commit")) of its main line landed after \(observed)"
            guard !scan.tip.isEmpty else {
                throw SourceError("no-rows", detail: "all \(later); there is nothing to count")
            }
            try warn("\(scan.repository): \(later), and so left out")
        }
        guard !scan.tip.isEmpty else {
            throw SourceError("no-rows", detail: "the repository has no commits")
        }
        if summary.lacksMailmap {
            try warn("the partial clone lacks its .mailmap: one person may count as several developers")
        }
        if summary.hasReplacements { try warn("\(scan.repository): \(HistorySummary.replacementsIgnored)") }
        let isContinued = scan.isUnchanged || summary.isContinued
        let previous = scan.history.flatMap { UInt64($0.tip.prefix(16), radix: 16) }
        try checkRelation(scan, summary, commits)
        let isRewritten = scan.history != nil && !isContinued && !commits.commits.contains { $0.id == previous }
        if isRewritten {
            try warn("\(scan.repository): \(CloneReader.rewritten)")
        }
        var block = CommitBlock(
            repository: scan.repository,
            source: CloneCommits.id,
            covered: try covered(scan, observed, summary.newest, warn),
            commits: commits.commits,
            developers: commits.developers
        )
        block.tip = scan.tip
        block.previousTip = isContinued ? scan.history?.tip : nil
        block.isRewritten = isRewritten
        block.upstream = scan.upstream
        block.mailmap = scan.isUnchanged ? scan.history?.mailmap ?? 0 : summary.mailmap
        block.roots = summary.roots
        if !summary.tagFault.isEmpty {
            try warn("\(scan.repository): its releases are unknown, for tags cannot be read: \(summary.tagFault)")
        } else if !scan.isUnchanged {
            block.releases = summary.releases.map { ($0.commit, $0.tagged) }
        }
        return (block, commits, summary)
    }

    /// What is said of a branch without what was its newest commit.
    static let rewritten = "the branch was rewritten; removed commits no longer count"

    /// Checks that a history that does not continue the stored one has a commit in common with it.
    ///
    /// - Throws: `SourceError` `unrelated-history` where it has none, unless that was said to be right.
    private func checkRelation(_ scan: CloneScan, _ summary: HistorySummary, _ commits: CloneCommits) throws {
        guard !request.acceptsUnrelated, !scan.isUnchanged, !summary.isContinued, let known = scan.known,
            scan.history?.count ?? 0 > 0, !commits.commits.isEmpty,
            !commits.commits.contains(where: { known.contains($0.id) })
        else { return }
        let why = "has no commit in common with the stored history of \(scan.repository): the name is another project's"
        let next = "the stored history stays; load it with --accept if this one is to replace it"
        throw SourceError("unrelated-history", detail: "\(why), or all of it was rewritten; \(next)")
    }

    /// The last week that counts as observed.
    ///
    /// A clone does not record when it was taken. Without `--observed-at` its weeks end before that of its newest commit,
    /// for a later week without commits may as well not have been fetched.
    private func covered(
        _ scan: CloneScan,
        _ observed: Week?,
        _ newest: Int64?,
        _ warn: (String) throws -> Void
    ) throws -> Week {
        let earlier = scan.history?.covered ?? Week(index: .min)
        if let observed { return max(observed, earlier) }
        try warn("\(scan.repository): the week of its newest commit is left out; give --observed-at to cover more")
        let last = max(newest ?? .min, scan.history?.newest ?? .min)
        return max(Instant(seconds: last).week.advanced(by: -1), earlier)
    }
}

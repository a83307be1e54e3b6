internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import Foundation
internal import RawInput
internal import WorkerProtocol

/// A clone before its commits are read: whose it is, where its branch ends, and what the store knows of it.
struct CloneScan: Sendable {
    let repository: RepositoryName
    /// The newest commit of its default branch, empty without any.
    let tip: String
    let upstream: RepositoryName?
    /// What the store knew when the scan was made; nil for a new repository.
    var history: CommitHistory?
    /// What of that the worker is to leave out.
    var known: KnownHistory?

    /// Whether a path is a git directory, or a folder with one.
    static func isClone(_ path: String) -> Bool {
        ["", "/.git"].contains { folder in
            ["/HEAD", "/objects"].allSatisfy { access(path + folder + $0, F_OK) == 0 }
        }
    }

    /// The digest of all that the reading of the clone says: it follows from the newest commit and from how often the
    /// repository was read before.
    var digest: String {
        var digest = Digest()
        digest.update("\(CloneCommits.id) \(repository.key) \(tip) \(history?.readings ?? 0)")
        return digest.finish()
    }
}

/// What was found out of clones before they are read.
struct CloneScans: Sendable {
    /// The scan of each path, or why it cannot be read.
    private(set) var byPath: [String: Result<CloneScan, OperationError>] = [:]
    /// What reads the commits of those that changed; nil while it is not known which did.
    private var workers: HistoryWorkers?

    var isEmpty: Bool { byPath.isEmpty }

    subscript(path: String) -> Result<CloneScan, OperationError>? {
        get { byPath[path] }
        set { byPath[path] = newValue }
    }

    /// Reads the commits of a clone; what `take` was given is void if an error follows.
    ///
    /// - Throws: `WorkerFault` when they cannot be read, and what `take` throws.
    func ask(_ request: HistoryRequest, take: (HistoryMessage) throws -> Void) throws -> HistorySummary {
        let workers = try workers ?? HistoryWorkers(Worker(named: "assay-git"), reading: [request.path])
        return try workers.ask(request, take: take)
    }

    /// Those of some paths.
    func only(_ paths: some Sequence<String>) -> CloneScans {
        var scans = CloneScans()
        for path in paths { scans[path] = self[path] }
        return scans
    }
}

/// Looks at many clones through one worker.
struct CloneScanning {
    let request: LoadRequest

    /// Finds the newest commit of each clone's default branch (or checks `tip`); a clone that cannot be read fails alone.
    func scans(of paths: [String], tip: String? = nil) -> CloneScans {
        var scans = CloneScans()
        do {
            let worker = try Worker(named: "assay-git")
            let workers = HistoryWorkers(worker, reading: paths)
            for path in paths {
                do {
                    var asked = HistoryRequest(path: path, detail: .tip, observedAt: 0)
                    asked.tip = tip ?? ""
                    let summary = try workers.ask(asked) { _ in }
                    scans[path] = .success(try scan(path, summary))
                } catch {
                    scans[path] = .failure(OperationError(error, file: path))
                }
            }
        } catch {
            for path in paths { scans[path] = .failure(OperationError(error, file: path)) }
        }
        return scans
    }

    private func scan(_ path: String, _ summary: HistorySummary) throws -> CloneScan {
        CloneScan(
            repository: try request.repository ?? name(path, summary),
            tip: summary.tip,
            upstream: RepositoryName(summary.upstream)
        )
    }

    /// The repository by the address that it was cloned from, else by the name of its folder: `owner__name`.
    private func name(_ path: String, _ summary: HistorySummary) throws(SourceError) -> RepositoryName {
        if let name = RepositoryName(summary.origin) { return name }
        var stem = ReadContext(path: path, now: request.now).stem
        if stem.hasSuffix(".git") { stem.removeLast(4) }
        if let cut = stem.firstRange(of: "__"),
            let name = RepositoryName(stem[..<cut.lowerBound] + "/" + stem[cut.upperBound...])
        {
            return name
        }
        throw SourceError(
            "no-repository",
            detail: "neither its origin nor its folder `owner__name` tells whose it is; give --repo OWNER/NAME"
        )
    }
}

extension CloneScans {
    /// The scans with the stored history of their repositories.
    ///
    /// - Throws: what `commits` throws.
    func completed(_ histories: [CommitHistory], _ commits: (CommitHistory) throws -> CommitColumns) throws
        -> CloneScans
    {
        let known = CloneScans.ofClones(histories)
        var scans = self
        var changed: [String] = []
        for (path, result) in byPath {
            guard case .success(var scan) = result else { continue }
            if known[scan.repository.key]?.tip != scan.tip { changed.append(path) }
            guard let history = known[scan.repository.key] else { continue }
            scan.history = history
            if history.tip != scan.tip, history.count <= KnownHistory.limit {
                let ids = try commits(history).ids.sorted()
                scan.known = KnownHistory(tip: history.tip, mailmap: history.mailmap, ids: ids)
            }
            scans[path] = .success(scan)
        }
        if !changed.isEmpty {
            scans.workers = HistoryWorkers(try Worker(named: "assay-git"), reading: changed.sorted())
        }
        return scans
    }

    /// Cuts a list of inputs into parts of which no repository is twice, and whose known commits fit into memory: each
    /// part is loaded after the one before.
    func ends(of files: [String], _ histories: [CommitHistory]) -> [Int] {
        let known = CloneScans.ofClones(histories)
        var ends: [Int] = []
        var repositories: Set<RepositoryName> = []
        var commits = 0
        for (index, file) in files.enumerated() {
            guard case .success(let scan)? = self[file] else { continue }
            let count = known[scan.repository.key]?.count ?? 0
            if repositories.contains(scan.repository) || (!repositories.isEmpty && commits + count > KnownHistory.limit)
            {
                ends.append(index)
                (repositories, commits) = ([], 0)
            }
            repositories.insert(scan.repository)
            commits += count
        }
        return ends + [files.count]
    }

    /// What is known of repositories by clones.
    private static func ofClones(_ histories: [CommitHistory]) -> [String: CommitHistory] {
        let clones = histories.filter { $0.source == CloneCommits.id }
        return Dictionary(uniqueKeysWithValues: clones.map { ($0.repository, $0) })
    }
}

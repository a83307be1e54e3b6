internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import Foundation
internal import RawInput
internal import WorkerProtocol

/// A clone before its commits are read: whose it is, where its branch ends, and what the store has of it.
struct CloneScan: Sendable {
    let repository: RepositoryName
    /// The newest commit of its default branch, empty without any.
    let tip: String
    let upstream: RepositoryName?
    /// The name that its folder has after the form `owner__name`, where its origin says another one.
    let formerName: RepositoryName?
    /// How many commits of its branch landed after the moment when it was observed.
    let later: Int
    /// What the store had when the scan was made; nil for a new repository.
    var history: CommitHistory?
    /// What of that the worker is to leave out.
    var known: StoredHistory?

    /// Whether the store has all of it.
    var isUnchanged: Bool { history?.tip == tip }

    /// Whether a path is a git directory, or a folder with one.
    static func isClone(_ path: String) -> Bool {
        ["", "/.git"].contains { folder in
            ["/HEAD", "/objects"].allSatisfy { access(path + folder + $0, F_OK) == 0 }
        }
    }

    /// Whether the store has all that landed by the moment when it was observed, and more.
    var isOutrun: Bool {
        let newest = UInt64(tip.prefix(16), radix: 16)
        return later > 0 && (newest.map { known?.contains($0) ?? false } ?? false)
    }

    /// The digest of what reading the clone gives: it follows from the newest commit and from how often the repository
    /// was read before.
    var digest: String {
        var digest = Digest()
        digest.update("\(CloneCommits.id) \(repository.key) \(tip) \(history?.readings ?? 0)")
        return digest.finish()
    }

    /// What a worker found out about the clone at a path; `key` names it where nothing else does.
    init(_ path: String, _ summary: HistorySummary, _ request: LoadRequest, else key: RepositoryName? = nil) throws {
        let ofFolder = RepositoryName(ofFolder: ReadContext(path: path, now: request.now).stem)
        // Mirrors are named by who made them; only GitHub's own address says another name than the folder.
        let origin = RepositoryName(summary.origin)
        let ofGitHub = origin?.host == nil ? origin : nil
        guard let name = request.hints.repository ?? ofGitHub ?? ofFolder ?? origin ?? key else {
            let why = "cannot tell which repository this clone is; add --repo OWNER/NAME"
            throw SourceError("no-repository", detail: why)
        }
        repository = name
        formerName = name == ofGitHub && ofFolder != name ? ofFolder : nil
        (tip, later) = (summary.tip, summary.later)
        upstream = RepositoryName(summary.upstream)
    }
}

/// What was found out about clones before they are read, through one worker.
struct CloneScans: Sendable {
    private var byPath: [String: Result<CloneScan, OperationError>] = [:]
    /// What reads the commits of those that changed; nil while it is not known which did.
    private var workers: HistoryWorkers?

    init() {}

    /// No clone yet; commits are read by some workers.
    init(_ workers: HistoryWorkers) { self.workers = workers }

    /// Finds the newest commit of each clone's default branch, of those that had landed when it was observed if that is
    /// told (or checks `tip`); a clone that cannot be read fails alone.
    init(of paths: [String], _ request: LoadRequest, tip: String? = nil) {
        do {
            let workers = HistoryWorkers(try Worker(named: "assay-git"), reading: paths)
            for path in paths {
                do {
                    let summary = try workers.ask(request.tipRequest(path, tip: tip)) { _ in }
                    byPath[path] = .success(try CloneScan(path, summary, request))
                } catch {
                    byPath[path] = .failure(OperationError(error, file: path))
                }
            }
            refuseSharedNames()
        } catch {
            for path in paths { byPath[path] = .failure(OperationError(error, file: path)) }
        }
    }

    /// Refuses clones of one name: nothing shows which of them is the repository.
    private mutating func refuseSharedNames() {
        var paths: [RepositoryName: [String]] = [:]
        for (path, result) in byPath {
            if case .success(let scan) = result { paths[scan.repository, default: []].append(path) }
        }
        for (name, paths) in paths where paths.count > 1 {
            for path in paths {
                let others = paths.filter { $0 != path }.sorted().map { "'\($0)'" }.joined(separator: ", ")
                let next = "load one of them, or each alone with --repo OWNER/NAME"
                let why = "the clone is named \(name), as \(others) is; \(next)"
                byPath[path] = .failure(OperationError(.failed, "duplicate-repository", place: path, why))
            }
        }
    }

    /// The scan of a path, or why it cannot be read.
    subscript(path: String) -> Result<CloneScan, OperationError>? { byPath[path] }

    /// Reads the commits of a clone; what `take` was given is void if an error follows.
    func ask(_ request: HistoryRequest, take: (HistoryMessage) throws -> Void) throws -> HistorySummary {
        let workers = try workers ?? HistoryWorkers(Worker(named: "assay-git"), reading: [request.path])
        return try workers.ask(request, take: take)
    }

    /// Those of some paths.
    func only(_ paths: some Sequence<String>) -> CloneScans {
        let paths = Set(paths)
        var scans = CloneScans()
        scans.byPath = byPath.filter { paths.contains($0.key) }
        return scans
    }

    /// The scans with the stored history of their repositories.
    func completed(
        _ histories: [CommitHistory],
        _ commits: (CommitHistory) throws -> [CommitRecord]
    ) throws -> CloneScans {
        let known = CloneScans.ofClones(histories)
        var scans = self
        var changed: [String] = []
        for (path, result) in byPath {
            guard case .success(var scan) = result else { continue }
            let history = known[scan.repository.key]
            scan.history = history
            if !scan.isUnchanged {
                changed.append(path)
                if let history, history.count <= StoredHistory.limit {
                    let ids = try commits(history).map(\.id).sorted()
                    scan.known = StoredHistory(tip: history.tip, mailmap: history.mailmap, ids: ids)
                }
            }
            scans.byPath[path] = .success(scan)
        }
        if !changed.isEmpty {
            scans.workers = HistoryWorkers(try Worker(named: "assay-git"), reading: changed.sorted())
        }
        return scans
    }

    /// Cuts a list of inputs into parts whose stored commits fit into memory, and returns their ends: each part is loaded
    /// after the one before.
    func ends(of files: [String], _ histories: [CommitHistory]) -> [Int] {
        let known = CloneScans.ofClones(histories)
        var ends: [Int] = []
        var commits = 0
        for (index, file) in files.enumerated() {
            guard case .success(let scan)? = byPath[file] else { continue }
            let count = known[scan.repository.key]?.count ?? 0
            if commits > 0, commits + count > StoredHistory.limit {
                ends.append(index)
                commits = 0
            }
            commits += count
        }
        return ends + [files.count]
    }

    /// Those of clones with another name by their origin than by their folder, under which the store has commits that are in
    /// them: each is a repository that was renamed.
    static func renames(
        among named: [RepositoryRename],
        _ histories: [CommitHistory],
        _ commits: (CommitHistory) throws -> [CommitRecord]
    ) throws -> [RepositoryRename] {
        let known = CloneScans.ofClones(histories)
        return try named.filter { rename in
            guard let old = known[rename.former.key], let tip = UInt64(old.tip.prefix(16), radix: 16),
                let new = known[rename.current.key]
            else { return false }
            return try commits(new).contains { $0.id == tip }
        }
    }

    /// The names that clones have by their origin and had by their folder, where the two differ.
    var renames: [RepositoryRename] {
        byPath.sorted { $0.key < $1.key }.compactMap { _, result in
            guard case .success(let scan) = result, let former = scan.formerName else { return nil }
            return RepositoryRename(former: former, current: scan.repository)
        }
    }

    private static func ofClones(_ histories: [CommitHistory]) -> [String: CommitHistory] {
        let clones = histories.filter { $0.source == CloneCommits.id }
        return Dictionary(firstOf: clones.map { ($0.repository, $0) })
    }
}

extension LoadRequest {
    /// The question for the newest commit of a clone's default branch, of those that had landed when it was observed if that is
    /// told; or whether it has `tip`.
    func tipRequest(_ path: String, tip: String? = nil) -> HistoryRequest {
        var asked = HistoryRequest(path: path, detail: .tip, observedAt: 0)
        asked.tip = tip ?? ""
        asked.upTo = tip == nil ? hints.observedAt.map { $0.limit.milliseconds / 1000 } : nil
        return asked
    }
}

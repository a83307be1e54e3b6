internal import CoinFetching
public import CoinModel
internal import WorkerProtocol

/// What a fetch of mirrors came to.
public struct MirrorsReport: Sendable {
    /// The mirrors that are what their origins are now.
    public private(set) var mirrors: [String] = []
    /// What was loaded of them; nil where nothing was to be.
    public internal(set) var load: LoadReport?

    /// The names that repositories have now.
    private(set) var renames: [RepositoryRename] = []

    private let folder: String
    private let isLoaded: Bool
    private var counts: [MirrorReport.State: Int] = [:]
    private var failed = 0

    init(folder: String, isLoaded: Bool) {
        self.folder = folder
        self.isLoaded = isLoaded
    }

    /// Counts what became of one mirror, and returns what to report of it.
    mutating func note(_ outcome: Result<MirrorReport, WorkerFault>, _ origin: MirrorOrigin) -> [Diagnostic] {
        var warnings: [(identifier: String, message: String)] = []
        switch outcome {
        case .failure(let fault):
            failed += 1
            warnings = [(fault.reason.rawValue, fault.detail)]
        case .success(let report):
            counts[report.state, default: 0] += 1
            if report.state == .empty {
                warnings.append(("empty", "has no commit yet; there is nothing to mirror"))
            } else {
                mirrors.append(folder + "/" + origin.folder)
            }
            if !report.moved.isEmpty {
                let name = RepositoryName(report.moved)
                if let name, name.host == origin.repository.host {
                    renames.append(RepositoryRename(former: origin.repository, current: name))
                }
                warnings.append(("renamed", RepositoryInquiry.advice(on: origin.repository, now: report.moved)))
            }
            if !report.formerBranch.isEmpty, report.formerBranch != report.branch {
                let change = "has another default branch (\(report.branch), it was \(report.formerBranch))"
                warnings.append(("branch-renamed", "\(change), which is followed"))
            }
            if report.isRewritten {
                let next = isLoaded ? "commits that are gone no longer count" : "load it again"
                let why = "its history was rewritten: what was the newest commit is not in it; \(next)"
                warnings.append(("rewritten", why))
            }
        }
        return warnings.map { Diagnostic(.warning, $0, place: origin.repository.description, $1) }
    }

    /// What to report at the end: the sums.
    public var diagnostics: [Diagnostic] {
        let words: [(String, Int)] = [
            ("cloned", counts[.cloned, default: 0]), ("updated", counts[.updated, default: 0]),
            ("unchanged", counts[.unchanged, default: 0]), ("without commits", counts[.empty, default: 0]),
            ("failed", failed),
        ]
        let sum = words.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        guard let load else {
            let next = counts.isEmpty ? "" : "; `assay load commits \(shellOperand(folder))` counts them"
            return [Diagnostic(.note, "fetched", sum + next)]
        }
        return [Diagnostic(.note, "fetched", sum), load.summary(of: .commits)]
    }

    /// The exit code: failed when all failed, or none could be loaded that should be, partial when some did.
    public var status: ExitStatus {
        let loaded = load?.status ?? .success
        if counts.isEmpty && failed > 0 || loaded == .failed { return .failed }
        return failed == 0 && loaded == .success ? .success : .partial
    }
}

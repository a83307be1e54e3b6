internal import CoinModel
internal import WorkerProtocol

/// What a fetch of mirrors came to.
public struct MirrorsReport: Sendable {
    /// The mirrors that are what their origins are now.
    public private(set) var mirrors: [String] = []
    /// What was loaded of them; nil where nothing was to be.
    public internal(set) var load: LoadReport?

    private let folder: String
    private var counts: [MirrorReport.State: Int] = [:]
    private var failed = 0

    init(folder: String) {
        self.folder = folder
    }

    /// Counts what became of one mirror, and returns what to report of it.
    mutating func note(_ outcome: Result<MirrorReport, WorkerFault>, _ origin: MirrorOrigin) -> [Diagnostic] {
        let place = origin.repository.description
        func warning(_ identifier: String, _ message: String) -> Diagnostic {
            Diagnostic(.warning, identifier, place: place, message)
        }
        let report: MirrorReport
        switch outcome {
        case .failure(let fault):
            failed += 1
            return [warning(fault.reason.rawValue, fault.detail)]
        case .success(let success): report = success
        }
        counts[report.state, default: 0] += 1
        if report.state != .empty { mirrors.append(folder + "/" + origin.folder) }
        var told: [Diagnostic] = []
        if report.state == .empty { told.append(warning("empty", "has no commit yet; there is nothing to mirror")) }
        if !report.moved.isEmpty {
            told.append(warning("renamed", "has a new name (\(report.moved)); say so in the coin list"))
        }
        if !report.formerBranch.isEmpty, report.formerBranch != report.branch {
            let change = "has another default branch (\(report.branch), it was \(report.formerBranch))"
            told.append(warning("branch-renamed", "\(change), which is followed"))
        }
        if report.isRewritten {
            told.append(
                warning(
                    "rewritten",
                    "its history was written anew: what was the newest commit is not in it; load it again"
                )
            )
        }
        return told
    }

    /// What to tell at the end: the sums.
    public var diagnostics: [Diagnostic] {
        let words: [(String, Int)] = [
            ("cloned", counts[.cloned, default: 0]), ("updated", counts[.updated, default: 0]),
            ("unchanged", counts[.unchanged, default: 0]), ("without commits", counts[.empty, default: 0]),
            ("failed", failed),
        ]
        let sum = words.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
        guard let load else {
            let next = counts.isEmpty ? "" : "; `assay load commits \(folder)` counts them"
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

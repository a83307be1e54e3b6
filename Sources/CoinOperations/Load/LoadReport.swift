public import CoinModel
internal import CoinSources
internal import CoinStore

/// What became of one input.
public struct InputReport: Sendable {
    /// What became of it as a whole.
    public enum State: String, Sendable {
        case loaded
        case upToDate = "up-to-date"
        /// A file below a folder that is not data.
        case skipped
        case refused
    }

    let input: InputDescriptor
    /// What became of it as a whole.
    public let state: State
    /// Why it was refused, if it was.
    public let reason: String?
    var outcome = InputOutcome()

    init(_ input: InputDescriptor, _ state: State, because reason: String? = nil) {
        (self.input, self.state, self.reason) = (input, state, reason)
    }

    /// The file.
    public var path: String { input.path }
    /// The format that it was read as; empty when none recognised it.
    public var format: String { input.format }
    /// The digest of its bytes; empty when they could not be read.
    public var digest: String { input.digest }
    /// Its size in bytes.
    public var size: Int { input.size }
    /// Rows that are in the store now, those that brought nothing new among them.
    public var accepted: Int { outcome.accepted }
    /// Those of the accepted that were there already.
    public var unchanged: Int { outcome.unchanged }
    /// Rows that were rejected.
    public var rejected: Int { outcome.rejected }
}

/// What a load did.
public struct LoadReport: Sendable {
    /// Each input, in order.
    public var inputs: [InputReport] = []

    /// What did nothing yet.
    public init() {}

    /// What was done, in one sentence; `kind` is what was loaded, nil for files of any kind.
    public func summary(of kind: LoadKind?) -> Diagnostic {
        guard !inputs.isEmpty else {
            return Diagnostic(.note, "loaded", "no file\(kind.map { " of \($0)" } ?? "") to load")
        }
        let files = kind.map { "\($0) files" } ?? "files"
        let counts = [
            ("loaded", InputReport.State.loaded), ("loaded before", .upToDate), ("skipped", .skipped),
            ("refused", .refused),
        ]
        .map { word, state in (word, inputs.count { $0.state == state }) }
        .filter { $1 > 0 }.map { "\($1) \($0)" }.joined(separator: ", ")
        func sum(_ rows: (InputReport) -> Int) -> Int { inputs.reduce(0) { $0 + rows($1) } }
        let (accepted, unchanged, rejected) = (sum(\.accepted), sum(\.unchanged), sum(\.rejected))
        let before = unchanged > 0 ? " (\(unchanged) of them known)" : ""
        let others = rejected > 0 ? ", rejected \(rejected)" : ""
        return Diagnostic(.note, "loaded", "\(files): \(counts); rows taken: \(accepted)\(before)\(others)")
    }

    /// The most rejected rows, in percent of those that were read, where nothing else is said.
    public static let rejectLimit = 10.0

    /// What there is to report where more rows were rejected than a limit in percent allows; nil where not.
    public func excess(over limit: Double) -> OperationError? {
        let (accepted, rejected) = (inputs.reduce(0) { $0 + $1.accepted }, inputs.reduce(0) { $0 + $1.rejected })
        let share = 100 * Double(rejected) / Double(max(accepted + rejected, 1))
        guard share > limit else { return nil }
        let what = "\(rejected) of \(accepted + rejected) rows read were rejected, \(tenths(share)) %"
        let next = "correct the rows (`assay store sql \"SELECT * FROM reject\"`) or raise --max-rejects"
        let detail = "\(what), and --max-rejects allows \(tenths(limit)) %: \(next)"
        return OperationError(.partial, "too-many-rejects", detail)
    }

    /// The exit code: failed when every input was refused, partial when some were, where a stored history stays in place
    /// of an unrelated one, and where commit facts lack repositories.
    public var status: ExitStatus {
        let inputs = inputs.filter { $0.state != .skipped }
        if inputs.isEmpty { return .nothingSelected }
        let refused = inputs.count { $0.state == .refused }
        let isAnyStored = inputs.contains { $0.reason == "unrelated-history" }
        let lacksAny = inputs.contains { $0.format == CommitFacts.id && $0.rejected > 0 }
        return refused == 0
            ? (lacksAny ? .partial : .success) : refused == inputs.count && !isAnyStored ? .failed : .partial
    }
}

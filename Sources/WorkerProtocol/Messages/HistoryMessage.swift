/// What is said about histories.
///
/// `assay` first names a batch of repositories, then asks about one of them after the other. The worker answers each
/// question with the developers, then the commits in batches, then the summary; a fault voids what came before it.
public enum HistoryMessage: Hashable, Sendable {
    /// The repositories that may be asked about.
    case batch(RepositoryBatch)
    /// What is asked about one of them.
    case request(HistoryRequest)
    /// Developers in the order in which batches number them: each an address as `DeveloperAddress` has it, or, where there
    /// is none, a name in lower case with `<>` behind it.
    case developers([[UInt8]])
    /// Facts of some commits.
    case commits(CommitBatch)
    /// The end of a complete history.
    case summary(HistorySummary)
}

/// The repositories that one worker may read, and what it may use for each.
public struct RepositoryBatch: Hashable, Sendable {
    /// The repositories: git directories, or folders with one.
    public var paths: [String]
    /// What the worker may use.
    public var limits: WorkerLimits

    /// A batch.
    public init(_ paths: [String], limits: WorkerLimits) {
        self.paths = paths
        self.limits = limits
    }
}

extension HistoryMessage {
    func encode(into bytes: inout WireWriter) {
        switch self {
        case .batch(let batch):
            bytes.put(UInt8(0))
            batch.limits.encode(into: &bytes)
            bytes.put(Int64(batch.paths.count))
            for path in batch.paths { bytes.put(path) }
        case .request(let request):
            bytes.put(UInt8(1))
            request.encode(into: &bytes)
        case .developers(let developers):
            bytes.put(UInt8(2))
            bytes.put(Int64(developers.count))
            for developer in developers { bytes.put(developer) }
        case .commits(let batch):
            bytes.put(UInt8(3))
            batch.encode(into: &bytes)
        case .summary(let summary):
            bytes.put(UInt8(4))
            summary.encode(into: &bytes)
        }
    }

    init(decoding bytes: inout WireReader) throws(WorkerFault) {
        switch try bytes.byte() {
        case 0:
            var batch = RepositoryBatch([], limits: try WorkerLimits(decoding: &bytes))
            for _ in 0..<(try bytes.count()) { batch.paths.append(try bytes.string()) }
            self = .batch(batch)
        case 1: self = .request(try HistoryRequest(decoding: &bytes))
        case 2:
            var developers: [[UInt8]] = []
            for _ in 0..<(try bytes.count()) { developers.append(try bytes.text()) }
            self = .developers(developers)
        case 3: self = .commits(try CommitBatch(decoding: &bytes))
        case 4: self = .summary(try HistorySummary(decoding: &bytes))
        default: throw WireReader.broken
        }
    }
}

/// A message about histories.
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

extension RepositoryBatch: WireValue {
    func encode(into wire: inout WireWriter) {
        wire.put(limits, paths)
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        (limits, paths) = try wire.values()
    }
}

extension HistoryMessage: WireValue {
    func encode(into wire: inout WireWriter) {
        switch self {
        case .batch(let batch): wire.put(tag: 0, batch)
        case .request(let request): wire.put(tag: 1, request)
        case .developers(let developers): wire.put(tag: 2, developers)
        case .commits(let batch): wire.put(tag: 3, batch)
        case .summary(let summary): wire.put(tag: 4, summary)
        }
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        switch try wire.value() as UInt8 {
        case 0: self = .batch(try wire.value())
        case 1: self = .request(try wire.value())
        case 2: self = .developers(try wire.value())
        case 3: self = .commits(try wire.value())
        case 4: self = .summary(try wire.value())
        default: throw WireReader.broken
        }
    }
}

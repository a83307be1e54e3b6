/// One message between `assay` and its git worker.
///
/// `assay` may announce a repository, and sends one request. The worker answers with the developers, then the commits in
/// batches, then the summary; or at any point with a fault, which voids what came before.
public enum Message: Hashable, Sendable {
    /// A repository that will probably be asked about, and what the worker may use; nothing is answered.
    case announcement(path: String, WorkerLimits)
    /// What is asked.
    case request(HistoryRequest)
    /// Developers in the order in which batches number them: each a lower-cased address, or a name without one.
    case developers([[UInt8]])
    /// Facts of some commits.
    case commits(CommitBatch)
    /// The end of a complete history.
    case summary(HistorySummary)
    /// The end of one that could not be read.
    case fault(WorkerFault)
}

extension Message {
    /// Raised with every change of the messages, so that programs of two builds refuse each other.
    private static let version: UInt8 = 4

    /// The message as bytes: version, kind, content.
    func encoded() -> [UInt8] {
        var bytes = WireWriter()
        bytes.put(Message.version)
        switch self {
        case .request(let request):
            bytes.put(UInt8(0))
            request.encode(into: &bytes)
        case .developers(let developers):
            bytes.put(UInt8(1))
            bytes.put(Int64(developers.count))
            for developer in developers { bytes.put(developer) }
        case .commits(let batch):
            bytes.put(UInt8(2))
            batch.encode(into: &bytes)
        case .summary(let summary):
            bytes.put(UInt8(3))
            summary.encode(into: &bytes)
        case .fault(let fault):
            bytes.put(UInt8(4))
            bytes.put(Array(fault.reason.rawValue.utf8))
            bytes.put(Array(fault.detail.utf8))
        case .announcement(let path, let limits):
            bytes.put(UInt8(5))
            limits.encode(into: &bytes)
            bytes.put(Array(path.utf8))
        }
        return bytes.bytes
    }

    /// The message that bytes say.
    ///
    /// - Throws: `WorkerFault` when they say none.
    init(decoding bytes: [UInt8]) throws(WorkerFault) {
        var reader = WireReader(bytes)
        guard try reader.byte() == Message.version else { throw WireReader.broken }
        switch try reader.byte() {
        case 0: self = .request(try HistoryRequest(decoding: &reader))
        case 1:
            var developers: [[UInt8]] = []
            for _ in 0..<(try reader.count()) { developers.append(try reader.text()) }
            self = .developers(developers)
        case 2: self = .commits(try CommitBatch(decoding: &reader))
        case 3: self = .summary(try HistorySummary(decoding: &reader))
        case 4:
            let name = String(decoding: try reader.text(), as: UTF8.self)
            guard let reason = WorkerFault.Reason(rawValue: name) else { throw WireReader.broken }
            self = .fault(WorkerFault(reason, String(decoding: try reader.text(), as: UTF8.self)))
        case 5:
            let limits = try WorkerLimits(decoding: &reader)
            self = .announcement(path: String(decoding: try reader.text(), as: UTF8.self), limits)
        default: throw WireReader.broken
        }
        guard reader.isAtEnd else { throw WireReader.broken }
    }
}

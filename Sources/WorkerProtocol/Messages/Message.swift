/// One message between `assay` and a worker that it started.
///
/// - Histories: `assay` names a batch of repositories, then asks about one of them after the other. The worker answers each
///   request with the developers, then the commits in batches, then the summary.
/// - Mirrors: one request, one report.
/// - Sources: one order. The worker reports of each address either the answer or why there is none, and asks no further
///   before `assay` reports that it has stored that; so at most one answer is lost with either of them. Of an order whose
///   answers `assay` judges, every whole answer is reported, those among them that settle nothing yet.
///
/// A fault closes each of them at any point; it voids what came of a history before it.
public enum Message: Codable, Hashable, Sendable {
    /// The repositories that may be asked about.
    case batch(RepositoryBatch)
    /// What is asked about one of them.
    case request(HistoryRequest)
    /// A part of the answer.
    case history(HistoryMessage)
    /// The end of a complete history.
    case summary(HistorySummary)
    /// Which mirror is to be brought up to date.
    case mirror(MirrorRequest)
    /// What became of it.
    case mirrored(MirrorReport)
    /// What sources are asked.
    case order(FetchOrder)
    /// What came of an address.
    case fetched(FetchMessage)
    /// What was reported last is stored, and what it means.
    case stored(FetchReply)
    /// All addresses are settled, at such a cost.
    case end(FetchCost)
    /// Why the work cannot be done, or not further.
    case fault(WorkerFault)
}

extension Message {
    /// Raised with every change of any message, so that programs of two builds refuse each other.
    private static let version: UInt8 = 216

    /// The message as bytes: version, then content.
    func encoded() throws(WorkerFault) -> [UInt8] {
        let encoder = WireEncoder()
        do {
            try encoder.encode(Message.version)
            try encoder.encode(self)
        } catch {
            throw .incompatible
        }
        return encoder.bytes
    }

    /// The message that bytes hold.
    init(_ bytes: [UInt8]) throws(WorkerFault) {
        let decoder = WireDecoder(bytes)
        do {
            guard try decoder.decode() == Message.version else { throw WorkerFault.incompatible }
            self = try decoder.decode()
        } catch {
            throw .incompatible
        }
        guard decoder.isAtEnd else { throw .incompatible }
    }
}

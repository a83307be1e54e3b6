/// One message between `assay` and a worker: what is asked and answered about histories, mirrors and sources, or at any
/// point a fault, which ends the answer.
public enum Message: Codable, Hashable, Sendable {
    /// About the history of a repository.
    case history(HistoryMessage)
    /// Which mirror is to be brought up to date.
    case mirror(MirrorRequest)
    /// What became of it.
    case mirrored(MirrorReport)
    /// About what sources are asked.
    case fetch(FetchMessage)
    /// Why the work cannot be done, or not further.
    case fault(WorkerFault)
    /// What a worker has to say of itself, between its answers.
    case notice(WorkerMessage)
}

extension Message {
    /// Raised with every change of any message, so that programs of two builds refuse each other.
    private static let version: UInt8 = 215

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

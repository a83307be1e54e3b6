/// One message between `assay` and a worker: what is asked and answered about histories, mirrors and sources, or at any
/// point a fault, which ends the answer.
public enum Message: Hashable, Sendable {
    /// About the history of a repository.
    case history(HistoryMessage)
    /// About a mirror.
    case mirror(MirrorMessage)
    /// About what sources are asked.
    case fetch(FetchMessage)
    /// Why the work cannot be done, or not further.
    case fault(WorkerFault)
    /// What a worker has to say of itself, between its answers.
    case notice(WorkerNotice)
}

extension Message {
    /// Raised with every change of any message, so that programs of two builds refuse each other.
    private static let version: UInt8 = 210

    /// The message as bytes: version, subject, content.
    func encoded() -> [UInt8] {
        var bytes = WireWriter()
        bytes.put(Message.version)
        switch self {
        case .history(let message):
            bytes.put(UInt8(0))
            message.encode(into: &bytes)
        case .mirror(let message):
            bytes.put(UInt8(1))
            message.encode(into: &bytes)
        case .fetch(let message):
            bytes.put(UInt8(2))
            message.encode(into: &bytes)
        case .fault(let fault):
            bytes.put(UInt8(3))
            bytes.put(fault.reason.rawValue)
            bytes.put(fault.detail)
        case .notice(let notice):
            bytes.put(UInt8(4))
            bytes.put(notice.rawValue)
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
        case 0: self = .history(try HistoryMessage(decoding: &reader))
        case 1: self = .mirror(try MirrorMessage(decoding: &reader))
        case 2: self = .fetch(try FetchMessage(decoding: &reader))
        case 3:
            guard let reason = WorkerFault.Reason(rawValue: try reader.string()) else { throw WireReader.broken }
            self = .fault(WorkerFault(reason, try reader.string()))
        case 4:
            guard let notice = WorkerNotice(rawValue: try reader.byte()) else { throw WireReader.broken }
            self = .notice(notice)
        default: throw WireReader.broken
        }
        guard reader.isAtEnd else { throw WireReader.broken }
    }
}

/// One message between `assay` and a worker: what is asked and answered about histories, mirrors and sources, or at any
/// point a fault, which ends the answer.
public enum Message: Hashable, Sendable {
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
    case notice(WorkerNotice)
}

extension Message: WireValue {
    /// Raised with every change of any message, so that programs of two builds refuse each other.
    private static let version: UInt8 = 211

    /// The message as bytes: version, subject, content.
    func encoded() -> [UInt8] {
        var wire = WireWriter()
        wire.put(Message.version, self)
        return wire.bytes
    }

    /// The message that bytes hold.
    ///
    /// - Throws: `WorkerFault` when they hold none.
    init(_ bytes: [UInt8]) throws(WorkerFault) {
        var wire = WireReader(bytes)
        guard try wire.value() == Message.version else { throw WireReader.broken }
        self = try wire.value()
        guard wire.isAtEnd else { throw WireReader.broken }
    }

    func encode(into wire: inout WireWriter) {
        switch self {
        case .history(let message): wire.put(tag: 0, message)
        case .mirror(let request): wire.put(tag: 1, request)
        case .mirrored(let report): wire.put(tag: 2, report)
        case .fault(let fault): wire.put(tag: 3, fault)
        case .fetch(let message): wire.put(tag: 4, message)
        case .notice(let notice): wire.put(tag: 5, notice)
        }
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        switch try wire.value() as UInt8 {
        case 0: self = .history(try wire.value())
        case 1: self = .mirror(try wire.value())
        case 2: self = .mirrored(try wire.value())
        case 3: self = .fault(try wire.value())
        case 4: self = .fetch(try wire.value())
        case 5: self = .notice(try wire.value())
        default: throw WireReader.broken
        }
    }
}

extension WorkerFault.Reason: WireValue {}

extension WorkerFault: WireValue {
    func encode(into wire: inout WireWriter) {
        wire.put(reason, detail)
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        (reason, detail) = try wire.values()
    }
}

/// One message between `assay` and its git worker about a mirror: a request, then its report or a fault.
public enum MirrorMessage: Hashable, Sendable {
    /// What is asked.
    case request(MirrorRequest)
    /// What became of it.
    case report(MirrorReport)
    /// Why nothing did.
    case fault(WorkerFault)
}

extension MirrorMessage {
    /// Raised with every change of the messages, and apart from the versions of the others.
    static let version: UInt8 = 202

    /// The message as bytes: version, kind, content.
    func encoded() -> [UInt8] {
        var bytes = WireWriter()
        bytes.put(MirrorMessage.version)
        switch self {
        case .request(let request):
            bytes.put(UInt8(0))
            request.encode(into: &bytes)
        case .report(let report):
            bytes.put(UInt8(1))
            report.encode(into: &bytes)
        case .fault(let fault):
            bytes.put(UInt8(2))
            bytes.put(Array(fault.reason.rawValue.utf8))
            bytes.put(Array(fault.detail.utf8))
        }
        return bytes.bytes
    }

    /// The message that bytes say.
    ///
    /// - Throws: `WorkerFault` when they say none.
    init(decoding bytes: [UInt8]) throws(WorkerFault) {
        var reader = WireReader(bytes)
        guard try reader.byte() == MirrorMessage.version else { throw WireReader.broken }
        switch try reader.byte() {
        case 0: self = .request(try MirrorRequest(decoding: &reader))
        case 1: self = .report(try MirrorReport(decoding: &reader))
        case 2:
            guard let reason = WorkerFault.Reason(rawValue: try reader.string()) else { throw WireReader.broken }
            self = .fault(WorkerFault(reason, try reader.string()))
        default: throw WireReader.broken
        }
        guard reader.isAtEnd else { throw WireReader.broken }
    }
}

/// What a git worker is asked.
public enum GitOrder: Hashable, Sendable {
    /// To begin with a repository that will probably be asked about, under these limits.
    case announcement(path: String, WorkerLimits)
    /// To read a history.
    case history(HistoryRequest)
    /// To bring a mirror up to date.
    case mirror(MirrorRequest)

    /// What the worker may do.
    public var cage: Sandbox.Cage {
        switch self {
        case .announcement(let path, _): .reading([path])
        case .history(let request): .reading([request.path])
        case .mirror(let request): .mirroring(request)
        }
    }

    /// What the worker may use.
    public var limits: WorkerLimits {
        switch self {
        case .announcement(_, let limits): limits
        case .history(let request): request.limits
        case .mirror(let request): request.limits
        }
    }
}

extension MessageChannel {
    /// What the git worker is asked next; nil where nothing is any more.
    ///
    /// - Throws: `WorkerFault` when what comes is no request.
    public func receiveOrder() throws(WorkerFault) -> GitOrder? {
        guard let content = try receiveContent(before: .never) else { return nil }
        if content.first == MirrorMessage.version {
            if case .request(let request) = try MirrorMessage(decoding: content) { return .mirror(request) }
        } else {
            switch try Message(decoding: content) {
            case .announcement(let path, let limits): return .announcement(path: path, limits)
            case .request(let request): return .history(request)
            default: break
            }
        }
        throw WorkerFault(.protocolBroken, "no request came; this program is started by assay")
    }

    /// Sends a message about a mirror.
    ///
    /// - Throws: `WorkerFault` when the other side is gone.
    public func send(mirror message: MirrorMessage) throws(WorkerFault) {
        try send(content: message.encoded())
    }
}

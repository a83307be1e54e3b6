/// What is said about a mirror: a request, then its report or a fault.
public enum MirrorMessage: Hashable, Sendable {
    /// What is asked.
    case request(MirrorRequest)
    /// What became of it.
    case report(MirrorReport)
}

extension MirrorMessage {
    func encode(into bytes: inout WireWriter) {
        switch self {
        case .request(let request):
            bytes.put(UInt8(0))
            request.encode(into: &bytes)
        case .report(let report):
            bytes.put(UInt8(1))
            report.encode(into: &bytes)
        }
    }

    init(decoding bytes: inout WireReader) throws(WorkerFault) {
        switch try bytes.byte() {
        case 0: self = .request(try MirrorRequest(decoding: &bytes))
        case 1: self = .report(try MirrorReport(decoding: &bytes))
        default: throw WireReader.broken
        }
    }
}

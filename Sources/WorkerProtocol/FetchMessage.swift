/// One message between `assay` and its fetch worker.
///
/// `assay` sends one order. The worker says of each address either what was answered or why nothing was, and asks no
/// further before `assay` says that it has kept that; so at most one answer is lost with either of them. The end, or at
/// any point a fault, closes it.
public enum FetchMessage: Hashable, Sendable {
    /// What is asked.
    case order(FetchOrder)
    /// An answer that settles an address.
    case answer(FetchAnswer)
    /// Why an address has none: its place in the order and the reason.
    case silence(Int, FetchSilence)
    /// What was said last is kept; these targets are to be asked too, behind those of the order.
    case kept([FetchOrder.Target])
    /// All addresses are through, after so many requests.
    case end(requests: Int)
    /// The worker could not work.
    case fault(WorkerFault)
}

extension FetchMessage {
    /// Raised with every change of the messages, and apart from the versions of the git worker's.
    private static let version: UInt8 = 105

    /// The message as bytes: version, kind, content.
    func encoded() -> [UInt8] {
        var bytes = WireWriter()
        bytes.put(FetchMessage.version)
        switch self {
        case .order(let order):
            bytes.put(UInt8(0))
            order.encode(into: &bytes)
        case .answer(let answer):
            bytes.put(UInt8(1))
            answer.encode(into: &bytes)
        case .silence(let number, let silence):
            bytes.put(UInt8(2))
            bytes.put(Int64(number))
            bytes.put(Array(silence.rawValue.utf8))
        case .kept(let more):
            bytes.put(UInt8(3))
            bytes.put(targets: more)
        case .end(let requests):
            bytes.put(UInt8(4))
            bytes.put(Int64(requests))
        case .fault(let fault):
            bytes.put(UInt8(5))
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
        guard try reader.byte() == FetchMessage.version else { throw WireReader.broken }
        switch try reader.byte() {
        case 0: self = .order(try FetchOrder(decoding: &reader))
        case 1: self = .answer(try FetchAnswer(decoding: &reader))
        case 2:
            let number = try reader.count()
            guard let silence = FetchSilence(rawValue: try reader.string()) else { throw WireReader.broken }
            self = .silence(number, silence)
        case 3: self = .kept(try reader.targets())
        case 4: self = .end(requests: try reader.count())
        case 5:
            guard let reason = WorkerFault.Reason(rawValue: try reader.string()) else { throw WireReader.broken }
            self = .fault(WorkerFault(reason, try reader.string()))
        default: throw WireReader.broken
        }
        guard reader.isAtEnd else { throw WireReader.broken }
    }
}

extension WireReader {
    mutating func string() throws(WorkerFault) -> String {
        String(decoding: try text(), as: UTF8.self)
    }
}

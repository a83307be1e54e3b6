/// What is said about addresses to ask.
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
    case silence(Int, FetchFailure)
    /// What was said last is kept; these targets are to be asked too, behind those of the order.
    case kept([FetchOrder.Target])
    /// All addresses are through, after so many requests.
    case end(requests: Int)
}

extension FetchMessage {
    func encode(into bytes: inout WireWriter) {
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
            bytes.put(silence.rawValue)
        case .kept(let more):
            bytes.put(UInt8(3))
            bytes.put(targets: more)
        case .end(let requests):
            bytes.put(UInt8(4))
            bytes.put(Int64(requests))
        }
    }

    init(decoding bytes: inout WireReader) throws(WorkerFault) {
        switch try bytes.byte() {
        case 0: self = .order(try FetchOrder(decoding: &bytes))
        case 1: self = .answer(try FetchAnswer(decoding: &bytes))
        case 2:
            let number = try bytes.count()
            guard let silence = FetchFailure(rawValue: try bytes.string()) else { throw WireReader.broken }
            self = .silence(number, silence)
        case 3: self = .kept(try bytes.targets())
        case 4: self = .end(requests: try bytes.count())
        default: throw WireReader.broken
        }
    }
}

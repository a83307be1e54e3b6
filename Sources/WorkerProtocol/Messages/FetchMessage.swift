/// A message about addresses to ask.
///
/// `assay` sends one order. The worker reports of each address either the answer or why there is none, and asks no further
/// before `assay` reports that it has stored that; so at most one answer is lost with either of them. The end, or at any
/// point a fault, closes it.
public enum FetchMessage: Hashable, Sendable {
    case order(FetchOrder)
    /// An answer that settles an address.
    case answer(FetchAnswer)
    /// Why an address has none: its place in the order and the reason.
    case failure(Int, FetchFailure)
    /// What was reported last is stored; these targets are to be asked too, behind those of the order.
    case stored([FetchOrder.Target])
    /// All addresses are settled, after so many requests.
    case end(requests: Int)
}

extension FetchMessage: WireValue {
    func encode(into wire: inout WireWriter) {
        switch self {
        case .order(let order): wire.put(tag: 0, order)
        case .answer(let answer): wire.put(tag: 1, answer)
        case .failure(let number, let failure): wire.put(tag: 2, number, failure)
        case .stored(let more): wire.put(tag: 3, more)
        case .end(let requests): wire.put(tag: 4, requests)
        }
    }

    init(decoding wire: inout WireReader) throws(WorkerFault) {
        switch try wire.value() as UInt8 {
        case 0: self = .order(try wire.value())
        case 1: self = .answer(try wire.value())
        case 2: self = .failure(try wire.value(), try wire.value())
        case 3: self = .stored(try wire.value())
        case 4: self = .end(requests: try wire.value())
        default: throw WireReader.broken
        }
    }
}

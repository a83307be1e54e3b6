internal import Dispatch
internal import Synchronization

/// Works a list out in parts, on all cores, and puts it together in their order, whichever is done first.
///
/// - Parameters:
///   - parts: how many parts there are; somewhat more than cores, so that none waits long for the last one.
///   - work: works out a part.
/// - Returns: the parts behind each other.
public func onAllCores<Value: Sendable>(parts: Int, _ work: @Sendable (_ part: Int) -> [Value]) -> [Value] {
    guard parts > 1 else { return parts == 1 ? work(0) : [] }
    let found = Mutex([[Value]](repeating: [], count: parts))
    DispatchQueue.concurrentPerform(iterations: parts) { part in
        let own = work(part)
        found.withLock { $0[part] = own }
    }
    return found.withLock { $0.flatMap(\.self) }
}

/// A part of so many things, all parts being about as large.
///
/// - Parameters:
///   - part: which of them, from 0 on.
///   - parts: how many parts there are.
///   - count: how many things there are.
/// - Returns: the places of the things of the part.
public func share(_ part: Int, of parts: Int, count: Int) -> Range<Int> {
    count * part / parts..<count * (part + 1) / parts
}

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

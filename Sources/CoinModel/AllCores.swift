internal import Dispatch
internal import Synchronization

/// A list whose parts are worked out on all cores, in the order of the parts; somewhat more parts than cores keep all of
/// them busy to the end.
public func onAllCores<Value: Sendable>(parts: Int, _ work: @Sendable (_ part: Int) -> [Value]) -> [Value] {
    guard parts > 1 else { return parts == 1 ? work(0) : [] }
    let found = Mutex([[Value]](repeating: [], count: parts))
    DispatchQueue.concurrentPerform(iterations: parts) { part in
        let own = work(part)
        found.withLock { $0[part] = own }
    }
    return found.withLock { $0.flatMap(\.self) }
}

/// The places of one part, from 0 on, of so many things cut into parts of about the same size.
public func share(_ part: Int, of parts: Int, count: Int) -> Range<Int> {
    count * part / parts..<count * (part + 1) / parts
}

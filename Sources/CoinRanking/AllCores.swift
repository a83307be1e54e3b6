internal import Dispatch
internal import Synchronization

/// Works a list out in parts, on all cores, and puts it together in their order, whichever is done first.
///
/// - Parameters:
///   - parts: how many parts there are; somewhat more than cores, so that none waits long for the last one.
///   - work: works out a part.
/// - Returns: the parts behind each other.
func onAllCores<Value: Sendable>(parts: Int, _ work: @Sendable (_ part: Int) -> [Value]) -> [Value] {
    let found = Mutex([[Value]](repeating: [], count: parts))
    DispatchQueue.concurrentPerform(iterations: parts) { part in
        let own = work(part)
        found.withLock { $0[part] = own }
    }
    return found.withLock { $0.flatMap(\.self) }
}

/// A part of so many things, all parts being about as large.
func share(_ part: Int, of parts: Int, count: Int) -> Range<Int> {
    count * part / parts..<count * (part + 1) / parts
}

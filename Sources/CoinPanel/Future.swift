public import Dispatch
internal import Synchronization

/// A value that is computed on a thread of its own while the caller goes on.
public final class Future<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let group = DispatchGroup()

    /// Begins to work it out, on whatever core is free or behind what else is on a queue.
    public init(on queue: DispatchQueue = .global(), _ work: @escaping @Sendable () throws -> Value) {
        queue.async(group: group) {
            let found = Result(catching: work)
            self.result.withLock { $0 = found }
        }
    }

    /// Waits for it.
    ///
    /// - Throws: what the work threw.
    public func value() throws -> Value {
        group.wait()
        guard let found = result.withLock({ $0 }) else {
            throw CancellationError()
        }
        return try found.get()
    }
}

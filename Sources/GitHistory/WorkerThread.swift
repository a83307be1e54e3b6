internal import Synchronization
internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A value that is worked out on a thread of its own, beside what the caller does.
final class WorkerThread<Value: Sendable>: Sendable {
    private let outcome: Outcome<Value>
    private let thread: pthread_t

    /// Begins to work the value out.
    ///
    /// - Throws: `WorkerFault` when the system gives no thread.
    init(_ work: @escaping @Sendable () throws(WorkerFault) -> Value) throws(WorkerFault) {
        let outcome = Outcome<Value>()
        thread = try startThread {
            do throws(WorkerFault) {
                outcome.put(.success(try work()))
            } catch {
                outcome.put(.failure(error))
            }
        }
        self.outcome = outcome
    }

    /// Waits for the value; to be asked for once.
    ///
    /// - Throws: `WorkerFault` as the work did.
    func value() throws(WorkerFault) -> Value {
        pthread_join(thread, nil)
        guard let result = outcome.value else { throw WorkerFault(.crashed, "a thread ended without a result") }
        return try result.get()
    }
}

/// Where a thread leaves what it made.
private final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, WorkerFault>?>(nil)

    var value: Result<Value, WorkerFault>? { result.withLock { $0 } }

    func put(_ value: Result<Value, WorkerFault>) {
        result.withLock { $0 = value }
    }
}

/// Starts a thread.
///
/// - Throws: `WorkerFault` when the system gives none.
@discardableResult
func startThread(_ run: @escaping @Sendable () -> Void) throws(WorkerFault) -> pthread_t {
    let context = unsafe Unmanaged.passRetained(ThreadTask(run)).toOpaque()
    #if os(Linux)
        var thread = pthread_t()
    #else
        var thread: pthread_t?
    #endif
    let status = unsafe pthread_create(&thread, nil, runTask, context)
    guard status == 0, let thread = thread as pthread_t? else {
        unsafe Unmanaged<ThreadTask>.fromOpaque(context).release()
        throw WorkerFault(.memoryLimit, "the system gave no thread (errno \(status)); raise --memory")
    }
    return thread
}

/// What a thread does, in a form that C can carry.
private final class ThreadTask: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

private func runTask(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context { unsafe Unmanaged<ThreadTask>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}

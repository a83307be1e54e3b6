internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A value that several threads work on, one at a time, and wait for what another does to it.
@safe
final class Monitor<Value>: Sendable {
    // Only looked at under the lock, and there as long as this object.
    nonisolated(unsafe) private let value: UnsafeMutablePointer<Value>
    nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    nonisolated(unsafe) private let condition: UnsafeMutablePointer<pthread_cond_t>

    init(_ value: sending Value) {
        unsafe self.value = .allocate(capacity: 1)
        unsafe self.value.initialize(to: value)
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    /// Works on the value while no other thread does.
    ///
    /// - Parameters:
    ///   - mustWait: asked at first and after every `wake`; while it holds, the others may work on the value.
    ///   - body: the work.
    /// - Returns: what the work gives.
    func withLock<Result>(
        waitingWhile mustWait: (Value) -> Bool = { _ in false },
        _ body: (inout Value) -> Result
    ) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while unsafe mustWait(value.pointee) { unsafe pthread_cond_wait(condition, mutex) }
        return unsafe body(&value.pointee)
    }

    /// Has those that wait look again.
    func wake() {
        unsafe pthread_cond_broadcast(condition)
    }
}

/// Starts a thread beside the caller's.
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
        throw WorkerFault(.memoryLimit, "the system gave no thread (errno \(status)); run the command again")
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

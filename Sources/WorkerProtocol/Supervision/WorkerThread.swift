internal import Platform

/// A thread of a worker beside its first one.
public struct WorkerThread {
    private let thread: pthread_t

    /// Starts it; throws when the system gives none.
    public init(_ run: @escaping @Sendable () -> Void) throws(WorkerFault) {
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
        self.thread = thread
    }

    /// Waits for its end, once.
    public func join() {
        pthread_join(thread, nil)
    }
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

extension MessageChannel {
    /// Works for `assay`, which has started this process with a socket as its standard input, and sends it why the work
    /// cannot be done, or not further; without a reader the process ends.
    public static func serve(_ work: (MessageChannel) throws(WorkerFault) -> Void) {
        let channel = MessageChannel(descriptor: 0)
        do throws(WorkerFault) {
            do throws(WorkerFault) {
                try work(channel)
            } catch {
                try channel.send(.fault(error))
            }
        } catch {
            exit(1)
        }
    }

    /// Has a thread end this process at once when the other side is gone, for then its work is not needed; programs
    /// that it has started, all of its process group where it leads one, end with it.
    public func endWithOtherSide() throws(WorkerFault) {
        _ = try WorkerThread {
            // A closed socket is reported whether it is asked for or not.
            var waiting = pollfd(fd: descriptor, events: 0, revents: 0)
            while unsafe poll(&waiting, 1, -1) < 0, errno == EINTR {}
            // A cage that lets no program start refuses this too.
            if getpgrp() == getpid() { kill(0, SIGKILL) }
            _exit(1)
        }
    }
}

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension MessageChannel {
    /// Ends this process at once when the other side is gone: a worker has nobody to work for then.
    ///
    /// A thread of its own waits for that and takes nothing of what comes.
    public func endWithOtherSide() {
        #if os(Linux)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        // Without the thread the worker still ends at its limits, only later.
        _ = unsafe pthread_create(&thread, nil, waitForEnd, UnsafeMutableRawPointer(bitPattern: Int(descriptor) + 1))
    }
}

private func waitForEnd(_ descriptor: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // A closed socket is told whether it is asked for or not.
    var waiting = pollfd(fd: CInt(Int(bitPattern: descriptor) - 1), events: 0, revents: 0)
    while unsafe poll(&waiting, 1, -1) < 0, errno == EINTR {}
    _exit(1)
}

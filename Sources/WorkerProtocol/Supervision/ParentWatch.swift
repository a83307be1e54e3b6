#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension MessageChannel {
    /// Ends this process at once when the other side is gone: a worker has nobody to work for then.
    ///
    /// A thread of its own waits for that and takes nothing of what comes.
    ///
    /// - Parameter programs: whether programs that it has started end with it: all of its process group, which must be
    ///   its own.
    public func endWithOtherSide(and programs: Bool = false) {
        #if os(Linux)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        // Without the thread the worker still ends at its limits, only later.
        let context = unsafe UnsafeMutableRawPointer(bitPattern: Int(descriptor) + 1)
        _ = unsafe pthread_create(&thread, nil, unsafe programs ? endGroup : endAlone, context)
    }
}

private func endAlone(_ descriptor: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    unsafe waitForEnd(descriptor)
    _exit(1)
}

private func endGroup(_ descriptor: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    unsafe waitForEnd(descriptor)
    if getpgrp() == getpid() { kill(0, SIGKILL) }
    _exit(1)
}

private func waitForEnd(_ descriptor: UnsafeMutableRawPointer?) {
    // A closed socket is told whether it is asked for or not.
    var waiting = pollfd(fd: CInt(Int(bitPattern: descriptor) - 1), events: 0, revents: 0)
    while unsafe poll(&waiting, 1, -1) < 0, errno == EINTR {}
}

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension MessageChannel {
    /// Ends this process at once when the other side is gone, for then nobody waits for its work; programs that it has
    /// started, all of its process group where it leads one, end with it.
    ///
    /// A thread of its own waits for that and takes nothing of what comes.
    public func endWithOtherSide() {
        #if os(Linux)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        // Without the thread the worker still ends at its limits, only later.
        let context = unsafe UnsafeMutableRawPointer(bitPattern: Int(descriptor) + 1)
        _ = unsafe pthread_create(&thread, nil, waitForEnd, context)
    }
}

private func waitForEnd(_ descriptor: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // A closed socket is reported whether it is asked for or not.
    var waiting = pollfd(fd: CInt(Int(bitPattern: descriptor) - 1), events: 0, revents: 0)
    while unsafe poll(&waiting, 1, -1) < 0, errno == EINTR {}
    // A cage that lets no program start refuses this too.
    if getpgrp() == getpid() { kill(0, SIGKILL) }
    _exit(1)
}

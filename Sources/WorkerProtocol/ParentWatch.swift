#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension MessageChannel {
    /// Ends this process at once when the other side is gone: a worker has nobody to work for then.
    ///
    /// A thread of its own waits for the end of what comes; so it is to be called after the last message that does.
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
    var byte: UInt8 = 0
    while unsafe read(CInt(Int(bitPattern: descriptor) - 1), &byte, 1) != 0 {
        if errno != EINTR { break }
    }
    _exit(1)
}

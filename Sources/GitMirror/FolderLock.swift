internal import WorkerProtocol

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A shared lock on a folder, which every program that this process starts holds too.
///
/// So it stands as long as any of them works there, even if this process is killed; who wants to be sure that none does
/// locks the folder for itself alone.
struct FolderLock: ~Copyable {
    private let descriptor: CInt

    init(_ path: String) throws(WorkerFault) {
        // Without O_CLOEXEC: that is the point.
        descriptor = unsafe openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0, flock(descriptor, LOCK_SH | LOCK_NB) == 0 else {
            throw WorkerFault(.unreadable, "\(path) cannot be locked (errno \(errno)); see that nothing works in it")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}

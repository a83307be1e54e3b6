#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The right to change the files of a folder of the user's own: one process has it at a time, and it ends with its process.
///
/// It is an advisory lock on the hidden file `.lock` in the folder, which stays there. Readers need none: files are replaced
/// as a whole.
public struct FolderLock: ~Copyable {
    private let descriptor: CInt

    /// Takes the lock, and makes the folder where there is none, perhaps for its owner alone.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - wait: how many seconds to wait for another process that has the lock.
    ///   - isPrivate: whether a folder that is made has mode 0700.
    /// - Throws: `OutputError` `busy` when it is not free within that time; another one when the folder cannot be written.
    private init(folder: String, wait: Double, isPrivate: Bool = true) throws(OutputError) {
        try FileDraft.makeFolder(folder, for: folder, isPrivate: isPrivate)
        let file = folder + "/.lock"
        // A pipe of that name would be waited for until somebody reads it.
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = unsafe open(file, flags, 0o600)
        guard descriptor >= 0 else { throw OutputError(failure: file, "could not be opened") }
        var attempts = Int(wait / FolderLock.pause)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard attempts > 0 else {
                close(descriptor)
                let detail = "is written to by another process; run the command again, or let it --wait longer"
                throw OutputError(.busy, path: folder, detail: detail)
            }
            attempts -= 1
            usleep(useconds_t(FolderLock.pause * 1_000_000))
        }
        self.descriptor = descriptor
    }

    /// Works while this process has the lock of a folder, as `init` takes it.
    ///
    /// - Throws: `OutputError` as `init` does, and what the work throws.
    public static func during<Value>(
        folder: String,
        wait: Double,
        isPrivate: Bool = true,
        _ work: () throws -> Value
    ) throws -> Value {
        let lock = try FolderLock(folder: folder, wait: wait, isPrivate: isPrivate)
        let value = try work()
        // It ends here, not before the work.
        _ = consume lock
        return value
    }

    /// Seconds between two attempts.
    private static let pause = 0.02

    deinit {
        // A child that is about to become another program holds the same file for a moment, and with it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

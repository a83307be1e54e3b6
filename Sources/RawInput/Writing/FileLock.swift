internal import Platform

/// This is the only place that locks a file or folder, shared or exclusive.
///
/// The lock is advisory and ends with its process, so that nothing is left of one that died. Who waits looks again every few
/// milliseconds.
public struct FileLock: ~Copyable, Sendable {
    /// Who may have the lock at the same time.
    public enum Kind: Sendable {
        /// All who want it shared.
        case shared
        /// One process.
        case exclusive
    }

    private let descriptor: CInt
    private let isInherited: Bool

    private static let pause = 0.005

    /// Locks a file or folder that is there, once it is free, within so many seconds.
    ///
    /// Where it `isInherited`, programs that this process starts have the lock too, so that it stands as long as any of them works.
    ///
    /// - Throws: `OutputError` `busy` when it is not free within that time; another one when it cannot be opened.
    public init(_ path: String, _ kind: Kind, wait: Double, isInherited: Bool = false) throws(OutputError) {
        // A pipe would be waited for until somebody writes into it.
        let flags = O_RDONLY | O_NONBLOCK | (isInherited ? 0 : O_CLOEXEC)
        try self.init(unsafe open(path, flags), path, path, kind, wait, isInherited)
    }

    private init(
        _ descriptor: CInt,
        _ file: String,
        _ place: String,
        _ kind: Kind,
        _ wait: Double,
        _ isInherited: Bool
    ) throws(OutputError) {
        guard descriptor >= 0 else { throw OutputError(failure: file, "could not be opened") }
        guard FileLock.take(descriptor, kind, wait: wait) else {
            close(descriptor)
            let detail = "is written to by another process; run the command again, or let it --wait longer"
            throw OutputError(.busy, path: place, detail: detail)
        }
        self.descriptor = descriptor
        self.isInherited = isInherited
    }

    /// Works while this process alone may change the files of a folder of the user's own.
    ///
    /// The lock is on the hidden file `.lock` in the folder, which stays there. Readers need none: files are replaced as a whole.
    /// A folder that is not there is made, with mode 0700 where it `isPrivate`.
    ///
    /// - Throws: `OutputError` as `init` does, and what the work throws.
    public static func during<Value>(
        folder: String,
        wait: Double,
        isPrivate: Bool = true,
        _ work: () throws -> Value
    ) throws -> Value {
        try makeFolder(folder, for: folder, isPrivate: isPrivate)
        let file = folder + "/.lock"
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let lock = try FileLock(unsafe open(file, flags, 0o600), file, folder, .exclusive, wait, false)
        let value = try work()
        // It ends here, not before the work.
        _ = consume lock
        return value
    }

    /// Locks the open file of a descriptor until that is closed; whether it was free within so many seconds.
    static func take(_ descriptor: CInt, _ kind: Kind, wait: Double) -> Bool {
        let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
        var attempts = wait / pause
        while flock(descriptor, operation) != 0 {
            guard attempts >= 1 else { return false }
            attempts -= 1
            usleep(useconds_t(pause * 1_000_000))
        }
        return true
    }

    /// Brings to disk what was renamed in a folder that is locked.
    public func sync() { fsync(descriptor) }

    deinit {
        // A child that is about to become another program holds the same file for a moment, and with it the lock.
        if !isInherited { flock(descriptor, LOCK_UN) }
        close(descriptor)
    }
}

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Identifies a file with its content without reading it: the first 64 bits of the digest of its device,
/// inode, size, and the moments of its last modification and of its last change of status, which no program can set.
public struct FileIdentity: Hashable, Sendable {
    /// The bits.
    public let bits: Int64

    /// The one that was stored.
    public init(bits: Int64) { self.bits = bits }

    /// The one of several files, in their order.
    public init(of files: some Sequence<FileIdentity>) {
        self.init(files.map { String($0.bits) }.joined(separator: " "))
    }

    /// The one of the file or link at a path; nil where it cannot be examined, or changed just now.
    public init?(path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Nil where the file changed so lately that the clock of its file system may not show a further change.
    init?(_ status: stat) {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        guard now.isLater(than: status.changed, byMoreThan: FileIdentity.clockStep) else { return nil }
        let parts = [
            Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.modified, status.changed.nanoseconds,
        ]
        self.init(parts.map(String.init).joined(separator: " "))
    }

    /// When the content of the file at a path was last changed, in nanoseconds since 1970; 0 where it cannot be examined.
    public static func modified(path: String) -> Int {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.modified : 0
    }

    private init(_ text: String) { bits = Int64(bitPattern: Digest.leading64(text)) }

    /// Longer than any file system's clock stands still, in nanoseconds.
    private static let clockStep = 20_000_000
}

extension stat {
    /// When the content was last changed, in nanoseconds since 1970.
    var modified: Int {
        #if os(Linux)
            st_mtim.nanoseconds
        #else
            st_mtimespec.nanoseconds
        #endif
    }

    /// When anything of the file was last changed.
    var changed: timespec {
        #if os(Linux)
            st_ctim
        #else
            st_ctimespec
        #endif
    }
}

extension timespec {
    /// Nanoseconds since 1970; from the year 2262 on a number of its own, but no time any more.
    fileprivate var nanoseconds: Int { tv_sec &* 1_000_000_000 &+ tv_nsec }

    fileprivate func isLater(than other: timespec, byMoreThan nanoseconds: Int) -> Bool {
        let seconds = tv_sec - other.tv_sec
        return seconds > 1 || seconds >= 0 && seconds * 1_000_000_000 + tv_nsec - other.tv_nsec > nanoseconds
    }
}

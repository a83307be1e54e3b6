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
        guard status.changed < now.nanoseconds - FileIdentity.clockStep else { return nil }
        let parts = [Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.modified, status.changed]
        self.init(parts.map(String.init).joined(separator: " "))
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

    /// When anything of the file was last changed, in nanoseconds since 1970.
    var changed: Int {
        #if os(Linux)
            st_ctim.nanoseconds
        #else
            st_ctimespec.nanoseconds
        #endif
    }
}

extension timespec {
    fileprivate var nanoseconds: Int { tv_sec * 1_000_000_000 + tv_nsec }
}

internal import Platform

/// What a file is, whatever names it has, and its state when it was examined; two are equal where the file is one.
public struct FileStatus: Hashable, Sendable {
    /// What kind of file it is.
    public enum Kind: String, Sendable {
        /// A file with bytes, a folder, and what is neither.
        case regular, folder, link, device, pipe, socket, disk
    }

    let device: UInt64
    let inode: UInt64
    /// What kind of file it is.
    public let kind: Kind
    /// Its bytes on disk.
    public let size: Int
    /// When its content was last changed, in nanoseconds since 1970.
    public let modified: Int
    /// The permissions, as `chmod` takes them.
    let mode: UInt32
    let owner: UInt32
    let group: UInt32
    /// How many names it has.
    let names: Int
    /// When anything of it was last changed, which no program can set.
    private let changed: timespec

    /// The file of a path, links followed unless they are what is asked about; nil where there is none.
    public init?(_ path: String, followingLinks: Bool = true) {
        var status = stat()
        guard unsafe followingLinks ? stat(path, &status) == 0 : lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file of a descriptor; nil when it is closed.
    init?(descriptor: CInt) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        mode = UInt32(status.st_mode & 0o7777)
        owner = status.st_uid
        group = status.st_gid
        names = Int(status.st_nlink)
        #if os(Linux)
            modified = status.st_mtim.nanoseconds
            changed = status.st_ctim
        #else
            modified = status.st_mtimespec.nanoseconds
            changed = status.st_ctimespec
        #endif
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFCHR: .device
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .disk
            }
    }

    /// Identifies the file with its content; nil where it changed so lately that the clock of its file system may not show a
    /// further change.
    public var identity: FileIdentity? {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        guard now.isLater(than: changed, byMoreThan: FileIdentity.clockStep) else { return nil }
        let parts = [
            Int(truncatingIfNeeded: device), Int(truncatingIfNeeded: inode), size, modified, changed.nanoseconds,
        ]
        return FileIdentity(parts.map(String.init).joined(separator: " "))
    }

    /// Whether both are of one file.
    public static func == (one: FileStatus, other: FileStatus) -> Bool {
        one.device == other.device && one.inode == other.inode
    }

    /// Hashes what makes them equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(device)
        hasher.combine(inode)
    }
}

/// Identifies a file with its content without reading it: the first 64 bits of the digest of its device,
/// inode, size, and the moments of its last modification and of its last change of status.
public struct FileIdentity: Hashable, Sendable {
    /// The bits.
    public let bits: Int64

    /// The one that was stored.
    public init(bits: Int64) { self.bits = bits }

    /// The one of several files, in their order.
    public init(of files: some Sequence<FileIdentity>) {
        self.init(files.map { String($0.bits) }.joined(separator: " "))
    }

    fileprivate init(_ text: String) { bits = Int64(bitPattern: Digest.leading64(text)) }

    /// Longer than any file system's clock stands still, in nanoseconds.
    fileprivate static let clockStep = 20_000_000
}

extension timespec {
    /// Nanoseconds since 1970; from the year 2262 on a number of its own, but no time any more.
    fileprivate var nanoseconds: Int { tv_sec &* 1_000_000_000 &+ tv_nsec }

    fileprivate func isLater(than other: timespec, byMoreThan nanoseconds: Int) -> Bool {
        let seconds = tv_sec - other.tv_sec
        return seconds > 1 || seconds >= 0 && seconds * 1_000_000_000 + tv_nsec - other.tv_nsec > nanoseconds
    }
}

/// What the operating system says of an error.
func systemError(_ code: CInt = errno) -> String { unsafe String(cString: strerror(code)) }

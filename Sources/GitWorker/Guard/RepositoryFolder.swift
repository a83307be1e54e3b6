internal import Platform
internal import RawInput
internal import WorkerProtocol

/// A git directory of which only regular files beneath it are opened, and only for reading.
///
/// No link is followed below it, and nothing is waited for: what may lead outside or is a pipe is refused by name.
final class RepositoryFolder: Sendable {
    let path: String
    private let descriptor: CInt

    init(_ path: String) throws(WorkerFault) {
        descriptor = unsafe openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else {
            throw WorkerFault(.notARepository, "is not a folder that can be read; name a git repository")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether there is anything of this name.
    func has(_ name: String) throws(WorkerFault) -> Bool { try kind(of: name) != nil }

    /// What kind of file is there by a name, or an absolute path, links not followed; nil where nothing is.
    func kind(of name: String) throws(WorkerFault) -> mode_t? {
        var status = stat()
        if unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status.st_mode & S_IFMT }
        guard errno == ENOENT || errno == ENOTDIR else { throw RepositoryFolder.failure(name) }
        return nil
    }

    /// A path that is meant from here; one that is absolute stays what it is.
    func absolute(_ name: String) -> String { name.hasPrefix("/") ? name : path + "/" + name }

    /// Refuses what belongs to another user.
    func checkOwner() throws(WorkerFault) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw RepositoryFolder.failure(path) }
        guard status.st_uid == geteuid() else {
            throw WorkerFault(
                .foreignOwner,
                "belongs to user \(status.st_uid), not to you (\(geteuid())); read it as that user, or copy it"
            )
        }
    }

    /// The content of a file, which may not be longer than the limit; nil where there is none.
    func content(of name: String, limit: Int) throws(WorkerFault) -> [UInt8]? {
        try withFile(name) { (file, size) throws(WorkerFault) in
            guard size <= limit else { throw RepositoryFolder.tooLong(name, size, limit) }
            return try RepositoryFolder.bytes(of: file, 0..<size, name)
        }
    }

    /// Some bytes of an open file, as far as it has them.
    static func bytes(of file: CInt, _ range: Range<Int>, _ name: String) throws(WorkerFault) -> [UInt8] {
        let (bytes, failure) = readBytes(of: file, at: range.lowerBound, range.count)
        guard failure == 0 else { throw WorkerFault(.unreadable, "\(name) cannot be read (errno \(failure))") }
        return bytes
    }

    /// The size of a regular file, which may not be longer than the limit; nil where there is none.
    @discardableResult
    func check(_ name: String, limit: Int) throws(WorkerFault) -> Int? {
        try withFile(name) { (_, size) throws(WorkerFault) in
            guard size <= limit else { throw RepositoryFolder.tooLong(name, size, limit) }
            return size
        }
    }

    /// Works on an open regular file and its size; nil where there is none.
    func withFile<Result>(
        _ name: String,
        _ body: (_ descriptor: CInt, _ size: Int) throws(WorkerFault) -> Result
    ) throws(WorkerFault) -> Result? {
        guard let (file, size) = try open(name) else { return nil }
        defer { close(file) }
        return try body(file, size)
    }

    /// The names in a folder in byte order; none where there is no such folder.
    func names(in folder: String) throws(WorkerFault) -> [String] {
        guard let entry = try descend(to: folder, O_RDONLY | O_DIRECTORY) else { return [] }
        guard let names = folderNames(of: entry, most: 10_001) else { throw RepositoryFolder.failure(folder) }
        guard names.count <= 10_000 else { throw WorkerFault(.tooLarge, "\(folder) has more than 10,000 files") }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// An open regular file and its size; nil where there is nothing or a folder.
    private func open(_ name: String) throws(WorkerFault) -> (file: CInt, size: Int)? {
        // Without O_NONBLOCK, opening a pipe would wait for a writer for ever.
        guard let file = try descend(to: name, O_RDONLY | O_NONBLOCK) else { return nil }
        var status = stat()
        let isKnown = unsafe fstat(file, &status) == 0
        let kind = status.st_mode & S_IFMT
        guard isKnown, kind == S_IFREG else {
            close(file)
            if isKnown, kind == S_IFDIR { return nil }
            throw RepositoryFolder.notRegular(name)
        }
        return (file, Int(status.st_size))
    }

    /// Opens what a path beneath names, one folder after the other so that none is a link.
    private func descend(to name: String, _ flags: CInt) throws(WorkerFault) -> CInt? {
        var folder = descriptor
        defer { if folder != descriptor { close(folder) } }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            let wanted = isLast ? flags : O_RDONLY | O_DIRECTORY
            let entry = unsafe openat(folder, String(part), wanted | O_NOFOLLOW | O_CLOEXEC)
            if entry < 0 {
                if errno == ENOENT { return nil }
                // A link where a folder is wanted gives ENOTDIR, as does a file, which leads nowhere.
                var status = stat()
                let code = errno
                let isLink =
                    unsafe fstatat(folder, String(part), &status, AT_SYMLINK_NOFOLLOW) == 0
                    && status.st_mode & S_IFMT == S_IFLNK
                if isLink {
                    throw WorkerFault(.leadsOutside, "\(name) is or passes a symbolic link; copy the real repository")
                }
                if code == ENOTDIR { return nil }
                if code == ENXIO { throw RepositoryFolder.notRegular(name) }
                throw WorkerFault(.unreadable, "\(name) cannot be opened (errno \(code))")
            }
            if folder != descriptor { close(folder) }
            folder = entry
        }
        defer { folder = descriptor }
        return folder
    }

    static func notRegular(_ name: String) -> WorkerFault {
        WorkerFault(.notRegular, "\(name) is not a regular file; a pipe or device there is never read")
    }

    private static func tooLong(_ name: String, _ size: Int, _ limit: Int) -> WorkerFault {
        WorkerFault(.tooLarge, "\(name) has \(size) bytes, more than \(limit); check it with `git fsck`")
    }

    static func failure(_ name: String) -> WorkerFault {
        WorkerFault(.unreadable, "\(name) cannot be examined (errno \(errno))")
    }
}

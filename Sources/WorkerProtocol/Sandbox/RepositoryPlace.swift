internal import Platform

/// Where a repository lies: its git directory, and the one that it shares objects and branches with.
///
/// This is the only place where a file `.git`, which linked worktrees and submodules have, is followed, before a worker
/// shuts itself in: it may be anyone's, so it only leads to what is a git directory of the same user, and outside only to
/// one that names it back.
public struct RepositoryPlace: Hashable, Sendable {
    /// The git directory, which holds HEAD.
    public let folder: String
    /// The one with objects and branches; the same but for linked worktrees.
    public let common: String

    /// Finds the git directory of a path, which is one itself or holds `.git`.
    public init(_ given: String) throws(WorkerFault) {
        let inner = given + "/.git"
        let kind = try RepositoryPlace.kind(of: inner)
        if kind == S_IFLNK {
            throw WorkerFault(.leadsOutside, "its .git is a symbolic link; name the repository itself")
        }
        if kind == S_IFREG {
            folder = try RepositoryPlace.path(in: inner, after: "gitdir: ", from: given)
        } else {
            folder = kind == S_IFDIR ? inner : given
        }
        let shared = folder + "/commondir"
        common =
            try RepositoryPlace.kind(of: shared) == nil
            ? folder : RepositoryPlace.path(in: shared, after: "", from: folder)
        for folder in [folder, common] { try RepositoryPlace.checkOwner(folder) }
        try RepositoryPlace.check(folder + "/HEAD", is: S_IFREG)
        for name in ["/objects", "/refs"] { try RepositoryPlace.check(common + name, is: S_IFDIR) }
        guard RepositoryPlace.areNested(given, folder) || RepositoryPlace.names(folder, given),
            RepositoryPlace.areNested(folder, common)
        else {
            let detail = "leads to a git directory outside that does not name it back; name the repository itself"
            throw WorkerFault(.leadsOutside, detail)
        }
    }

    /// Whether one of two folders is in the other, links followed; one that is not there is in none.
    private static func areNested(_ one: String, _ other: String) -> Bool {
        guard let one = real(one), let other = real(other) else { return false }
        return (one + "/").hasPrefix(other + "/") || (other + "/").hasPrefix(one + "/")
    }

    /// Whether a git directory names a folder as its own: `gitdir` of a linked worktree, `core.worktree` of a submodule.
    private static func names(_ folder: String, _ given: String) -> Bool {
        let config = lines(of: folder + "/config").filter { $0.hasPrefix("worktree") }.compactMap { line in
            line.split(separator: "=", maxSplits: 1).last.map { $0.trimmingPrefix { $0 == " " } }
        }
        let named = lines(of: folder + "/gitdir").prefix(1).map { $0 + "/.." } + config.map(String.init)
        guard let given = real(given) else { return false }
        // What a worktree names is its file `.git`.
        return named.contains {
            real(($0.hasPrefix("/") ? "" : folder + "/") + $0.replacing("/.git/..", with: "")) == given
        }
    }

    /// The lines of a short file without blanks around them; none where it cannot be read.
    private static func lines(of path: String) -> [String] {
        let file = unsafe openat(AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(file, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).split { $0 == 10 || $0 == 13 }.map {
            String(decoding: $0.drop { $0 == 9 || $0 == 32 }, as: UTF8.self)
        }
    }

    private static func real(_ path: String) -> String? {
        guard let path = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// Sees to it that a part of a git directory is there and of its kind.
    private static func check(_ path: String, is wanted: mode_t) throws(WorkerFault) {
        switch try kind(of: path) {
        case wanted: return
        case S_IFLNK: throw WorkerFault(.leadsOutside, "\(path) is a symbolic link; copy the real repository")
        case let found? where wanted == S_IFREG && found != S_IFDIR:
            throw WorkerFault(.notRegular, "\(path) is not a regular file; a pipe or device there is never read")
        default:
            let detail = "has no file HEAD and no folders objects and refs of git; name a clone or its `.git`"
            throw WorkerFault(.notARepository, detail)
        }
    }

    /// The path that a file holds, made absolute.
    private static func path(in file: String, after mark: String, from folder: String) throws(WorkerFault) -> String {
        let opened = unsafe openat(AT_FDCWD, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { throw RepositoryPlace.failure(file) }
        defer { close(opened) }
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe read(opened, &bytes, bytes.count)
        let line = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
        guard count < bytes.count, line.hasPrefix(mark), line.utf8.count > mark.utf8.count else {
            throw WorkerFault(.leadsOutside, "\(file) names no git directory; name the repository itself")
        }
        let path = line.dropFirst(mark.count)
        return path.hasPrefix("/") ? String(path) : "\(folder)/\(path)"
    }

    private static func checkOwner(_ folder: String) throws(WorkerFault) {
        var status = stat()
        guard unsafe stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw WorkerFault(.notARepository, "is not a folder that can be read; name a git repository")
        }
        guard status.st_uid == geteuid() else {
            throw WorkerFault(
                .foreignOwner,
                "belongs to user \(status.st_uid), not to you (\(geteuid())); read it as that user, or copy it"
            )
        }
    }

    /// What kind of file a path is, links not followed; nil where nothing is.
    private static func kind(of path: String) throws(WorkerFault) -> mode_t? {
        var status = stat()
        if unsafe lstat(path, &status) == 0 { return status.st_mode & S_IFMT }
        guard errno == ENOENT || errno == ENOTDIR else { throw RepositoryPlace.failure(path) }
        return nil
    }

    private static func failure(_ path: String) -> WorkerFault {
        WorkerFault(.unreadable, "\(path) cannot be examined (errno \(errno))")
    }
}

extension RepositoryPlace {
    /// What a repository at a path consists of, as far as it is one, and the folders of objects that it borrows from.
    static func folders(at path: String) -> [String] {
        do throws(WorkerFault) {
            let place = try RepositoryPlace(path)
            return [place.folder, place.common] + lenders(to: place.common + "/objects")
        } catch {
            return []
        }
    }

    /// The folders of objects that a folder of objects borrows from, and those that these do.
    private static func lenders(to objects: String) -> [String] {
        var folders = [objects]
        var next = 0
        while next < folders.count, folders.count <= mostLenders {
            let named = lines(of: folders[next] + "/info/alternates").prefix(mostLenders)
            let more = named.map { $0.hasPrefix("/") ? $0 : folders[next] + "/" + $0 }
            folders += more.filter { !folders.contains($0) && isFolder($0 + "/pack") }
            next += 1
        }
        return Array(folders.dropFirst())
    }

    private static let mostLenders = 64

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

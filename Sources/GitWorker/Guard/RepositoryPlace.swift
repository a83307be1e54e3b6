internal import Platform
public import WorkerProtocol

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

    /// A file that names a folder is read up to so many bytes.
    private static let longest = 1 << 20

    /// Finds the git directory of a path, which is one itself or holds `.git`.
    public init(_ given: String) throws(WorkerFault) {
        let root = try RepositoryFolder(given)
        switch try root.kind(of: ".git") {
        case S_IFLNK: throw WorkerFault(.leadsOutside, "its .git is a symbolic link; name the repository itself")
        case S_IFREG: folder = try RepositoryPlace.path(in: ".git", of: root, after: "gitdir: ")
        case S_IFDIR: folder = given + "/.git"
        default: folder = given
        }
        let own = try RepositoryFolder(folder)
        common = try own.has("commondir") ? RepositoryPlace.path(in: "commondir", of: own, after: "") : folder
        let shared = try RepositoryFolder(common)
        for folder in [own, shared] { try folder.checkOwner() }
        try RepositoryPlace.check("HEAD", of: own, is: S_IFREG)
        for name in ["objects", "refs"] { try RepositoryPlace.check(name, of: shared, is: S_IFDIR) }
        var belongs = RepositoryPlace.areNested(given, folder)
        if !belongs { belongs = try RepositoryPlace.names(own, given) }
        guard belongs, RepositoryPlace.areNested(folder, common) else {
            let detail = "leads to a git directory outside that does not name it back; name the repository itself"
            throw WorkerFault(.leadsOutside, detail)
        }
    }

    /// Whether one of two folders is in the other, links followed; one that is not there is in none.
    private static func areNested(_ one: String, _ other: String) -> Bool {
        guard let one = realPath(one), let other = realPath(other) else { return false }
        return (one + "/").hasPrefix(other + "/") || (other + "/").hasPrefix(one + "/")
    }

    /// Whether a git directory names a folder as its own: `gitdir` of a linked worktree, `core.worktree` of a submodule.
    private static func names(_ folder: RepositoryFolder, _ given: String) throws(WorkerFault) -> Bool {
        let config = try lines(of: "config", in: folder).filter { $0.hasPrefix("worktree") }.compactMap { line in
            line.split(separator: "=", maxSplits: 1).last.map { $0.trimmingPrefix { $0 == " " } }
        }
        // What a worktree names is its file `.git`.
        let gitdir = try lines(of: "gitdir", in: folder).prefix(1).map { ($0 + "/..").replacing("/.git/..", with: "") }
        guard let given = realPath(given) else { return false }
        return (gitdir + config.map(String.init)).contains { realPath(folder.absolute($0)) == given }
    }

    /// The lines of a short file without blanks before them; none where there is no such file.
    private static func lines(of name: String, in folder: RepositoryFolder) throws(WorkerFault) -> [String] {
        let bytes = try folder.content(of: name, limit: longest) ?? []
        return bytes.split { $0 == 10 || $0 == 13 }.map {
            String(decoding: $0.drop { $0 == 9 || $0 == 32 }, as: UTF8.self)
        }
    }

    /// Sees to it that a part of a git directory is there and of its kind.
    private static func check(_ name: String, of folder: RepositoryFolder, is wanted: mode_t) throws(WorkerFault) {
        let path = folder.absolute(name)
        switch try folder.kind(of: name) {
        case wanted: return
        case S_IFLNK: throw WorkerFault(.leadsOutside, "\(path) is a symbolic link; copy the real repository")
        case let found? where wanted == S_IFREG && found != S_IFDIR: throw RepositoryFolder.notRegular(path)
        default:
            let detail = "has no file HEAD and no folders objects and refs of git; name a clone or its `.git`"
            throw WorkerFault(.notARepository, detail)
        }
    }

    /// The path that a file holds, made absolute.
    private static func path(
        in name: String,
        of folder: RepositoryFolder,
        after mark: String
    ) throws(WorkerFault) -> String {
        guard let line = try lines(of: name, in: folder).first, line.hasPrefix(mark), line != mark else {
            let file = folder.absolute(name)
            throw WorkerFault(.leadsOutside, "\(file) names no git directory; name the repository itself")
        }
        return folder.absolute(String(line.dropFirst(mark.count)))
    }
}

extension RepositoryPlace {
    /// What an origin on this machine may consist of, wherever git finds it by that name, and the folders of objects that
    /// it borrows from; nothing for an empty name.
    public static func folders(ofOrigin name: String) -> [String] {
        guard !name.isEmpty else { return [] }
        return [name, name + ".git"].flatMap { path in
            do throws(WorkerFault) {
                let place = try RepositoryPlace(path)
                return try [path, path + "/.git", place.folder, place.common] + lenders(to: place.common + "/objects")
            } catch {
                return [path, path + "/.git"]
            }
        }
    }

    /// The folders of objects that a folder of objects borrows from, and those that these do.
    private static func lenders(to objects: String) throws(WorkerFault) -> [String] {
        var folders = [objects]
        var next = 0
        while next < folders.count, folders.count <= mostLenders {
            let folder = try RepositoryFolder(folders[next])
            for name in try lines(of: "info/alternates", in: folder).prefix(mostLenders) {
                let path = folder.absolute(name)
                let hasPacks = try folder.kind(of: path + "/pack") == S_IFDIR
                if hasPacks, !folders.contains(path) { folders.append(path) }
            }
            next += 1
        }
        return Array(folders.dropFirst())
    }

    private static let mostLenders = 64
}

#if os(Linux)
    internal import Glibc

    /// The folders that a repository consists of.
    enum RepositoryFolders {
        /// A repository's own folder, and where a file `.git` in its place leads: that of a linked worktree or a submodule
        /// names the git directory, and one there names what it shares with the repository itself.
        ///
        /// Only what looks like a git directory is among them: the file may be anyone's, and what is named is opened.
        static func of(_ repository: String) -> [String] {
            let mark = "gitdir: "
            guard let line = lines(of: repository + "/.git").first, line.hasPrefix(mark) else { return [repository] }
            let folder = absolute(String(line.dropFirst(mark.count)), from: repository)
            let common = lines(of: folder + "/commondir").first.map { absolute($0, from: folder) }
            let parts = common.map { holds("/HEAD", S_IFREG, in: folder) && isGitFolder($0) } ?? isGitFolder(folder)
            return parts ? [repository, folder] + (common.map { [$0] } ?? []) : [repository]
        }

        /// The folders of objects that a repository's own folder of objects borrows from, and those that these do.
        static func lenders(to objects: String) -> [String] {
            var folders = [objects]
            var next = 0
            while next < folders.count, folders.count <= mostLenders {
                let named = lines(of: folders[next] + "/info/alternates").prefix(mostLenders)
                let more = named.map { absolute($0, from: folders[next]) }
                folders += more.filter { !folders.contains($0) && holds("/pack", S_IFDIR, in: $0) }
                next += 1
            }
            return Array(folders.dropFirst())
        }

        private static let mostLenders = 64

        private static func absolute(_ path: String, from folder: String) -> String {
            path.hasPrefix("/") ? path : folder + "/" + path
        }

        private static func isGitFolder(_ folder: String) -> Bool {
            holds("/HEAD", S_IFREG, in: folder) && holds("/objects", S_IFDIR, in: folder)
                && holds("/refs", S_IFDIR, in: folder)
        }

        private static func holds(_ name: String, _ kind: mode_t, in folder: String) -> Bool {
            var status = stat()
            return unsafe lstat(folder + name, &status) == 0 && status.st_mode & S_IFMT == kind
        }

        /// The lines of a short regular file; none where there is no such file.
        private static func lines(of path: String) -> [String] {
            let file = unsafe openat(AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { return [] }
            defer { close(file) }
            var status = stat()
            guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
            var text = [UInt8](repeating: 0, count: 64 << 10)
            let count = unsafe read(file, &text, text.count)
            return text.prefix(max(0, count)).split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
        }
    }
#endif

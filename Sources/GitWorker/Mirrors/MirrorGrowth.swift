internal import Platform
internal import WorkerProtocol

/// What an update adds to a mirror, in the sum of its files, against what it may.
///
/// The system limits each file; a fetch writes several: packs, their indexes, layers of the commit-graph, tags.
struct MirrorGrowth {
    private let path: String
    private let most: Int
    private let before: [String: Int]
    private let size: Int

    private static let graphs = "/objects/info/commit-graphs"
    private static let deepest = 8

    /// What is there before an update that may take so many bytes of the disk.
    init(_ path: String, most: Int) {
        self.path = path
        self.most = most
        before = MirrorGrowth.files(below: path)
        size = before.values.reduce(0, +)
    }

    /// Whether it has grown by all that it may: a file that the system has cut off at the limit is as long as that, and
    /// git does not always report why its program ended.
    var isOver: Bool {
        MirrorGrowth.files(below: path).values.reduce(0, +) - size >= most
    }

    /// Whether there is room for a second copy of what was there before.
    var hasRoomForCopy: Bool { size <= most }

    /// Removes what came, which nothing may refer to any more; true if the commit-graph is gone with it, for its new
    /// layers may have taken the place of old ones.
    func undo() -> Bool {
        let now = MirrorGrowth.files(below: path)
        let (old, new) = (before.keys.filter(isGraph), now.keys.filter(isGraph))
        let isRewritten = Set(old) != Set(new)
        for file in now.keys where before[file] == nil || isRewritten && isGraph(file) { unsafe unlink(file) }
        return isRewritten
    }

    private func isGraph(_ file: String) -> Bool { file.hasPrefix(path + MirrorGrowth.graphs) }

    /// The bytes on the disk of each file below a folder, links and what is not a file skipped.
    private static func files(below folder: String, depth: Int = 0) -> [String: Int] {
        guard depth < deepest, let names = folderNames(folder) else { return [:] }
        var files: [String: Int] = [:]
        for name in names {
            let place = folder + "/" + name
            var status = stat()
            guard unsafe lstat(place, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: files[place] = Int(status.st_blocks) * 512
            case S_IFDIR: files.merge(MirrorGrowth.files(below: place, depth: depth + 1)) { $1 }
            default: break
            }
        }
        return files
    }
}

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What pruning an archive drops, or would.
public struct ArchivePruning: Sendable {
    /// The files that are dropped.
    public internal(set) var files: [String] = []
    /// Their bytes on disk.
    public internal(set) var bytes = 0
    /// How many files are as old and stay, because something needs them.
    public internal(set) var needed = 0

    init() {}
}

extension Archive {
    /// Drops the answers from before a moment that nothing needs, file by file, then their lines of the index; one that was
    /// ended is finished by another.
    ///
    /// - Parameters:
    ///   - time: the moment, as entries have it.
    ///   - isDry: whether nothing is dropped.
    ///   - isNeeded: whether the file at a path has to stay.
    /// - Returns: what was dropped, or would be.
    /// - Throws: `InputError` or `OutputError` when the archive cannot be read or written, and what `isNeeded` throws.
    public func prune(before time: String, isDry: Bool, isNeeded: (String) throws -> Bool) throws -> ArchivePruning {
        let all = try entries { _ in true }
        let young = Set(all.filter { $0.time >= time }.map(\.file))
        var pruning = ArchivePruning()
        var dropped: Set<String> = []
        var judged: Set<String> = []
        for entry in all where entry.time < time && !young.contains(entry.file) {
            let path = path(of: entry)
            guard judged.insert(entry.file).inserted else { continue }
            let status = FileStatus(path, followingLinks: false)
            guard Archive.isInside(entry.file), let status, status.kind == .regular else {
                // What is gone already needs no line.
                dropped.insert(entry.file)
                continue
            }
            if try isNeeded(path) {
                pruning.needed += 1
                continue
            }
            pruning.files.append(path)
            pruning.bytes += status.size
            dropped.insert(entry.file)
        }
        guard !isDry, !dropped.isEmpty else { return pruning }
        for path in pruning.files where unsafe unlink(path) != 0 && errno != ENOENT {
            throw InputError(.unreadable, path: path, detail: "cannot be removed (\(systemError())); see to the folder")
        }
        let lines = all.filter { !dropped.contains($0.file) }.map { $0.line + "\n" }.joined()
        try OutputPlace(folder + "/" + Archive.indexName, reading: []).replace(with: Array(lines.utf8))
        return pruning
    }

    /// Whether a line of the index names a file below its folder.
    private static func isInside(_ file: String) -> Bool {
        !file.isEmpty && !file.hasPrefix("/") && !file.split(separator: "/").contains("..")
    }
}

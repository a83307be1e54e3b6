internal import Foundation

/// The files that paths name: themselves, and all regular files below folders, in byte order of their paths.
///
/// Hidden files and links below folders are passed over, so that a folder's content alone decides. A path that does
/// not exist stays in the list, so that opening it tells why. Some folders are
/// an input as a whole, such as clones among commits.
struct InputList {
    /// The files, each once.
    let files: [String]
    /// Folders without any file.
    let emptyFolders: [String]

    /// - Parameters:
    ///   - paths: files and folders.
    ///   - isWhole: whether a folder is an input as a whole.
    init(_ paths: [String], isWhole: (String) -> Bool) {
        var files: [String] = []
        var empty: [String] = []
        for path in paths {
            guard InputList.isFolder(path), !isWhole(path) else {
                files.append(path)
                continue
            }
            let below = InputList.files(below: path, isWhole)
            if below.isEmpty { empty.append(path) }
            files += below
        }
        var seen: Set<String> = []
        self.files = files.filter { seen.insert($0).inserted }
        emptyFolders = empty
    }

    /// The bytes of each file that can be looked at; nil for a long list, of which it is not worth while, and for
    /// clones, which have none.
    var sizes: [Int]? {
        guard files.count <= 64, !files.contains(where: InputList.isFolder) else { return nil }
        return files.compactMap { path in
            var status = stat()
            return stat(path, &status) == 0 ? Int(status.st_size) : nil
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func files(below folder: String, _ isWhole: (String) -> Bool) -> [String] {
        let root = URL(fileURLWithPath: folder, isDirectory: true)
        let keys: Set<URLResourceKey> = [.isRegularFileKey, .isSymbolicLinkKey]
        guard
            let walk = FileManager.default.enumerator(
                at: root,
                includingPropertiesForKeys: Array(keys),
                options: [.skipsHiddenFiles]
            )
        else { return [] }
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        let skipped = root.standardizedFileURL.path.utf8.count + 1
        var found: [String] = []
        for case let url as URL in walk {
            let path = url.standardizedFileURL.path
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            let isInput = status.st_mode & S_IFMT == S_IFDIR && isWhole(path)
            if isInput { walk.skipDescendants() }
            guard isInput || status.st_mode & S_IFMT == S_IFREG else { continue }
            found.append(prefix + String(decoding: Array(path.utf8.dropFirst(skipped)), as: UTF8.self))
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

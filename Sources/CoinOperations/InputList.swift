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

    /// The files below a folder, which are read name by name: a URL for each costs more than most pages to load.
    private static func files(below folder: String, _ isWhole: (String) -> Bool) -> [String] {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        var found: [String] = []
        // A folder's name ends with a stroke, so that what lies below it stands where the order of paths wants it.
        for name in names(in: folder) {
            let path = prefix + name
            let isFolder = name.hasSuffix("/")
            if isFolder, isWhole(String(path.dropLast())) {
                found.append(String(path.dropLast()))
            } else if isFolder {
                found += files(below: path, isWhole)
            } else {
                found.append(path)
            }
        }
        return found
    }

    /// The names of the regular files in a folder, and of the folders with a stroke behind them, in byte order; none of
    /// what is no folder.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            var kind = Int32(entry.pointee.d_type)
            if kind == DT_UNKNOWN {
                var status = stat()
                guard fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
                kind = Int32(status.st_mode & S_IFMT) >> 12
            }
            if kind == DT_REG { names.append(name) }
            if kind == DT_DIR { names.append(name + "/") }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

internal import CoinModel
internal import CoinStore
internal import Foundation
internal import RawInput

/// The files that paths name: themselves, and all regular files below folders, in byte order of their paths.
///
/// Hidden files and links below folders are skipped, so that a folder's content alone decides. A path that does
/// not exist stays in the list, so that opening it reports why. Some folders are
/// an input as a whole, such as clones among commits.
struct InputList {
    /// The files, each once.
    let files: [String]
    /// What the folders among them hold, each as one input.
    let folders: [String: LoadKind]
    /// Folders without any file.
    let emptyFolders: [String]
    /// The files of the store among them, which are not inputs.
    let storeFiles: [String]

    /// - Parameters:
    ///   - paths: files and folders.
    ///   - store: the files of the store, whatever names lead to them: closing any descriptor of one would drop the locks
    ///     that this process has on it.
    ///   - kind: what a folder holds that is an input as a whole, given the names in it; nil for others.
    init(_ paths: [String], store: [String], kind: @Sendable (_ folder: String, _ names: [String]) -> LoadKind?) {
        var files: [String] = []
        var folders: [String: LoadKind] = [:]
        var empty: [String] = []
        for path in paths {
            let found = InputList.isFolder(path) ? InputList.found(at: path, kind) : [(path, nil)]
            if found.isEmpty { empty.append(path) }
            for (path, kind) in found {
                files.append(path)
                if let kind { folders[path] = kind }
            }
        }
        var seen = Set<String>(minimumCapacity: paths.count > 1 ? files.count : 0)
        if paths.count > 1 { files = files.filter { seen.insert($0).inserted } }
        let own = Set(store.compactMap { FileStatus($0) })
        let isOwn = own.isEmpty ? { _ in false } : { (path: String) in FileStatus(path).map(own.contains) ?? false }
        storeFiles = files.filter(isOwn)
        self.files = storeFiles.isEmpty ? files : files.filter { !isOwn($0) }
        self.folders = folders
        emptyFolders = empty
    }

    /// The bytes of each file with a status; nil for a long list, where it is not worth while, and for
    /// clones, which have none.
    var sizes: [Int]? {
        guard files.count <= 64, !files.contains(where: InputList.isFolder) else { return nil }
        return files.compactMap { FileStatus($0)?.size }
    }

    private static func isFolder(_ path: String) -> Bool { FileStatus(path)?.kind == .folder }

    /// What is found in a folder: itself, where it is an input, or what lies below it.
    ///
    /// Names are read, not URLs, which cost more than most pages to load, and those of a folder once; many folders are
    /// shared out among the cores, for no file is read before all are listed.
    private static func found(
        at folder: String,
        _ kind: @Sendable (String, [String]) -> LoadKind?
    ) -> [(path: String, kind: LoadKind?)] {
        let names = names(in: folder)
        if let kind = kind(folder, names) { return [(folder, kind)] }
        let prefix = folder.utf8.last == stroke ? folder : folder + "/"
        // A folder's name ends with a stroke, so that what lies below it stands where the order of paths wants it.
        let parts = min(max(1, names.count { $0.utf8.last == stroke }), 16)
        return onAllCores(parts: parts) { part in
            share(part, of: parts, count: names.count).flatMap { index in
                let name = names[index]
                return name.utf8.last == stroke
                    ? found(at: prefix + name.dropLast(), kind) : [(path: prefix + name, kind: nil)]
            }
        }
    }

    private static let stroke = UInt8(ascii: "/")

    /// The names of the regular files in a folder, and of the folders with a stroke behind them, in byte order; none of
    /// what is not a folder.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.utf8.first != UInt8(ascii: ".") else { continue }
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

/// The parts of an archive by what is asked of live sources; the other folders in it hold commits.
enum ArchivePart {
    static let (market, coins, global, images, articles) = ("market", "coins", "global", "images", "articles")
    /// What is asked about the use of coins has a part each.
    static let ofUse = UseQuestion.allCases.map(\.rawValue)
    /// All that live sources are asked, but for images.
    static let live = [market, coins, global, articles] + ofUse

    /// What of an archive is loaded where one kind of input is asked for.
    ///
    /// A list of coins or details make a universe, so it is loaded only where that is asked for.
    static func isLoaded(_ folder: String, as kind: LoadKind?) -> Bool {
        switch folder {
        case market, global: kind == nil || kind == .market
        case _ where ofUse.contains(folder): kind == nil || kind == .market
        case coins: kind == .coins
        case articles: false
        default: kind == nil || kind == .commits
        }
    }
}

extension LoadRequest {
    /// The paths with the parts of archives in their places that hold what is asked for.
    var places: [String] {
        paths.flatMap { path in
            guard Archive.exists(in: path) else { return [path] }
            let folder = path.hasSuffix("/") ? path : path + "/"
            let parts = InputList.names(in: path).filter { $0.hasSuffix("/") }.map { String($0.dropLast()) }
            let loaded = parts.filter { ArchivePart.isLoaded($0, as: kind) }
            return loaded.count == parts.count ? [path] : loaded.map { folder + $0 }
        }
    }
}

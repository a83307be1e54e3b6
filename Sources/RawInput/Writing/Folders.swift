internal import Platform

/// A path behind all links that its last name is; what it leads to need not exist.
///
/// - Throws: `OutputError` for a loop of links, or one to a name that is not a text.
func followedPath(_ path: String) throws(OutputError) -> String {
    var place = path
    for _ in 0..<40 {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard unsafe readlink(place, &target, target.count - 1) > 0 else { return place }
        let bytes = target.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let detail = "is a link to a name that is not UTF-8; name another file"
            throw OutputError(.notWritable, path: path, detail: detail)
        }
        place = text.hasPrefix("/") ? text : splitPath(place).folder + "/" + text
    }
    throw OutputError(.notWritable, path: path, detail: "is a loop of links; name a regular file")
}

/// A path to compare others with: absolute and without links, as far as it exists.
func comparablePath(_ path: String) -> String {
    if let real = unsafe realpath(path, nil) {
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
    let (folder, name) = splitPath(path)
    guard folder != path else { return path }
    let base = comparablePath(folder)
    return base == "/" ? "/" + name : base + "/" + name
}

/// A path's folder and its last name.
func splitPath(_ path: String) -> (folder: String, name: String) {
    var names = path[...]
    while names.count > 1, names.last == "/" { names.removeLast() }
    guard let slash = names.lastIndex(of: "/") else { return (".", String(names)) }
    let name = String(names[names.index(after: slash)...])
    return (slash == names.startIndex ? "/" : String(names[..<slash]), name)
}

/// Makes a folder and those that it lies in, and brings their names to disk.
func makeFolder(_ folder: String, for path: String, isPrivate: Bool = false) throws(OutputError) {
    let mode: mode_t = isPrivate ? 0o700 : 0o777
    guard unsafe mkdir(folder, mode) != 0 else { return try syncFolder(splitPath(folder).folder, for: path) }
    switch errno {
    case EEXIST: return
    case ENOENT where folder.contains("/"):
        let outer = splitPath(folder).folder
        try makeFolder(outer, for: path, isPrivate: isPrivate)
        // It is missing still where the name of the outer one is a link that leads nowhere.
        guard unsafe mkdir(folder, mode) == 0 || errno == EEXIST else { throw unmade(folder, for: path) }
        try syncFolder(outer, for: path)
    default: throw unmade(folder, for: path)
    }
}

private func unmade(_ folder: String, for path: String) -> OutputError {
    OutputError(failure: path, "has no folder, for \(folder) could not be made")
}

/// Brings the names in a folder to disk.
func syncFolder(_ folder: String, for path: String) throws(OutputError) {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
        // A folder may allow to be written into, but not to be listed.
        guard errno != EACCES else { return }
        throw OutputError(failure: path, "has its name, but \(folder) could not be opened")
    }
    defer { close(descriptor) }
    // Some file systems have nothing to bring to disk for a folder.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
        throw OutputError(failure: path, "has its name, but \(folder) could not be brought to disk")
    }
}

extension OutputError {
    /// What the operating system just refused, by `errno`.
    init(failure path: String, _ what: String, code: CInt = errno) {
        let detail = "\(what) (\(systemError(code))); see to the folder, or name another file"
        self.init(.failed, path: path, detail: detail)
    }
}

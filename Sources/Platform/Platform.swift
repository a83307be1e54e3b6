// The C library of the platform, whose name differs from system to system, for all modules that call it.
#if canImport(Glibc)
    @_exported public import Glibc
#else
    @_exported public import Darwin
#endif

/// The names in a folder but its own and its parent's, in no certain order; nil where it cannot be opened.
public func folderNames(_ path: String) -> [String]? {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return descriptor < 0 ? nil : folderNames(of: descriptor)
}

/// The same of an open folder, which is closed then; further names than so many are left out.
public func folderNames(of descriptor: CInt, most: Int = .max) -> [String]? {
    guard let stream = unsafe fdopendir(descriptor) else {
        close(descriptor)
        return nil
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while names.count < most, let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
            unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

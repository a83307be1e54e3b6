internal import Foundation
internal import GRDB

/// A store in the making, beside the place that it is meant for: a name that exists is complete.
///
/// What is not put in its place is removed, by this process or, if that dies, by the next command on the place.
public struct StoreDraft: ~Copyable {
    /// The file to make; it is there and empty.
    public let path: String
    /// The file whose place it takes; links are followed, so that they stay.
    public let target: String

    /// Open as long as the draft is there, with a lock that says so.
    private let descriptor: Int32

    /// A draft for a place; the folder of the place is made if it is missing.
    ///
    /// - Throws: `StoreError` when the folder or the file cannot be made, or when a journal lies beside the place: SQLite
    ///   would undo the new file by it.
    public init(for target: String) throws(StoreError) {
        let place = URL(fileURLWithPath: target).resolvingSymlinksInPath().path
        let draft = "\(place)\(Leftovers.infix)\(getpid())"
        try Store.makeFolder(of: target)
        Leftovers.remove(beside: target)
        guard !FileManager.default.fileExists(atPath: place + Leftovers.journal) else {
            throw StoreError(
                .failed,
                path: target,
                detail: "has the journal of an unfinished write beside it, which would spoil the new file; "
                    + "name another file"
            )
        }
        let held = StoreDraft.makeHeld(draft)
        guard held >= 0 else {
            let reason = unsafe String(cString: strerror(errno))
            throw StoreError(
                .readOnly,
                path: target,
                detail: "could not be written beside (\(reason)); name another file"
            )
        }
        (self.target, path, descriptor) = (place, draft, held)
        Interruption.beginWriting()
    }

    /// Makes an empty file with a lock that says that this process holds it; below zero where the system refuses.
    private static func makeHeld(_ path: String) -> Int32 {
        for file in [path, path + Leftovers.journal] { _ = unsafe unlink(file) }
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return descriptor }
        close(descriptor)
        return -1
    }

    deinit {
        for file in [path, path + Leftovers.journal] { _ = unsafe unlink(file) }
        close(descriptor)
        Interruption.endWriting()
    }

    /// Makes an empty store of it.
    ///
    /// - Throws: `StoreError` when the disk refuses.
    public borrowing func makeStore() throws(StoreError) {
        let path = path
        try Store.translating(path) {
            let queue = try Store.open(path, .write, 0, expecting: .emptyFile)
            try queue.write { try Schema.create($0) }
            try queue.close()
        }
    }

    /// Takes a place in the folder: the file there, if any, is replaced as a whole and lends its permissions.
    ///
    /// Nothing in this process may have the draft open.
    ///
    /// - Parameters:
    ///   - place: the place; the target, or a name beside it.
    ///   - kept: the name that the file there gets, from a file that may have it; nil to let it go.
    /// - Throws: `StoreError` when the disk refuses; then the file there is untouched.
    public borrowing func put(at place: String, keepingOldAs kept: String? = nil) throws(StoreError) {
        do {
            if FileManager.default.fileExists(atPath: place) {
                let mode = try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions]
                if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path) }
                if let kept {
                    // A second name, so that a file of the old one is there at every moment.
                    _ = unsafe unlink(kept)
                    try FileManager.default.linkItem(atPath: place, toPath: kept)
                }
            }
            guard unsafe rename(path, place) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            try syncFolder()
        } catch {
            throw StoreError(.disk, path: place, detail: "could not get its name (\(error.localizedDescription))")
        }
    }

    /// Takes the target's place if nothing is there; else what is there stays.
    ///
    /// - Throws: `StoreError` when the disk refuses.
    borrowing func putIfAbsent() throws(StoreError) {
        do {
            // Some disks have no second names.
            if unsafe link(path, target) != 0 && errno != EEXIST && rename(path, target) != 0 {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            try syncFolder()
        } catch {
            throw StoreError(.disk, path: target, detail: "could not be made (\(error.localizedDescription))")
        }
    }

    /// Has the disk keep the names that were given.
    private borrowing func syncFolder() throws {
        let folder = unsafe open(Store.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}

extension Store {
    /// Makes the folder that a file is to lie in.
    static func makeFolder(of path: String) throws(StoreError) {
        let folder = Store.folder(of: path)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw StoreError(
                .readOnly,
                path: path,
                detail: "lies in \(folder), which could not be made (\(error.localizedDescription)); name another file"
            )
        }
    }

    /// Whether there is the folder that a file is to lie in.
    static func hasFolder(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder(of: path))
    }

    /// The folder as the path names it.
    static func folder(of path: String) -> String {
        // Foundation of Swift 6.3 on Linux traps over a path of one letter.
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

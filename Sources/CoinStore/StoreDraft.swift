internal import Foundation

/// A store in the making, beside the place that it is meant for: a name that exists is complete.
///
/// What is not put in its place is removed.
public struct StoreDraft: ~Copyable {
    /// The file to make; nothing is there yet.
    public let path: String
    /// The file whose place it takes; links are followed, so that they stay.
    public let target: String

    /// A draft for a place; the folder of the place is made if it is missing.
    ///
    /// - Throws: `StoreError` when the folder cannot be made, or when a journal lies beside the place: SQLite would undo
    ///   the new file by it.
    public init(for target: String) throws(StoreError) {
        self.target = URL(fileURLWithPath: target).resolvingSymlinksInPath().path
        path = "\(self.target).part-\(ProcessInfo.processInfo.processIdentifier)"
        try Store.makeFolder(of: target)
        guard !FileManager.default.fileExists(atPath: self.target + StoreDraft.journal) else {
            throw StoreError(
                .failed,
                path: target,
                detail: "has the journal of an unfinished write beside it, which would spoil the new file; "
                    + "name another file"
            )
        }
        remove()
    }

    deinit { remove() }

    /// Takes a place in the folder: the file there, if any, is replaced as a whole and lends its permissions.
    ///
    /// Nothing in this process may have the draft open.
    ///
    /// - Parameters:
    ///   - place: the place; the target, or a name beside it.
    ///   - kept: the name that the file there gets, from a file that may have it; nil to let it go.
    /// - Throws: `StoreError` when the disk refuses; then the file there is untouched.
    public func put(at place: String, keepingOldAs kept: String? = nil) throws(StoreError) {
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
        } catch {
            throw StoreError(.disk, path: place, detail: "could not get its name (\(error.localizedDescription))")
        }
    }

    private func remove() {
        for file in [path, path + StoreDraft.journal] { _ = unsafe unlink(file) }
    }

    /// What SQLite keeps beside a file while it is written.
    private static let journal = "-journal"
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

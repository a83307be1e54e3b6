public import CoinModel
internal import Foundation
internal import GRDB

/// A store in the making, beside the place that it is meant for: a name that exists is complete.
///
/// It is a hidden file, locked as long as this process lives. What is not put in its place is removed, by this process
/// or, if that dies, by the next command on the place.
public struct StoreDraft: ~Copyable {
    /// The file to make; it is there and empty.
    public let path: String
    /// The file whose place it takes, behind all links, so that they stay.
    public let target: String

    /// Open as long as the draft is there, with a lock that says so.
    private let descriptor: Int32
    /// Whose permissions and owner it gets where nothing is replaced.
    private let model: FileOwnership?

    /// A draft for a place, as secret as the store that it is made of, nil for a new one; the folder is made if it is
    /// missing, and a journal beside the place, by which SQLite would undo the new file, refuses it.
    public init(for target: String, copying source: String? = nil) throws(StoreError) {
        let place = try StorePlace(target)
        try place.makeFolder()
        StaleTemporaryFiles.remove(beside: target)
        try place.refuseJournal()
        let model = source.flatMap(FileOwnership.init)
        let isSecret = model != nil || FileOwnership(place.path) != nil
        guard let draft = StoreDraft.makeLocked(StaleTemporaryFiles.draft(for: place), isSecret ? 0o600 : 0o644) else {
            let reason = unsafe String(cString: strerror(errno))
            let detail = "no file could be written next to it (\(reason)); name another file"
            throw StoreError(.readOnly, at: target, detail)
        }
        self.target = place.path
        self.model = model
        (path, descriptor) = draft
        Interruption.beginWriting()
    }

    /// Makes an empty file with a lock that says that this process holds it; nil where the system refuses.
    private static func makeLocked(_ start: String, _ mode: mode_t) -> (path: String, descriptor: Int32)? {
        for attempt in 0..<100 {
            // Processes of several containers may have one number.
            let path = attempt == 0 ? start : "\(start)-\(attempt)"
            if StorePlace.exists(path + StorePlace.journal) { continue }
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
            guard descriptor >= 0 else {
                if errno == EEXIST { continue }
                return nil
            }
            // Another process may have taken it for a left-over before it was locked.
            if flock(descriptor, LOCK_EX) == 0, StaleTemporaryFiles.isNamed(path, descriptor) {
                return (path, descriptor)
            }
            close(descriptor)
        }
        return nil
    }

    deinit {
        // Once it is put in its place, its name may be another's.
        if StaleTemporaryFiles.isNamed(path, descriptor) {
            for file in [path + StorePlace.journal, path] { _ = unsafe unlink(file) }
        }
        close(descriptor)
        Interruption.endWriting()
    }

    /// Makes an empty store of it.
    public borrowing func makeStore() throws(StoreError) {
        let path = path
        try StoreError.translating(target, madeIn: path) {
            let queue = try StoreFile.open(path, readOnly: false, wait: 0, as: .emptyFile)
            try queue.write { try Schema.create($0) }
            try queue.close()
        }
    }

    /// Takes a place in the folder, the target or a name beside it, as a whole: the file there lends its permissions
    /// and its owner, and gets the name `kept`, nil to let it go, whose file may be replaced if `replacing`; where it
    /// fails, the file there is untouched.
    public borrowing func put(
        at named: String,
        keepingOldAs oldPath: String? = nil,
        replacing: Bool = false
    ) throws(StoreError) {
        // Nothing in this process may have the draft open.
        let file = try StorePlace(named)
        try file.refuseJournal()
        let place = file.path
        do {
            if let lender = FileOwnership(place) ?? model { try lender.lend(to: descriptor) }
            if let oldPath, !StorePlace.isSame(oldPath, place) {
                if replacing { _ = unsafe unlink(oldPath) }
                // A second name, so that a file of the old one is there at every moment.
                guard unsafe link(place, oldPath) == 0 else { throw POSIXError.last }
            }
            guard unsafe rename(path, place) == 0 else { throw POSIXError.last }
            try syncFolder()
        } catch {
            throw StoreError(disk: place, "could not get its name (\(error.localizedDescription))")
        }
    }

    /// Takes the target's place if nothing is there; else what is there stays.
    borrowing func putIfAbsent() throws(StoreError) {
        do {
            // Some disks have no second names.
            if unsafe link(path, target) != 0 && errno != EEXIST && rename(path, target) != 0 { throw POSIXError.last }
            try syncFolder()
            guard StorePlace.exists(target) else { throw POSIXError.last }
        } catch {
            throw StoreError(disk: target, "could not be made (\(error.localizedDescription))")
        }
    }

    /// Has the disk keep the names that were given.
    private borrowing func syncFolder() throws {
        let folder = unsafe open(StorePlace.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw POSIXError.last }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw POSIXError.last }
    }
}

/// Who may do what with a file.
private struct FileOwnership {
    private let mode: mode_t
    private let owner: uid_t
    private let group: gid_t

    /// That of the file at a path, links followed; nil where there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        (mode, owner, group) = (status.st_mode & 0o7777, status.st_uid, status.st_gid)
    }

    /// Gives it to a file that takes the place of this one, or is a copy of it.
    func lend(to descriptor: Int32) throws {
        if fchown(descriptor, owner, group) != 0 {
            // Only root may give a file away; others keep what they make, in a group that they are in.
            guard geteuid() != 0 else { throw POSIXError.last }
            _ = fchown(descriptor, uid_t.max, group)
        }
        guard fchmod(descriptor, mode) == 0 else { throw POSIXError.last }
    }
}

extension POSIXError {
    /// What the operating system just refused, by `errno`.
    fileprivate static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

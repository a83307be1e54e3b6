internal import Platform

/// A file in the making, beside the place that it is meant for: a name that exists is complete.
///
/// It is a hidden file, locked as long as this process lives, so that whoever writes into the folder next can tell
/// what a dead process left behind, and remove it. What is not put in its place is removed.
struct FileDraft: ~Copyable {
    private let target: OutputPlace
    private let folder: String
    /// Where it is until then.
    let draft: String
    private let descriptor: CInt

    /// What stands between the name of the file and the number of the process.
    private static let mark = ".assay-part-"

    /// A draft for a place, whose folder is made if it is missing.
    ///
    /// - Throws: `OutputError` when the folder or the file cannot be made.
    init(for target: OutputPlace) throws(OutputError) {
        let (folder, name) = splitPath(target.place)
        try makeFolder(folder, for: target.path, isPrivate: target.isPrivate)
        FileDraft.removeRemains(in: folder)
        // A long name leaves no room for the mark and the number.
        let stem = String(decoding: name.utf8.prefix(100), as: UTF8.self)
        let start = "\(folder)/.\(stem)\(FileDraft.mark)\(getpid())"
        var attempt = 0
        while true {
            let draft = attempt == 0 ? start : "\(start)-\(attempt)"
            // What replaces a file may be as secret as it is.
            let mode: mode_t = target.identity == nil && !target.isPrivate ? 0o666 : 0o600
            let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            if descriptor >= 0 {
                // Another process may have taken it for a remain before it was locked.
                _ = FileLock.take(descriptor, .exclusive, wait: .infinity)
                if FileDraft.isNamed(draft, descriptor) {
                    self.target = target
                    self.folder = folder
                    self.draft = draft
                    self.descriptor = descriptor
                    return
                }
                close(descriptor)
            } else if errno != EEXIST || attempt > 99 {
                throw OutputError(failure: target.path, "could not be begun next to its place")
            }
            attempt += 1
        }
    }

    deinit {
        // Once it is in its place, its name may be another's.
        if FileDraft.isNamed(draft, descriptor) { unsafe unlink(draft) }
        close(descriptor)
    }

    /// Whether a path names the file of a descriptor.
    private static func isNamed(_ path: String, _ descriptor: CInt) -> Bool {
        FileStatus(path).map { $0 == FileStatus(descriptor: descriptor) } ?? false
    }

    /// Takes these bytes behind those that it has.
    ///
    /// - Throws: `OutputError` when the disk refuses.
    func append(_ bytes: [UInt8]) throws(OutputError) { try target.write(bytes, to: descriptor) }

    /// Takes its place with its bytes: the file there, if any, is replaced as a whole and lends its owner and, unless the new
    /// one is for its owner alone, its permissions.
    ///
    /// - Throws: `OutputError` when the disk refuses; then the file there is untouched.
    consuming func publish() throws(OutputError) {
        if let old = target.identity {
            if fchown(descriptor, old.owner, old.group) != 0 {
                // Only root may give a file away; others keep what they make, in a group that they are in.
                guard geteuid() != 0 else {
                    throw OutputError(failure: target.path, "could not get the owner of the file there")
                }
                _ = fchown(descriptor, uid_t.max, old.group)
            }
            guard fchmod(descriptor, mode_t(target.isPrivate ? 0o600 : old.mode)) == 0 else {
                throw OutputError(failure: target.path, "could not get the permissions of the file there")
            }
        }
        guard fsync(descriptor) == 0 else { throw OutputError(failure: target.path, "could not be brought to disk") }
        guard unsafe rename(draft, target.place) == 0 else {
            throw OutputError(failure: target.path, "could not get its name")
        }
        try syncFolder(folder, for: target.path)
    }

    /// Removes the drafts that dead processes left in a folder; what cannot be examined stays.
    private static func removeRemains(in folder: String) {
        for name in folderNames(folder) ?? [] where isDraft(name) {
            let path = folder + "/" + name
            let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            // Its process holds the lock as long as it lives; before it was had, the name may have become another's.
            if FileStatus(descriptor: descriptor)?.kind == .regular, FileLock.take(descriptor, .exclusive, wait: 0),
                isNamed(path, descriptor)
            {
                unsafe unlink(path)
            }
            close(descriptor)
        }
    }

    private static func isDraft(_ name: String) -> Bool {
        guard name.hasPrefix("."), let mark = name.ranges(of: mark).last else { return false }
        let number = name[mark.upperBound...]
        return !number.isEmpty && number.allSatisfy { "0123456789-".contains($0) }
    }
}

/// Writes all bytes to a descriptor; false when the system refuses, with `errno`.
func put(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

extension OutputPlace {
    /// What writing a file came to.
    public enum Outcome: Hashable, Sendable {
        /// It holds just these bytes already and was left untouched.
        case unchanged
        /// It was written; so many other names (hard links) of the file that was there keep the old content.
        case written(otherNames: Int)
    }

    /// Puts bytes in the place: a file is either the old one or the whole new one.
    ///
    /// The new file is written beside its place, brought to disk and renamed, and its folder brought to disk.
    ///
    /// - Throws: `OutputError` when the system refuses; the file there is as it was.
    @discardableResult
    public func replace(with bytes: [UInt8]) throws(OutputError) -> Outcome {
        guard !isStandardOutput else {
            try write(bytes, to: 1)
            return .written(otherNames: 0)
        }
        guard !isCurrent(bytes) else { return .unchanged }
        if let marked {
            try makeFolder(marked, for: path, isPrivate: isPrivate)
            try FolderMark.make(in: marked, for: path)
        }
        let draft = try FileDraft(for: self)
        try draft.append(bytes)
        try draft.publish()
        return .written(otherNames: max(0, (identity?.names ?? 1) - 1))
    }

    /// Puts bytes in the place of a file once they are found good where they lie beside it.
    ///
    /// - Throws: what `check` throws, given the path of that file, and `OutputError`; the file there is as it was.
    public func replace(with bytes: [UInt8], checking check: (_ draft: String) throws -> Void) throws {
        guard !isStandardOutput, !isCurrent(bytes) else {
            try replace(with: bytes)
            return
        }
        let draft = try FileDraft(for: self)
        try draft.append(bytes)
        try check(draft.draft)
        try draft.publish()
    }

    fileprivate func write(_ bytes: [UInt8], to descriptor: CInt) throws(OutputError) {
        guard put(bytes, to: descriptor) else {
            throw OutputError(failure: path, "could not take its \(bytes.count) bytes")
        }
    }

    /// Whether nothing is left to do: the file holds just these bytes, and where they are private, no other user may read them.
    private func isCurrent(_ bytes: [UInt8]) -> Bool {
        let isShown = isPrivate && identity.map { $0.mode & 0o077 != 0 } ?? false
        return !isShown && holds(bytes)
    }

    /// Whether the file is there and holds just these bytes; read piece by piece, for a report may be large.
    private func holds(_ bytes: [UInt8]) -> Bool {
        guard identity != nil else { return false }
        do throws(InputError) {
            var file = try InputFile(path: place, verbatim: true)
            guard file.status.size == bytes.count else { return false }
            var rest = bytes[...]
            while let piece = try file.next() {
                guard rest.starts(with: piece) else { return false }
                rest = rest.dropFirst(piece.count)
            }
            return rest.isEmpty
        } catch {
            // What cannot be read is written again.
            return false
        }
    }
}

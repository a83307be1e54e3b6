internal import Foundation

/// Who may do what with a file.
struct FileOwnership {
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
    ///
    /// - Throws: `POSIXError`.
    func lend(to descriptor: Int32) throws {
        if fchown(descriptor, owner, group) != 0 {
            // Only root may give a file away; others keep what they make, in a group that they are in.
            guard geteuid() != 0 else { throw POSIXError.last }
            _ = fchown(descriptor, uid_t.max, group)
        }
        guard fchmod(descriptor, mode) == 0 else { throw POSIXError.last }
    }
}

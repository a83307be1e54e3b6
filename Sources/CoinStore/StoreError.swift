internal import Foundation
internal import GRDB

/// Why the store could not do what was asked.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What to act on.
    public enum Reason: String, Sendable {
        /// There is no store at the path.
        case missing = "no-store"
        /// The file is no store of this program.
        case foreign = "not-a-store"
        /// The store was made by a newer version of the program.
        case newer = "newer-store"
        /// The store was made by an earlier version of the program, and is not brought forward by reading it.
        case older = "older-store"
        /// Another process holds the store.
        case busy = "store-busy"
        /// Bytes in the store are not what was written.
        case damaged = "store-damaged"
        /// The file or its folder may not be written.
        case readOnly = "store-read-only"
        /// The disk is full or failed.
        case disk = "disk-error"
        /// A signal ended the work; nothing of what was not committed is left.
        case interrupted
        /// The database refused a statement.
        case failed = "store-failed"
    }

    /// What to act on.
    public let reason: Reason
    /// The store file.
    public let path: String
    /// What happened, in one sentence with the next step.
    public let detail: String

    /// An error about a store.
    public init(_ reason: Reason, path: String, detail: String) {
        self.reason = reason
        self.path = path
        self.detail = detail
    }

    /// `path: detail`.
    public var description: String { "\(path): \(detail)" }
}

extension StoreError {
    init(missing path: String) {
        let hasFolder = FileManager.default.fileExists(atPath: StorePlace.folder(of: path))
        let what = hasFolder ? "cannot be opened" : "lies in a folder that does not exist"
        self.init(.missing, path: path, detail: "\(what); load something first, or name it with --store")
    }

    init(foreign path: String) {
        self.init(.foreign, path: path, detail: "is not a store of assay; name another with --store")
    }

    init(older path: String, version: Int) {
        let step = "`assay store compact` brings it forward and keeps it as it is as FILE.schema-\(version)"
        self.init(
            .older,
            path: path,
            detail: "was made by an earlier version (schema \(version), this one reads \(Schema.version)); \(step)"
        )
    }

    /// A store that is not what was written, and what of it.
    init(damaged path: String, _ what: String? = nil) {
        let step = "`assay store rebuild` makes it anew from the files that were loaded, else restore a backup"
        self.init(.damaged, path: path, detail: "is damaged\(what.map { " (\($0))" } ?? ""); \(step)")
    }

    init(_ error: UnreadableRow, path: String) {
        self.init(damaged: path, "it has a row that \(error)")
    }

    init(_ error: DatabaseError, path: String) {
        let said = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        guard error.extendedResultCode != .SQLITE_READONLY_DBMOVED else {
            self.init(.busy, path: path, detail: "was replaced by another process; try again")
            return
        }
        switch error.resultCode {
        case .SQLITE_CANTOPEN:
            self.init(missing: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, path: path, detail: "is held by another process; try again, or wait longer with --wait")
        case .SQLITE_NOTADB:
            self.init(foreign: path)
        case .SQLITE_CORRUPT:
            self.init(damaged: path, DamagedPage.description(in: path) ?? said)
        case .SQLITE_READONLY, .SQLITE_PERM:
            self.init(.readOnly, path: path, detail: "may not be written (\(said)); check the permissions")
        case .SQLITE_FULL, .SQLITE_IOERR:
            self.init(.disk, path: path, detail: "could not be written (\(said)); the last committed loads are intact")
        case .SQLITE_INTERRUPT:
            self.init(.interrupted, path: path, detail: Interruption.detail)
        default:
            self.init(.failed, path: path, detail: said)
        }
    }
}

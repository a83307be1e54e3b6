/// Why the store could not do what was asked.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What to act on.
    public enum Reason: String, Sendable {
        case missing = "no-store"
        /// The file is no store of this program.
        case foreign = "not-a-store"
        /// The store was made by a version of the program that wrote another schema.
        case otherVersion = "other-version"
        case busy = "store-busy"
        /// Bytes in the store are not what was written.
        case damaged = "store-damaged"
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

    /// An error about the store at a path.
    public init(_ reason: Reason, path: String, detail: String) {
        (self.reason, self.path, self.detail) = (reason, path, detail)
    }

    init(foreign path: String) {
        self.init(.foreign, path: path, detail: "is not a store of assay; name another with --store")
    }

    /// A disk that is full or failed, and at what.
    init(disk path: String, _ what: String) {
        self.init(.disk, path: path, detail: "\(what); free space on the disk or check it, and run the command again")
    }

    /// A store that is not what was written, and what of it.
    init(damaged path: String, _ what: String? = nil) {
        let step = "`assay store rebuild` makes it again from the files that were loaded, else restore a backup"
        self.init(.damaged, path: path, detail: "is damaged\(what.map { " (\($0))" } ?? ""); \(step)")
    }

    /// `path: detail`.
    public var description: String { "\(path): \(detail)" }
}

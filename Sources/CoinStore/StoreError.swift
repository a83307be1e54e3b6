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
        /// Another process holds the store.
        case busy = "store-busy"
        /// Bytes in the store are not what was written.
        case damaged = "store-damaged"
        /// The file or its folder may not be written.
        case readOnly = "store-read-only"
        /// The disk is full or failed.
        case disk = "disk-error"
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

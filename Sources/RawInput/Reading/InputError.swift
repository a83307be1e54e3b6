/// Why bytes could not be had from outside.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What to act on.
    public enum Reason: String, Sendable {
        /// There is no such file.
        case notFound = "file-not-found"
        /// It is a directory, device, pipe or socket.
        case notRegular = "not-a-regular-file"
        /// The file may not be read.
        case denied = "permission-denied"
        /// The operating system failed to read it.
        case unreadable = "read-failed"
        /// A gzip or zstd stream that is cut short or damaged.
        case damaged = "damaged-compression"
        /// It decodes to more bytes than its cap.
        case tooLarge = "too-large"
    }

    /// What to act on.
    public let reason: Reason
    /// The file.
    public let path: String
    /// What happened, in one sentence with the next step.
    public let detail: String

    /// An error about a file.
    public init(_ reason: Reason, path: String, detail: String) {
        self.reason = reason
        self.path = path
        self.detail = detail
    }

    /// `path: detail`.
    public var description: String { "\(path): \(detail)" }
}

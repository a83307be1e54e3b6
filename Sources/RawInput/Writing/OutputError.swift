/// Why a file cannot be written.
public struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What to act on.
    public enum Reason: String, Sendable {
        /// The same command reads it.
        case isInput = "output-is-input"
        /// The same command writes it twice.
        case isOutput = "output-twice"
        /// It is a folder, a pipe, a socket, a disk, or a loop of links.
        case notWritable = "output-not-a-file"
        /// The operating system failed to write it.
        case failed = "cannot-write"
    }

    /// What to act on.
    public let reason: Reason
    /// The file as it was named.
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

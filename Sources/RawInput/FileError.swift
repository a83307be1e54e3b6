/// Why a file cannot be read or written.
public struct FileError<Reason: RawRepresentable<String> & Hashable & Sendable>: Error, Hashable, Sendable {
    /// What to act on.
    public let reason: Reason
    /// The file as it was named.
    public let path: String
    /// What happened, in one sentence with the next step.
    public let detail: String

    init(_ reason: Reason, path: String, detail: String) {
        (self.reason, self.path, self.detail) = (reason, path, detail)
    }
}

extension FileError: CustomStringConvertible {
    /// `path: detail`.
    public var description: String { "\(path): \(detail)" }
}

/// Why bytes could not be had from outside.
public typealias InputError = FileError<InputFault>

/// Why a file cannot be written.
public typealias OutputError = FileError<OutputFault>

/// What is wrong with a file that is read.
public enum InputFault: String, Sendable {
    case notFound = "file-not-found"
    /// It is a directory, device, pipe or socket.
    case notRegular = "not-a-regular-file"
    /// The file may not be read.
    case denied = "permission-denied"
    /// The operating system failed to read it.
    case unreadable = "read-failed"
    /// A gzip or zstd stream that is cut short or damaged.
    case damaged = "damaged-compression"
    /// UTF-16 that is cut short or has half a character.
    case damagedText = "damaged-text"
    /// It holds a token or keys, and others may read it.
    case exposed = "secret-file-open"
    /// An archived answer that is not what its name says.
    case altered = "altered-answer"
    /// It decodes to more bytes than its cap.
    case tooLarge = "too-large"
}

/// What is wrong with a file that is written.
public enum OutputFault: String, Sendable {
    /// The same command reads it, or the store has taken it in.
    case isInput = "output-is-input"
    /// It is the store, or one of the files beside it.
    case isStore = "output-is-store"
    /// The file, or one in its folder, was written by others.
    case isForeign = "output-is-foreign"
    /// It is there and is not to be replaced.
    case exists = "exists"
    /// The same command writes it twice.
    case isOutput = "output-twice"
    /// It is a folder, a device, a pipe, a socket, a disk, a loop of links, or a link inside an output folder.
    case notWritable = "output-not-a-file"
    /// Another process writes to its folder.
    case busy = "folder-busy"
    /// The operating system failed to write it.
    case failed = "cannot-write"
}

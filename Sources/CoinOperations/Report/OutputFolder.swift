/// A file that was written into a folder.
public struct WrittenFile: Sendable {
    /// Its name, from the folder on.
    public let name: String
    /// The digest of its bytes, as outputs are recorded.
    public let digest: String
    /// How many bytes it has.
    public let size: Int
}

/// A folder that one command fills with files; others that lie there stay.
struct OutputFolder {
    /// The folder.
    let path: String
    /// What was written so far, in order.
    private(set) var files: [WrittenFile] = []
    private let inputs: [String]
    private let tell: DiagnosticSink

    /// A folder that is made if it is not there; no file of it is one of the inputs.
    init(_ path: String, reading inputs: [String], tell: @escaping DiagnosticSink) {
        (self.path, self.inputs, self.tell) = (path, inputs, tell)
    }

    /// Where a file of it lies.
    func path(of file: String) -> String { path + "/" + file }

    /// Refuses files that cannot be written before any work is done.
    ///
    /// - Throws: `OutputError` naming the first.
    func check(_ files: [String]) throws {
        guard !path.isEmpty else {
            throw OperationError(.usage, "empty-name", "the folder to write into has no name; name one")
        }
        for file in files { _ = try OutputFile(path(of: file), reading: inputs) }
    }

    /// Writes a file.
    ///
    /// - Throws: `OutputError` when it cannot be written.
    @discardableResult
    mutating func write(_ bytes: [UInt8], to file: String) throws -> WrittenFile {
        try OutputFile(path(of: file), reading: inputs).replace(with: bytes, tell: tell)
        let written = WrittenFile(name: file, digest: contentDigest(of: bytes), size: bytes.count)
        files.append(written)
        return written
    }
}

internal import CoinReports
internal import CoinTables
internal import RawInput

/// A file that was written into a folder.
public struct WrittenFile: Sendable {
    /// Its name, from the folder on.
    public let name: String
    /// The digest of its bytes, as outputs are recorded.
    public let digest: String
    /// How many bytes it has.
    public let size: Int
}

/// A folder that one command fills with files; others of Assay's that lie there stay.
struct OutputFolder {
    /// The folder.
    let path: String
    /// What was written so far, in order.
    private(set) var files: [WrittenFile] = []
    private let folder: OutputPlace.Folder
    private let reserved: ReservedPlaces
    private let tell: DiagnosticSink

    /// A folder that is made if it is not there, and that others wrote into only if it `isForced`; no file of it is
    /// reserved.
    ///
    /// - Throws: `StoreError` when the store's ledger cannot be read.
    init(_ path: String, isForced: Bool, reading reserved: ReservedFiles, tell: @escaping DiagnosticSink) throws {
        self.path = path
        self.tell = tell
        self.reserved = try reserved.places()
        folder = OutputPlace.Folder(path, .outputs(isForced: isForced))
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
        // That a file is an input says more than that its folder has files of others.
        for file in files { _ = try OutputFile(path(of: file), in: .init(path, .shared), reading: reserved) }
        for file in files { _ = try OutputFile(path(of: file), in: folder, reading: reserved) }
    }

    /// Writes a file.
    ///
    /// - Throws: `OutputError` when it cannot be written.
    @discardableResult
    mutating func write(_ bytes: [UInt8], to file: String) throws -> WrittenFile {
        try OutputFile(path(of: file), in: folder, reading: reserved).replace(with: bytes, tell: tell)
        let written = WrittenFile(name: file, digest: contentDigest(of: bytes), size: bytes.count)
        files.append(written)
        return written
    }

    /// Writes a table in the format that the file's name ends with.
    ///
    /// - Throws: `OutputError` when it cannot be written.
    @discardableResult
    mutating func write(_ table: Table, to file: String, _ style: ReportStyle = ReportStyle()) throws -> WrittenFile {
        try write(table.bytes(as: ReportFormat(fileName: file) ?? .table, style: style), to: file)
    }
}

internal import CoinModel
internal import CoinReports
internal import CoinSources
internal import CoinStore
internal import CoinTables
internal import Foundation
internal import RawInput

/// The files and folders that no output of a command may be: a store with what it has taken in, and what the command reads.
public struct ReservedFiles: Sendable {
    private let store: StoreLocation?
    private let inputs: [String]
    private var isLedgerRead = true
    private var known: ReservedPlaces?

    /// Those of a store, nil for none, and what else the command reads.
    public init(store: StoreLocation? = nil, inputs: [String] = []) {
        self.store = store
        self.inputs = inputs
    }

    /// None.
    public static let none = ReservedFiles()

    /// The same and further inputs.
    public static func + (one: ReservedFiles, inputs: [String]) -> ReservedFiles {
        ReservedFiles(store: one.store, inputs: one.inputs + inputs)
    }

    /// The same without what was loaded, for a record that a busy or damaged store must not prevent.
    public var withoutLedger: ReservedFiles {
        var files = self
        files.isLedgerRead = false
        return files
    }

    /// The same, examined now and not again, for a command that writes several files and loads nothing.
    ///
    /// - Throws: `StoreError` when the store is busy.
    public func examined() throws -> ReservedFiles {
        var files = self
        files.known = try places()
        return files
    }

    /// Examines them; a store that is missing or damaged names no input.
    ///
    /// - Throws: `StoreError` when the store is busy.
    func places() throws -> ReservedPlaces {
        if let known { return known }
        guard let store else { return ReservedPlaces(inputs: inputs) }
        let own = store.files + [store.answers, store.mirrors]
        return ReservedPlaces(store: own, loaded: isLedgerRead ? try loaded(store) : [], inputs: inputs)
    }

    /// The files that were loaded, and of clones what a history is read from.
    private func loaded(_ store: StoreLocation) throws -> [String] {
        do {
            return try store.open(.read, isTolerant: true).loadedPaths().map { path, format in
                let inner = path + "/.git"
                return format == CloneCommits.id && FileManager.default.fileExists(atPath: inner) ? inner : path
            }
        } catch let error as StoreError where error.reason != .busy {
            // Who reads more of it says what is wrong.
            return []
        }
    }
}

extension StoreLocation {
    /// What no output of a command on the store may be: what belongs to the store, and what it has taken in.
    public var reserved: ReservedFiles { ReservedFiles(store: self) }
}

/// A file to be written: it is either the old one or the whole new one, and never what is reserved.
public struct OutputFile: Sendable {
    private let place: OutputPlace

    /// A file that can be written and is not reserved; for its owner alone if it `isPrivate`.
    ///
    /// An output folder is Assay's: a file of one is not a link, and files of others are there only if the caller insists.
    ///
    /// A folder that is made for it becomes one where the caller says so.
    ///
    /// - Throws: `OutputError` when it cannot be written, or is reserved.
    public init(
        _ path: String,
        in folder: String? = nil,
        isForced: Bool = false,
        reading reserved: ReservedFiles,
        isPrivate: Bool = false,
        marksNewFolder: Bool = false
    ) throws {
        let own = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let made = marksNewFolder && !FileManager.default.fileExists(atPath: own) ? own : nil
        let outputs = (folder ?? made).map { OutputPlace.Folder($0, .outputs(isForced: isForced)) }
        try self.init(path, in: outputs, reading: reserved.places(), isPrivate: isPrivate)
    }

    init(_ path: String, in folder: OutputPlace.Folder?, reading places: ReservedPlaces, isPrivate: Bool = false) throws
    {
        place = try OutputPlace(path, in: folder, reading: places, isPrivate: isPrivate)
    }

    /// Whether a folder has files, and none that Assay wrote.
    public static func isForeign(folder: String) -> Bool { OutputPlace.Folder(folder, .shared).isForeign }

    /// Refuses a place for a store that is standard output, or none for any output.
    static func refuse(
        asStore path: String,
        replacing replaced: OutputPlace.Replaced = .anything,
        reading reserved: ReservedFiles
    ) throws {
        guard try OutputPlace(path, reading: reserved.places(), replacing: replaced).isStandardOutput else { return }
        throw OperationError(.usage, "output-not-a-file", place: path, "is standard output; name a regular file")
    }

    /// Whether it is where standard output goes already.
    var isStandardOutput: Bool { place.isStandardOutput }

    /// Replaces the content; a file that holds just these bytes is left untouched, and other names of it are reported.
    ///
    /// - Throws: `OutputError` naming the file when it cannot be written.
    public func replace(with bytes: [UInt8], report: DiagnosticSink) throws {
        guard case .written(let others) = try place.replace(with: bytes), others > 0 else { return }
        let what = "was replaced under this name; its other names (hard links: \(others)) keep the old content"
        report(Diagnostic(.note, "other-names", place: place.path, what))
    }
}

/// The bytes of a regular file of at most 64 MiB.
///
/// - Throws: `InputError` when it cannot be read.
public func contents(ofFile path: String) throws -> [UInt8] {
    var file = try InputFile(path: path, verbatim: true)
    return try file.readAll(limit: 64 << 20)
}

/// The bytes of a file that says what is to be done, such as the definition of a pipeline: to name one that is not there is wrong
/// usage.
///
/// - Throws: `InputError` when it cannot be read, `OperationError` when it is not there.
public func instructions(ofFile path: String) throws -> [UInt8] {
    do {
        return try contents(ofFile: path)
    } catch let error as InputError where error.reason == .notFound {
        throw OperationError(.usage, OperationError(error).diagnostic)
    }
}

/// The digest of bytes, as inputs and outputs are recorded: `sha256:` and 64 hexadecimal digits.
public func contentDigest(of bytes: [UInt8]) -> String {
    var digest = Digest()
    digest.update(bytes)
    return Digest.name + ":" + digest.finish()
}

/// The digest of the bytes of a regular file of any size, as inputs and outputs are recorded; nil when it cannot be read.
public func contentDigest(ofFile path: String) -> String? {
    do {
        return Digest.name + ":" + (try Digest.ofFile(path).digest)
    } catch {
        return nil
    }
}

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
    private let report: DiagnosticSink

    /// A folder that is made if it is not there, and that others wrote into only if it `isForced`; no file of it is
    /// reserved.
    ///
    /// - Throws: `StoreError` when the store's ledger cannot be read.
    init(_ path: String, isForced: Bool, reading reserved: ReservedFiles, report: @escaping DiagnosticSink) throws {
        self.path = path
        self.report = report
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
        try OutputFile(path(of: file), in: folder, reading: reserved).replace(with: bytes, report: report)
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

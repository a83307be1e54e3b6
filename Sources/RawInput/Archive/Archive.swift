#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A folder of raw answers: each a zstd file named by its digest, in a folder named by what it is about.
///
/// An answer is complete when it has its name, and counts when its line stands in the index, which only grows. The
/// index and answers without data are hidden files, so that the folder itself can be loaded as inputs are.
public struct Archive: ~Copyable {
    /// The folder.
    public let folder: String

    private let descriptor: CInt
    private var newestOf: [String: ArchiveEntry] = [:]
    private var newestDataOf: [String: ArchiveEntry] = [:]

    static let indexName = ".index.tsv"
    private static let indexLimit = 1 << 30

    /// Opens the archive in a folder, and makes it where there is none.
    ///
    /// - Throws: `OutputError` when it cannot be made, `InputError` when it cannot be read or another process writes to it.
    public init(folder: String) throws {
        try FileDraft.makeFolder(folder, for: folder)
        let index = folder + "/" + Archive.indexName
        // A pipe would be waited for until somebody reads it.
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = unsafe open(index, flags, 0o644)
        guard descriptor >= 0 else { throw Archive.failure(index, "cannot be opened") }
        let text: String
        do throws(InputError) {
            text = try Archive.claim(index, descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        self.folder = folder
        self.descriptor = descriptor
        for line in text.split(separator: "\n") {
            if let entry = ArchiveEntry(line: line) { note(entry) }
        }
    }

    /// Makes this process the only one that writes to an index, and reads it.
    private static func claim(_ index: String, _ descriptor: CInt) throws(InputError) -> String {
        guard FileStatus(descriptor: descriptor)?.kind == .regular else {
            throw InputError(.notRegular, path: index, detail: "is not a regular file; move it away")
        }
        // Who replaced the index meanwhile has it under its name.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, FileStatus(index) == FileStatus(descriptor: descriptor) else {
            throw InputError(.unreadable, path: index, detail: "is written to by another fetch; wait for its end")
        }
        var file = try InputFile(path: index, verbatim: true)
        let text = String(decoding: try file.readAll(limit: indexLimit), as: UTF8.self)
        // A line cut short by the end of its process must not swallow the next.
        if !text.isEmpty, !text.hasSuffix("\n") { try write([UInt8(ascii: "\n")], to: descriptor, index) }
        return text
    }

    deinit {
        // A child that is about to become another program holds the same file for a moment, and with it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether there is an archive in a folder.
    public static func exists(in folder: String) -> Bool {
        unsafe access(folder + "/" + indexName, F_OK) == 0
    }

    /// The newest entry of an address, whatever it answered.
    public func newest(of address: String) -> ArchiveEntry? { newestOf[address] }

    /// The newest entries of all addresses that begin with a text, by address.
    public func newest(below prefix: String) -> [ArchiveEntry] {
        newestOf.values.filter { $0.address.hasPrefix(prefix) }.sorted { $0.address < $1.address }
    }

    /// The newest entry of an address with an answer that can be loaded, whose file is there as it was written.
    public func newestData(of address: String) -> ArchiveEntry? {
        newestDataOf[address].flatMap { isWhole($0) ? $0 : nil }
    }

    /// Whether an entry's file is there as it was written.
    public func isWhole(_ entry: ArchiveEntry) -> Bool {
        do throws(InputError) {
            var file = try InputFile(path: path(of: entry))
            while try file.next() != nil {}
            return true
        } catch {
            return false
        }
    }

    /// All entries for which something holds, in the order in which they were made.
    ///
    /// - Throws: `InputError` when the index cannot be read.
    public func entries(where isWanted: (ArchiveEntry) -> Bool) throws(InputError) -> [ArchiveEntry] {
        try Archive.entries(in: folder, where: isWanted)
    }

    /// The same of the archive in a folder, which may be written to meanwhile.
    public static func entries(
        in folder: String,
        where isWanted: (ArchiveEntry) -> Bool = { _ in true }
    ) throws(InputError) -> [ArchiveEntry] {
        var file = try InputFile(path: folder + "/" + indexName, verbatim: true)
        let text = String(decoding: try file.readAll(limit: indexLimit), as: UTF8.self)
        return text.split(separator: "\n").lazy.compactMap { ArchiveEntry(line: $0) }.filter(isWanted)
    }

    /// The path of an entry's file.
    public func path(of entry: ArchiveEntry) -> String { folder + "/" + entry.file }

    /// Stores an answer (status line, headers, an empty line and the decoded body) in the folder of a group, under its
    /// digest, behind a label where there is one.
    ///
    /// One without data lies apart, where it is not loaded. Returns the entry with its file.
    ///
    /// - Throws: `OutputError` or `InputError` when it cannot be written.
    @discardableResult
    public mutating func keep(
        _ answer: [UInt8],
        as entry: ArchiveEntry,
        in group: String,
        label: String = "",
        isData: Bool
    ) throws -> ArchiveEntry {
        var digest = Digest()
        digest.update(answer)
        var stored = entry
        let place = isData ? group : ArchiveEntry.others + group
        stored.file = "\(place)/\(label.isEmpty ? "" : label + ".")\(digest.finish())\(AnswerDigest.ending)"
        guard let bytes = Zstandard.compressed(answer) else {
            throw InputError(.unreadable, path: path(of: stored), detail: "cannot be compressed; free some memory")
        }
        try OutputPlace(path(of: stored), in: .init(folder, .shared)).replace(with: bytes)
        try Archive.write(Array(stored.line.utf8), to: descriptor, folder + "/" + Archive.indexName)
        note(stored)
        return stored
    }

    private mutating func note(_ entry: ArchiveEntry) {
        newestOf[entry.address] = entry
        if entry.isData { newestDataOf[entry.address] = entry }
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt, _ path: String) throws(InputError) {
        guard put(bytes, to: descriptor) else { throw failure(path, "cannot be written") }
        guard fsync(descriptor) == 0 else { throw failure(path, "cannot be brought to disk") }
    }

    private static func failure(_ path: String, _ what: String) -> InputError {
        let detail = "\(what) (\(systemError())); see to the folder and run the command again"
        return InputError(.unreadable, path: path, detail: detail)
    }
}

internal import Platform

/// A folder of raw answers: each a zstd file named by its digest, in a folder named by what it is about.
///
/// An answer is complete when it has its name, and counts when its line stands in the index, which only grows. The
/// index and answers without data are hidden files, so that the folder itself can be loaded as inputs are.
public struct Archive: ~Copyable {
    /// The folder.
    public let folder: String

    private var newestOf: [String: ArchiveEntry] = [:]
    private var newestDataOf: [String: ArchiveEntry] = [:]

    static let indexName = ".index.tsv"

    /// Opens the archive in a folder, and makes it where there is none.
    ///
    /// Any number of processes may add answers at a time.
    ///
    /// - Throws: `OutputError` when it cannot be made, `InputError` when it cannot be read.
    public init(folder: String) throws {
        try makeFolder(folder, for: folder)
        let lines = try Archive.index(of: folder).append { _ in [] }
        self.folder = folder
        for entry in Archive.read(lines) { note(entry) }
    }

    private static func index(of folder: String) -> LineFile { LineFile(folder + "/" + indexName, form: .text) }

    private static func read(_ lines: [ArraySlice<UInt8>]) -> some Sequence<ArchiveEntry> {
        lines.lazy.compactMap { ArchiveEntry(line: String(decoding: $0, as: UTF8.self)) }
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

    /// The entries of the archive in a folder for which something holds, in the order in which they were made; it may be
    /// written to meanwhile.
    ///
    /// - Throws: `InputError` or `OutputError` when the index cannot be read.
    public static func entries(
        in folder: String,
        where isWanted: (ArchiveEntry) -> Bool = { _ in true }
    ) throws -> [ArchiveEntry] {
        read(try index(of: folder).lines()).filter(isWanted)
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
        try Archive.index(of: folder).append([Array(stored.line.utf8)])
        note(stored)
        return stored
    }

    private mutating func note(_ entry: ArchiveEntry) {
        newestOf[entry.address] = entry
        if entry.isData { newestDataOf[entry.address] = entry }
    }
}

public import CoinModel
internal import CoinStore
public import CoinTables
internal import Foundation
internal import RawInput

/// What an archive holds: a row for each source and day, with answers, errors and bytes.
///
/// - Throws: `OperationError` when there is none, or it cannot be read.
public func archiveList(_ folder: String) throws -> Table {
    let entries = try Archive.entries(in: existing(folder))
    let groups = Dictionary(grouping: entries, by: ArchiveGroup.init)
    let rows = groups.sorted { $0.key < $1.key }.map { group, entries -> [Cell] in
        let files = Set(entries.map(\.file))
        let bytes = files.reduce(0) { $0 + (Store.size(of: folder + "/" + $1)) }
        return [
            .text(group.source), .text(group.kind), .text(group.day), .integer(entries.count),
            .integer(entries.count { !$0.isData }), .integer(files.count), .integer(bytes),
        ]
    }
    return Table(title: "Archive \(folder)", columns: columns, rows: rows, notes: [])
}

/// Drops the answers of an archive that are older than so many days, but none that the store needs to be rebuilt.
///
/// - Parameters:
///   - folder: the archive.
///   - days: how many days of it stay.
///   - location: the store; without one nobody knows what is needed, so there has to be one.
///   - isDry: whether nothing is dropped.
///   - now: the clock.
/// - Returns: the files that were dropped, or would be, and what to report.
/// - Throws: `OperationError` when there is no archive or no store, or another process writes to the archive.
public func pruneArchive(
    _ folder: String,
    keeping days: Int,
    for location: StoreLocation,
    isDry: Bool,
    now: Instant
) throws -> (files: [String], note: Diagnostic) {
    let archive = try Archive(folder: existing(folder), .exclusive, wait: location.wait)
    let ledger = try location.open(.read).ledger()
    // What was forgotten is loaded again too when a store is rebuilt; what was refused is not.
    let needed = Set(ledger.filter { !$0.isRefused }.map(\.input.digest))
    let time = Instant(milliseconds: now.milliseconds - Int64(days) * Instant.millisecondsPerDay).description
    let pruning = try archive.prune(before: time, isDry: isDry) { path in
        // By its bytes, wherever the store knows it by name.
        try needed.contains(Digest.ofFile(path).digest)
    }
    let what = "\(isDry ? "would drop" : "dropped") \(counted(pruning.files.count, "file")) of \(pruning.bytes) bytes"
    let stay = "\(pruning.needed) as old stay, for \(location.path) is rebuilt from them"
    return (pruning.files, Diagnostic(.note, "pruned", place: folder, "\(what); \(stay)"))
}

private func existing(_ folder: String) throws -> String {
    guard Archive.exists(in: folder) else {
        throw OperationError(.failed, "no-archive", place: folder, "is no archive; fetch something, or name one")
    }
    return folder
}

/// What an answer lies with: of a live source its source, kind and day; of GitHub, the day alone.
private struct ArchiveGroup: Hashable, Comparable {
    let source: String
    let kind: String
    let day: String

    init(_ entry: ArchiveEntry) {
        let file = entry.isData ? entry.file : entry.file.replacing(".others/", with: "", maxReplacements: 1)
        let parts = file.split(separator: "/").map(String.init)
        let isLive = parts.count == 4 && [ArchivePart.market, ArchivePart.coins, ArchivePart.global].contains(parts[0])
        let isImage = parts.count == 3 && parts[0] == ArchivePart.images
        (source, kind) = isLive || isImage ? (parts[1], parts[0]) : ("github", "commits")
        day = String(entry.time.prefix(10))
    }

    static func < (one: ArchiveGroup, other: ArchiveGroup) -> Bool {
        (one.source, one.kind, one.day) < (other.source, other.kind, other.day)
    }
}

private let columns = [
    Column("source", "Source", .text, meaning: "The source that answered."),
    Column("kind", "Kind", .text, meaning: "What was asked for: market, coins, global, images or commits."),
    Column("day", "Day", .text, meaning: "The day of the run, in UTC."),
    Column("answers", "Answers", .integer, meaning: "Answers of any kind."),
    Column("without_data", "Without data", .integer, meaning: "Those among them without figures, such as errors."),
    Column("files", "Files", .integer, meaning: "Files that hold them."),
    Column("bytes", "Bytes", .integer, unit: "bytes", meaning: "Their bytes on disk."),
]

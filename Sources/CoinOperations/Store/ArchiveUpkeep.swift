internal import CoinModel
internal import CoinStore
public import CoinTables
internal import Foundation
internal import RawInput

/// What an archive holds: a row for each source and day, with answers, errors and bytes.
///
/// - Throws: `OperationError` when there is none, or it cannot be read.
public func archiveList(_ folder: String) throws -> Table {
    guard Archive.exists(in: folder) else {
        throw OperationError(.failed, "no-archive", place: folder, "is not an archive; fetch something, or name one")
    }
    let entries = try Archive.entries(in: folder)
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

/// What an answer lies with: of a live source its source, kind and day; of GitHub, the day alone.
private struct ArchiveGroup: Hashable, Comparable {
    let source: String
    let kind: String
    let day: String

    init(_ entry: ArchiveEntry) {
        let file = entry.isData ? entry.file : entry.file.replacing(".others/", with: "", maxReplacements: 1)
        let parts = file.split(separator: "/").map(String.init)
        let isLive = parts.count == 4 && ArchivePart.live.contains(parts[0])
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
    Column("kind", "Kind", .text, meaning: "What was asked for: \(listed(ArchivePart.live + ["images"])) or commits."),
    Column("day", "Day", .text, meaning: "The day of the run, in UTC."),
    Column("answers", "Answers", .integer, meaning: "Answers of any kind."),
    Column("without_data", "Without data", .integer, meaning: "Those among them without figures, such as errors."),
    Column("files", "Files", .integer, meaning: "Files that contain them."),
    Column("bytes", "Bytes", .integer, unit: "bytes", meaning: "Their bytes on disk."),
]

internal import CoinSources
internal import RawInput
internal import Synchronization

/// The archive, where the answers of several sources that are asked side by side are put one at a time.
final class ArchiveDesk: Sendable {
    private let archive: Mutex<Archive>

    init(_ folder: String) throws {
        archive = Mutex(try Archive(folder: folder))
    }

    /// The newest answer of an address that is no error and whose file is there; 204 for one of zeros alone.
    func newestAnswer(of address: String) -> ArchiveEntry? {
        archive.withLock { archive in
            guard let entry = archive.newest(of: address), [200, 204].contains(entry.status) else { return nil }
            return archive.isWhole(entry) ? entry : nil
        }
    }

    /// The newest answer of an address, whatever it says.
    func newest(of address: String) -> ArchiveEntry? { archive.withLock { $0.newest(of: address) } }

    /// The answers to some addresses that make one snapshot, the newest that is, in the order in which they came.
    func newestSnapshot(of addresses: Set<String>, after oldest: String) throws -> [ArchiveEntry] {
        let entries = try archive.withLock { archive in
            try archive.entries { $0.time > oldest && $0.status == 200 && addresses.contains($0.address) }
        }
        let time = entries.map(\.time).max()
        let newest = entries.filter { $0.time == time }
        return archive.withLock { archive in newest.allSatisfy { archive.isWhole($0) } } ? newest : []
    }

    func path(of entry: ArchiveEntry) -> String { archive.withLock { $0.path(of: entry) } }

    /// The body of an archived answer.
    func body(of entry: ArchiveEntry) throws -> (body: [UInt8], total: Int?) {
        var file = try InputFile(path: path(of: entry))
        let bytes = try file.readAll(limit: 1 << 26)
        let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.count
        let head = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let total = head.first { $0.hasPrefix("total: ") }.flatMap { Int($0.dropFirst(7)) }
        return (Array(bytes[end...]), total)
    }

    /// Puts an answer there.
    func keep(
        _ answer: [UInt8],
        as entry: ArchiveEntry,
        in folder: String,
        label: String,
        isData: Bool
    ) throws -> ArchiveEntry {
        try archive.withLock { try $0.keep(answer, as: entry, in: folder, label: label, isData: isData) }
    }
}

package import CoinModel
internal import RawInput
internal import Synchronization
internal import WorkerProtocol

/// This is the only place where live answers are archived, and where it is decided which need not be asked for again.
///
/// Inquiries that run side by side share one.
/// An answer has the status that its server sent; where that does not say why it brings no data, its meaning does.
package final class ArchiveClient: Sendable {
    private let archive: Mutex<Archive>
    /// An answer of this time or before is asked for again.
    private let oldest: String
    /// So is one that is later than this: the clock was wrong when it came, or is now.
    private let newest: String

    /// Opens the archive in a folder; where there is none it is made, or there is no client.
    ///
    /// Answers of so many hours are held: one that is older, or that is later than `now`, is asked for again. With 0 that of
    /// this very instant is, too.
    package init?(_ folder: String, at now: Instant, holding hours: Int, isMade: Bool = true) throws {
        guard isMade || Archive.exists(in: folder) else { return nil }
        archive = Mutex(try Archive(folder: folder))
        oldest = Instant(milliseconds: now.milliseconds - Int64(hours) * 3_600_000).description
        newest = now.description
    }

    /// The newest answer of an address, if it is young and its file is there as it was written.
    func cached(_ address: String) -> ArchiveEntry? {
        archive.withLock { archive in archive.newest(of: address).flatMap { isCached($0, archive) ? $0 : nil } }
    }

    /// Such answers of all addresses that begin with a text.
    func cached(below prefix: String) -> [ArchiveEntry] {
        archive.withLock { archive in archive.newest(below: prefix).filter { isCached($0, archive) } }
    }

    private func isCached(_ entry: ArchiveEntry, _ archive: borrowing Archive) -> Bool {
        isYoung(entry) && archive.isWhole(entry)
    }

    private func isYoung(_ entry: ArchiveEntry) -> Bool { entry.time > oldest && entry.time <= newest }

    /// The newest answer of an address, of any age and meaning.
    func newest(of address: String) -> ArchiveEntry? { archive.withLock { $0.newest(of: address) } }

    /// The newest answers of all addresses that begin with a text.
    func newest(below prefix: String) -> [ArchiveEntry] { archive.withLock { $0.newest(below: prefix) } }

    /// The newest answer of an address that can be loaded.
    func newestData(of address: String) -> ArchiveEntry? { archive.withLock { $0.newestData(of: address) } }

    /// The young answers to some addresses that make one snapshot, the newest that is, in the order in which they came.
    func newestSnapshot(of addresses: Set<String>) throws -> [ArchiveEntry] {
        try archive.withLock { archive in
            let entries = try Archive.entries(in: archive.folder) {
                isYoung($0) && $0.status == 200 && $0.refusal == nil && addresses.contains($0.address)
            }
            let time = entries.map(\.time).max()
            let newest = entries.filter { $0.time == time }
            for entry in newest where !archive.isWhole(entry) { return [] }
            return newest
        }
    }

    func path(of entry: ArchiveEntry) -> String { archive.withLock { $0.path(of: entry) } }

    /// The body of an archived answer, how many rows its header says that all pages have, and its `Link` header; empty without
    /// one.
    func body(of entry: ArchiveEntry) throws -> (body: [UInt8], total: Int?, link: String) {
        var file = try InputFile(path: path(of: entry))
        let bytes = try file.readAll(limit: 1 << 26)
        let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.count
        let head = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        func header(_ name: String) -> String? {
            head.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
        }
        return (Array(bytes[end...]), header("total").flatMap { Int($0) }, header("link") ?? "")
    }

    /// Archives an answer to an address in a folder, and returns its entry.
    ///
    /// Its file is named by `label` before its digest, has the header lines `own` beside the answer's, and `status` where a
    /// load is to take it for another one than the server's. `reason` is why it brings no data; nil where it does.
    @discardableResult
    func keep(
        _ answer: FetchAnswer,
        to address: String,
        at time: Instant,
        in folder: String,
        label: String = "",
        adding own: [String] = [],
        tag: String = "",
        moved: String? = nil,
        reason: String? = nil,
        status: Int? = nil,
        isData: Bool
    ) throws -> ArchiveEntry {
        var entry = ArchiveEntry(time: time.description, address: address, status: answer.status, tag: tag)
        entry.moved = moved ?? answer.moved
        entry.meaning = reason == AnswerVerdict.refusal(status: answer.status) ? "" : reason ?? ""
        let message = answer.message(status: status ?? answer.status, adding: own)
        return try archive.withLock { try $0.keep(message, as: entry, in: folder, label: label, isData: isData) }
    }
}

extension ArchiveEntry {
    /// Why it brings no data, as a stable identifier; nil where it does, or its status alone says so.
    var refusal: String? { meaning.isEmpty ? AnswerVerdict.refusal(status: status) : meaning }
}

extension FetchAnswer {
    /// The headers about the content or the limit; none of them is a secret.
    private static let headerNames: Set = [
        "date", "etag", "last-modified", "link", "location", "content-type", "retry-after", "x-ratelimit-limit",
        "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-used", "x-ratelimit-resource", "total",
    ]

    /// The answer as a file has it: status line, headers, an empty line, the decoded body.
    ///
    /// Lines of our own say what of the question the answer does not.
    fileprivate func message(status: Int, adding own: [String]) -> [UInt8] {
        let lines = headers.filter { FetchAnswer.headerNames.contains(String($0.prefix { $0 != ":" })) }
        let fields = (own + lines).map { $0 + "\r\n" }
        return Array("HTTP/1.1 \(status)\r\n\(fields.joined())\r\n".utf8) + body
    }
}

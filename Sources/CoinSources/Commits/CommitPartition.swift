public import CoinModel
internal import RawInput

/// A part of a list of clones to be counted: a header and lines `key TAB place`.
public struct CommitPartition: Sendable {
    /// A repository of the list.
    public struct Entry: Sendable {
        /// What the list calls it, as written.
        public let key: String
        /// The same as a name.
        public let repository: RepositoryName
        /// The path of a clone, or an address.
        public let place: String
    }

    /// When the clones were observed; nil where the header does not say.
    public let observedAt: AsOf?
    /// The same as written.
    public let observedText: String?
    /// What the header says that it is for.
    public let task: String?
    /// The repositories, in the byte order of their keys.
    public let entries: [Entry]
    /// The digest of the lines in byte order, each with its line feed.
    public let digest: String

    /// The most bytes of a part.
    public static let longest = 1 << 30

    /// Reads a part.
    ///
    /// - Throws: `Reject` where a line of it does not read: then nothing of it is done.
    public init(_ bytes: [UInt8]) throws(SourceError) {
        guard bytes.last == 0x0A else {
            throw CommitPartition.bad(bytes.count { $0 == 0x0A } + 1, "the last line has no end: send the whole part")
        }
        let lines = bytes.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.allSatisfy({ $0.count < CommitFacts.longestLine }), lines.count <= CommitFacts.mostKeys + 1 else {
            let detail = "at most \(CommitFacts.mostKeys) lines of \(CommitFacts.longestLine) bytes make a part"
            throw SourceError("too-large", detail: detail)
        }
        let header = try JSONDocument(Array(lines[0]))
        guard header.text("protocol") == "assay-partition", case .number(let version) = header["version"] else {
            throw CommitPartition.bad(
                1,
                "is not a header such as {\"protocol\":\"assay-partition\",\"version\":1,\"job\":\"commits\"}"
            )
        }
        guard version <= 1 else {
            throw SourceError(
                "newer-version",
                line: 1,
                detail: "asks for version \(Int(min(version, 1e9))) of the protocol, this is 1"
            )
        }
        guard header.text("job") == "commits" else {
            throw SourceError(
                "unknown-job",
                line: 1,
                detail: "the job is \(header["job"].name), and only \"commits\" is known"
            )
        }
        observedText = header.text("observed_at")
        observedAt = observedText.flatMap { AsOf($0) }
        task = header.text("task")
        guard (observedText == nil) == (observedAt == nil), header["observed_at"] == .missing || observedText != nil
        else {
            throw CommitPartition.bad(1, "`observed_at` is not a date or an instant with Z")
        }
        var found: [(line: ArraySlice<UInt8>, entry: Entry)] = []
        var seen: [RepositoryName: Int] = [:]
        for (place, line) in lines.enumerated().dropFirst() {
            let entry = try CommitPartition.entry(line, place + 1)
            if let other = seen.updateValue(place + 1, forKey: entry.repository) {
                throw SourceError(
                    "duplicate-key",
                    line: place + 1,
                    detail: "\(entry.key) is in line \(other) too; write it once"
                )
            }
            found.append((line, entry))
        }
        found.sort { $0.entry.key.utf8.lexicographicallyPrecedes($1.entry.key.utf8) }
        entries = found.map(\.entry)
        var digest = Digest()
        for line in lines.dropFirst().sorted(by: { $0.lexicographicallyPrecedes($1) }) { digest.update(line + [0x0A]) }
        self.digest = digest.finish()
    }

    private static func entry(_ line: ArraySlice<UInt8>, _ number: Int) throws(SourceError) -> Entry {
        guard let text = String(validating: line, as: UTF8.self),
            line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { throw bad(number, "has control characters, or bytes that are not UTF-8") }
        // A third field is what a later version may say.
        let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(fields.count), !fields[1].isEmpty else { throw bad(number, "is not key TAB place") }
        guard let repository = RepositoryName(fields[0]), repository.description == fields[0],
            fields[0].utf8.count <= CommitFacts.longestKey
        else { throw bad(number, "its key is not owner/name or host/owner/name") }
        return Entry(key: fields[0], repository: repository, place: fields[1])
    }

    private static func bad(_ line: Int, _ detail: String) -> SourceError {
        SourceError("bad-partition", line: line, detail: detail)
    }
}

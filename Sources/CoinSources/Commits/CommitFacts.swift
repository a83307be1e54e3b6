internal import CoinModel
internal import RawInput
internal import WorkerProtocol

/// Commits of clones that were counted without a store, as a text between machines: a header, a block of lines for each
/// repository, and a trailer without which nothing counts.
///
/// A line has a letter and fields, parted by TAB: `r` a repository, `d` a developer, `c` a commit, `t` a tag of a release, `w` a
/// warning, `e` the end of the block, `x` a repository that could not be counted, `#` the trailer. An empty field is
/// missing. This is the only place that has names, editions and limits of the format.
public enum CommitFacts {
    /// The name of the format.
    public static let id = "commit-facts"
    /// Its version; a reader takes older ones, too.
    static let version = 1
    /// The bytes that a file begins with.
    private static let start = Array("{\"format\":\"\(id)\"".utf8)

    /// Whether bytes are the first ones of a file of facts.
    public static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: start) }

    /// The most bytes of a line of facts, and of a line that is asked about.
    static let longestLine = 64 << 10
    /// The most bytes of a key.
    static let longestKey = 1 << 10
    /// The most bytes of a warning or a reason.
    static let longestText = 1 << 10
    /// The most roots of a repository.
    static let mostRoots = 4096
    /// The most commits of a repository, and the most tags.
    static let mostCommits = 1 << 24
    /// The most developers of a repository.
    static let mostDevelopers = 1 << 22
    /// The most keys of a partition.
    static let mostKeys = 1_000_000

    /// What a commit is, by the letters of its line; no letter at all is written `-`.
    static let flags: [(letter: Unicode.Scalar, flag: CommitFlags)] = [
        ("m", .merge), ("b", .bot), ("t", .replacedTime), ("e", .empty), ("a", .agent), ("h", .assisted),
    ]

    /// The value of a hexadecimal digit in lower case.
    static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }

    /// The header, of what this program and this partition are.
    public static func header(assay: String, observedAt: String?, task: String?) -> [UInt8] {
        let texts = [("observed_at", observedAt), ("task", task)]
        let given = texts.compactMap { name, text in text.map { ",\"\(name)\":\($0.jsonQuoted)" } }.joined()
        let rules = "\"identity\":\(DeveloperAddress.version),\"bots\":\(BotRules.version)"
        return start + Array(",\"version\":\(version),\"assay\":\(assay.jsonQuoted),\(rules)\(given)}\n".utf8)
    }

    /// Checks a header.
    ///
    /// - Throws: `Reject` where it is damaged, of a newer version, or of other rules than this program's.
    static func check(header line: [UInt8]) throws(SourceError) {
        let fields = try JSONDocument(line)
        guard fields.text("format") == id, case .number(let edition) = fields["version"] else {
            throw SourceError("bad-facts", line: 1, detail: "is not a header of commit facts; partition it again")
        }
        guard edition <= Double(version) else {
            let detail = "is of version \(Int(min(edition, 1e9))) of \(id), and this program reads \(version)"
            throw SourceError("newer-version", line: 1, detail: "\(detail); install the assay that wrote it")
        }
        let rules = [("identity", DeveloperAddress.version), ("bots", BotRules.version)]
        for (name, own) in rules where fields[name] != .number(Double(own)) {
            let detail = "was counted by another edition of the rules `\(name)` than \(own), that of this program"
            let next = "two rules would count one person twice; partition it again with this assay"
            throw SourceError("mixed-rules", line: 1, detail: "\(detail): \(next)")
        }
    }

    /// What has been written or read of a file so far, to be compared with its trailer.
    public struct Sums: Sendable {
        /// The repositories that were counted.
        public private(set) var counted = 0
        /// Those that could not be.
        public private(set) var failed = 0
        /// The commits of all.
        public private(set) var commits = 0
        private var lines = 0
        private var bytes = 0
        private var digest = Digest()

        /// Nothing yet.
        public init() {}

        /// Adds bytes that end with a line.
        public mutating func add(_ text: [UInt8], lines count: Int? = nil) {
            lines += count ?? text.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
            bytes += text.count
            digest.update(text)
        }

        /// Adds a repository with so many commits, nil for one that could not be counted.
        public mutating func addRepository(commits count: Int?) {
            if count == nil { failed += 1 } else { counted += 1 }
            commits += count ?? 0
        }

        /// The last line of a file; `keys` is the digest of the lines that were asked about.
        public func trailer(keys: String) -> [UInt8] {
            let counts = [
                ("in", counted + failed), ("out", counted), ("failed", failed), ("commits", commits), ("lines", lines),
                ("bytes", bytes),
            ]
            let fields = counts.map { "\"\($0)\":\($1)" }.joined(separator: ",")
            return Array("#\t{\(fields),\"keys\":\"\(keys)\",\"sha256\":\"\(digest.finish())\"}\n".utf8)
        }

        /// Checks the line that a file ends with.
        ///
        /// - Throws: `Reject` where it is not the trailer of what was read.
        func check(trailer line: [UInt8], at number: Int) throws(SourceError) {
            let next = "its trailer is not that of its lines, so some were changed, lost or added; partition it again"
            let failure = SourceError("bad-facts", line: number, detail: next)
            guard line.starts(with: Array("#\t{".utf8)) else { throw failure }
            let keys = try JSONDocument(line, from: 2).text("keys") ?? ""
            let isDigest = keys.utf8.count == 64 && keys.utf8.allSatisfy { CommitFacts.digit($0) != nil }
            guard isDigest, trailer(keys: keys) == line + [0x0A] else { throw failure }
        }
    }
}

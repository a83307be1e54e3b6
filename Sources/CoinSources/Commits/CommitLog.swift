internal import CoinModel
internal import RawInput
internal import WorkerProtocol

/// One repository's commits as a log reports them.
struct CommitLog {
    /// One row.
    struct Commit {
        var committed: Instant
        var id: [UInt8] = []
        /// The author's bytes; empty where unknown.
        var author: [UInt8] = []
        /// When it was written, in seconds since 1970; nil where unknown.
        var authored: Int64?
        var flags: CommitFlags = []
        /// The first line of its message; empty where unknown.
        var subject: [UInt8] = []
        /// How many commits of one day, author and kind the row stands for; nil for a row that is one commit.
        var copies: Int?
    }

    let repository: RepositoryName
    /// Whether all its ids are git's, of which 16 digits or more identify a commit.
    private(set) var namesCommits = true
    private var commits: [CommitRecord] = []
    private var newest = Instant(milliseconds: .min)
    private var lastLine = 0
    private var ids = ByteKeys()
    private var authors = ByteKeys()
    private var lacksAuthorTime = false
    /// The last week that was over when the repository was looked at last, as a row without commits says it.
    private(set) var lookedAt: Week?
    /// The week when it was looked at first.
    private var since: Week?
    /// How many commits of each day, author and kind came so far.
    private var copies: [[UInt8]: Int] = [:]

    init(_ repository: RepositoryName) { self.repository = repository }

    /// Adds the commits that a row counts; a row without any says that the repository was looked at.
    ///
    /// Each gets an id that follows from the row's facts and its number among equal ones, so that the same counts are the
    /// same commits whenever they come.
    mutating func add(_ row: Commit, copies count: Int, line: Int) throws(RowError) {
        lastLine = line
        if count == 0 {
            let (week, over) = (row.committed.week, AsOf.day(row.committed.day).lastCompleteWeek)
            since = min(since ?? week, week)
            lookedAt = max(lookedAt ?? over, over)
        }
        let facts = [row.committed.milliseconds / 1000, row.authored ?? 0, Int64(row.flags.rawValue)]
        let key = Array(facts.map(String.init).joined(separator: " ").utf8) + [0] + row.author
        let first = copies[key, default: 0]
        guard commits.count + count <= CommitLog.mostCounted else {
            throw RowError("impossible-count", "a repository has at most \(CommitLog.mostCounted) counted commits")
        }
        copies[key] = first + count
        for number in first..<first + count {
            let digest = WorkDigest.of(address: Array(repository.key.utf8), instant: Int64(number), subject: key)
            var commit = row
            commit.id = Array(hexadecimal(digest).utf8)
            _ = add(commit, line: line)
        }
    }

    /// The most commits of a repository that rows may count: a row takes a few bytes and each commit 50.
    private static let mostCounted = 1 << 22

    /// Adds a commit; false when it was added before.
    mutating func add(_ commit: Commit, line: Int) -> Bool {
        let count = ids.count
        guard commit.id.isEmpty || ids.index(of: commit.id) == count else { return false }
        newest = max(newest, commit.committed)
        lastLine = line
        let id = CommitLog.number(of: commit.id)
        if id == nil { namesCommits = false }
        commits.append(
            CommitRecord(
                id: id ?? 0,
                landed: commit.committed.milliseconds / 1000,
                landingID: 0,
                committedDay: commit.committed.day.index,
                authoredDay: commit.authored.map(day) ?? commit.committed.day.index,
                developer: commit.author.isEmpty ? -1 : Int32(authors.index(of: commit.author)),
                flags: commit.flags,
                work: CommitLog.work(of: commit)
            )
        )
        if commit.authored == nil { lacksAuthorTime = true }
        return true
    }

    /// The digest of a commit's work; 0 for a merge, and where its author's address, time or subject is unknown.
    private static func work(of commit: Commit) -> UInt64 {
        guard let authored = commit.authored, !commit.flags.contains(.merge) else { return 0 }
        let address = address(of: commit.author) ?? []
        return WorkDigest.of(address: address, instant: authored, subject: commit.subject)
    }

    /// The first eight bytes of an id, of one that begins with as many zeros, as numbered ids do, the last eight; nil for
    /// what is not 16 to 64 hexadecimal digits.
    private static func number(of id: [UInt8]) -> UInt64? {
        guard (16...64).contains(id.count), id.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
            return nil
        }
        let first = UInt64(String(decoding: id.prefix(16), as: UTF8.self), radix: 16)
        return first == 0 ? UInt64(String(decoding: id.suffix(16), as: UTF8.self), radix: 16) : first
    }

    /// What the log reports; covered are the weeks that were over when it was observed or looked at, else those before its
    /// newest commit's.
    func block(source: String, _ metrics: [Metric], _ context: ReadContext) -> CommitBlock {
        var commits = commits
        commits.markTwins()
        let names = (0..<authors.count).map { Array(authors[$0]) }
        let addresses = names.map(CommitLog.address)
        let scope: DeveloperScope =
            names.isEmpty || lacksAuthorTime
            ? .unnamed : addresses.allSatisfy { $0 != nil } ? .everywhere : .repository
        var block = CommitBlock(
            repository: repository,
            source: source,
            covered: context.hints.observedAt?.lastCompleteWeek ?? lookedAt ?? newest.week.advanced(by: -1),
            commits: commits,
            developers: zip(names, addresses).map { name, address in
                DeveloperID(address ?? Array("\(repository.key)\u{1F}".utf8) + name)
            }
        )
        block.log = CommitBlock.Log(metrics: metrics, namesCommits: namesCommits, line: lastLine)
        block.log?.since = since
        block.scope = scope
        return block
    }

    /// The address of an author, `name@host` or `Name <name@host>`; nil for one known by something else.
    private static func address(of author: [UInt8]) -> [UInt8]? {
        let address = parts(of: author).address
        return address.isEmpty ? nil : DeveloperAddress.normalised(Array(address))
    }

    /// What an author's commits are by name and address; nothing for a person's.
    static func programs(_ author: [UInt8]) -> CommitFlags {
        let (name, address) = parts(of: author)
        return BotRules.kind(name, address).map { $0 == .agent ? .agent : .bot } ?? []
    }

    /// The name and the address of an author as written, each empty where there is none.
    private static func parts(of author: [UInt8]) -> (name: [UInt8], address: [UInt8]) {
        if let open = author.firstIndex(of: UInt8(ascii: "<")), author.last == UInt8(ascii: ">") {
            let name = author[..<open].reversed().drop { $0 == UInt8(ascii: " ") }.reversed()
            let address = Array(author[(open + 1)...].dropLast())
            if address.contains(UInt8(ascii: "@")) { return (Array(name), address) }
        }
        return author.contains(UInt8(ascii: "@")) ? ([], author) : (author, [])
    }
}

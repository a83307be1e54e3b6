internal import CoinModel
internal import WorkerProtocol

/// One repository's commits as a log tells them, and their counts by the week of the committer time.
struct CommitTally {
    /// One commit.
    struct Commit {
        var instant: Instant
        var id: [UInt8] = []
        /// The author's bytes; empty where unknown.
        var author: [UInt8] = []
        /// When it was written, in seconds since 1970; nil where unknown.
        var authored: Int64?
        var isMerge = false
        var isBot = false
    }

    /// What a week comes to; bots are no developers.
    struct Counts {
        var commits = 0
        var merges = 0
        var bots = 0
        var developers = 0
        var developerDays = 0
    }

    private struct Presence: Hashable {
        var author: Int
        var day: Day
    }

    /// The repository.
    let repository: RepositoryName
    /// The time of its newest commit.
    private(set) var newest = Instant(milliseconds: .min)
    /// The last line that tells of it.
    private(set) var lastLine = 0
    private var commits = ByteKeys()
    private var authors = ByteKeys()
    private var counted: [Week: Counts] = [:]
    private var days: Set<Presence> = []
    private var columns = CommitColumns()
    private var lacksAuthorTime = false

    /// Whether all its ids are such as git gives, of which 16 digits and more tell commits apart.
    private(set) var hasIDs = true

    /// Nothing counted yet.
    init(_ repository: RepositoryName) {
        self.repository = repository
    }

    /// Counts a commit; false when it was counted before.
    mutating func take(_ commit: Commit, line: Int) -> Bool {
        let known = commits.count
        guard commit.id.isEmpty || commits.index(of: commit.id) == known else { return false }
        newest = max(newest, commit.instant)
        lastLine = line
        counted[commit.instant.week, default: Counts()].commits += 1
        if commit.isMerge { counted[commit.instant.week]?.merges += 1 }
        let author = commit.author.isEmpty ? nil : authors.index(of: commit.author)
        if commit.isBot {
            counted[commit.instant.week]?.bots += 1
        } else if let author {
            days.insert(Presence(author: author, day: commit.instant.day))
        }
        keep(commit, author: author)
        return true
    }

    private mutating func keep(_ commit: Commit, author: Int?) {
        guard hasIDs, let id = CommitTally.number(of: commit.id) else {
            hasIDs = false
            return
        }
        columns.ids.append(id)
        columns.landed.append(commit.instant.milliseconds / 1000)
        columns.committedDays.append(commit.instant.day.index)
        columns.authoredDays.append(commit.authored.map(day) ?? commit.instant.day.index)
        columns.developers.append(author.map { Int32($0) } ?? -1)
        var marks: CommitMarks = commit.isMerge ? .merge : []
        if commit.isBot { marks.insert(.bot) }
        columns.marks.append(marks)
        if commit.authored == nil { lacksAuthorTime = true }
    }

    /// The first eight bytes of an id; nil for what is none of 16 to 64 hexadecimal digits.
    private static func number(of id: [UInt8]) -> UInt64? {
        guard (16...64).contains(id.count) else { return nil }
        var number: UInt64 = 0
        for (place, byte) in id.enumerated() {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            if place < 16 { number = number << 4 | UInt64(digit) }
        }
        return number
    }

    /// The last week that was over when the log was made.
    func covered(_ context: ReadContext) -> Week {
        context.observedAt?.lastCompleteWeek ?? Week(containing: newest.day).advanced(by: -1)
    }

    /// The commits themselves; nil where the log does not tell which they are.
    func block(source: String, _ context: ReadContext) -> CommitBlock? {
        guard hasIDs, columns.count > 0 else { return nil }
        let names = (0..<authors.count).map { Array(authors[$0]) }
        let addresses = names.map(CommitTally.address)
        let scope: DeveloperScope =
            names.isEmpty || lacksAuthorTime
            ? .nobody : addresses.allSatisfy { $0 != nil } ? .everywhere : .repository
        return CommitBlock(
            repository: repository,
            source: source,
            tip: "",
            previousTip: nil,
            isRewritten: false,
            upstream: nil,
            mailmap: 0,
            roots: [],
            covered: covered(context),
            commits: columns,
            developers: zip(names, addresses).map { name, address in
                DeveloperID(address ?? Array("\(repository.key)\u{1F}".utf8) + name)
            },
            isLog: true,
            scope: scope
        )
    }

    /// The address of an author, `name@host` or `Name <name@host>`; nil for one known by something else.
    private static func address(of author: [UInt8]) -> [UInt8]? {
        var address = author[...]
        if let open = address.firstIndex(of: UInt8(ascii: "<")), address.last == UInt8(ascii: ">") {
            address = address[(open + 1)...].dropLast()
        }
        return address.contains(UInt8(ascii: "@")) ? DeveloperAddress.normalised(Array(address)) : nil
    }

    /// The weeks from the first commit's to a last one in order; a week without commits is all zeros.
    func weeks(through last: Week) -> [(Week, Counts)] {
        guard let first = counted.keys.min(), first <= last else { return [] }
        var weeks = counted
        for day in days { weeks[Week(containing: day.day)]?.developerDays += 1 }
        for pair in Set(days.map { Presence(author: $0.author, day: Week(containing: $0.day).start) }) {
            weeks[Week(containing: pair.day)]?.developers += 1
        }
        return (0...first.distance(to: last)).map { step in
            let week = first.advanced(by: step)
            return (week, weeks[week] ?? Counts())
        }
    }
}

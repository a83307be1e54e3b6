internal import CoinModel

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
    private var facts = LogCommits()

    /// Whether all its ids are such as git gives, by which commits can be told apart.
    var hasIDs: Bool { facts.hasIDs }

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
        facts.add(commit, author: author)
        return true
    }

    /// The last week that was over when the log was made.
    func covered(_ context: ReadContext) -> Week {
        context.observedAt?.lastCompleteWeek ?? Week(containing: newest.day).advanced(by: -1)
    }

    /// The commits themselves; nil where the log does not tell which they are.
    func block(source: String, _ context: ReadContext) -> CommitBlock? {
        let names = (0..<authors.count).map { Array(authors[$0]) }
        return facts.block(of: repository, source: source, authors: names, covered: covered(context))
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

internal import CoinModel

/// Counts one repository's commits by the week of their committer time.
struct CommitTally {
    /// One commit.
    struct Commit {
        var instant: Instant
        var id: [UInt8] = []
        /// The author's bytes; empty where unknown.
        var author: [UInt8] = []
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

    /// Nothing counted yet.
    init(_ repository: RepositoryName) {
        self.repository = repository
    }

    /// Counts a commit; false when it was counted before.
    mutating func take(_ commit: Commit, line: Int) -> Bool {
        let known = commits.count
        guard commits.index(of: commit.id) == known else { return false }
        newest = max(newest, commit.instant)
        lastLine = line
        counted[commit.instant.week, default: Counts()].commits += 1
        if commit.isMerge { counted[commit.instant.week]?.merges += 1 }
        if commit.isBot {
            counted[commit.instant.week]?.bots += 1
        } else if !commit.author.isEmpty {
            days.insert(Presence(author: authors.index(of: commit.author), day: commit.instant.day))
        }
        return true
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

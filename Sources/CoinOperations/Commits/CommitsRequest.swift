internal import CoinIdentity
public import CoinModel
internal import CoinSources
internal import Foundation
internal import WorkerProtocol

/// What a worker may use for one repository.
public struct ReadingLimits: Sendable {
    /// Processor seconds.
    public var cpu = 60
    /// Seconds by the clock.
    public var deadline = 120
    /// MiB of memory without mapped files.
    public var memory = 512

    /// The usual limits.
    public init() {}

    var worker: WorkerLimits {
        var limits = WorkerLimits()
        limits.processorSeconds = cpu
        limits.wallSeconds = deadline
        limits.memory = memory << 20
        return limits
    }
}

/// What a person asks of one repository's commits.
public struct CommitsRequest: Sendable {
    /// Which time of a commit puts it into a week.
    public enum Clock: String, Sendable, CaseIterable {
        /// When it came onto the default branch.
        case landing
        /// When it was committed, as plain git counts.
        case committer
        /// When it was authored.
        case author
    }

    /// The repository: a git directory, or a folder with one.
    public var path: String
    /// Which time puts a commit into a week.
    public var clock: Clock
    /// How many weeks, the newest ones; 0 for all.
    public var weeks: Int
    /// The columns as a person writes them; nil for all.
    public var columns: String?
    /// When the repository was taken from its origin.
    public var observedAt: Instant
    /// What the worker may use.
    public var limits = ReadingLimits()

    /// A request for all columns.
    public init(path: String, clock: Clock = .landing, weeks: Int = 52, observedAt: Instant) {
        (self.path, self.clock, self.weeks, self.observedAt) = (path, clock, weeks, observedAt)
    }

    /// What is read: a working tree may take its own table, the git directory in it, or a bare one, may not.
    public var gitDirectory: String {
        let inside = path + "/.git"
        return FileManager.default.fileExists(atPath: inside) ? inside : path
    }
}

/// The weeks of a repository's commits by one of their times.
struct ClockedWeeks {
    /// How many commits bear a time that no calendar has.
    let outside: Int
    /// How many landed at a time that stands in for one that is not believed.
    let replaced: Int

    private let counted: [Week: WeeklyCommitCounter.Counts]

    /// Days of the years 1 to 9999.
    private static let calendar: ClosedRange<Int32> = -719_162...2_932_896
    /// The week of 2005-01-01, before which no public repository was.
    private static let firstBelieved = Week(index: 1826)

    /// Counts the commits of a clone.
    init(_ clone: CloneCommits, clock: CommitsRequest.Clock) {
        let all = clone.commits
        let landed = all.map { Int32(clamping: $0.landed / 86_400) }
        let days =
            switch clock {
            case .landing: landed
            case .committer: all.map(\.committedDay)
            case .author: all.map(\.authoredDay)
            }
        let inside = days.indices.filter { ClockedWeeks.calendar.contains(days[$0]) }
        var commits = inside.map { all[$0] }
        outside = all.count - commits.count
        replaced = clock == .landing ? commits.count { $0.flags.contains(.replacedTime) } : 0
        commits.markTwins()
        var counter = WeeklyCommitCounter()
        var areWorks = [Bool](repeating: false, count: all.count)
        for (place, origin) in inside.enumerated() {
            areWorks[origin] = commits[place].flags.isDisjoint(with: [.merge, .twin])
            counter.add(
                Week(containing: Day(index: days[origin])),
                day: landed[origin],
                written: commits[place].authoredDay,
                developer: commits[place].developer,
                commits[place].flags
            )
        }
        var weeks = counter.weeks(without: counter.automatedAuthors)
        // As for developers, neither merges nor work that landed before count.
        var met: [Week: Set<UInt64>] = [:]
        for (commit, person) in clone.coauthors where areWorks[commit] {
            met[Week(containing: Day(index: days[commit])), default: []].insert(person)
        }
        for (week, people) in met { weeks[week]?.coauthors = people.count }
        counted = weeks
    }

    /// The newest `count` weeks (0: all) up to that of the newest commit's landing, oldest first, empty weeks included.
    func rows(last count: Int, newest: Week) -> [(Week, WeeklyCommitCounter.Counts)] {
        var weeks = counted.keys.sorted()
        // A clock set wrong makes a week of its own in the whole history; it does not make a thousand years of zeros.
        let believed = ClockedWeeks.firstBelieved...max(newest, ClockedWeeks.firstBelieved)
        guard var first = weeks.first(where: believed.contains) ?? weeks.first else { return [] }
        if count > 0 {
            first = max(first, newest.advanced(by: 1 - min(count, 1 << 20)))
            weeks = weeks.filter { first <= $0 && $0 <= newest }
        }
        let span = (0..<max(0, first.distance(to: newest) + 1)).map { first.advanced(by: $0) }
        let shown = weeks.filter { $0 < first } + span + weeks.filter { $0 >= first && $0 > newest }
        return shown.map { ($0, counted[$0] ?? WeeklyCommitCounter.Counts()) }
    }
}

internal import CoinIdentity
public import CoinModel
internal import Foundation
internal import WorkerProtocol

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
    /// What the worker may use: processor seconds, seconds by the clock, and MiB of memory without mapped files.
    public var limits = (cpu: 60, deadline: 120, memory: 512)

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

/// The weeks of a repository's commits by one of their times, as a worker reports them.
struct ClockedWeeks {
    /// How many commits bear a time that no calendar has.
    private(set) var outside = 0
    /// How many landed at a time that stands in for one that is not believed.
    private(set) var replaced = 0

    private let clock: CommitsRequest.Clock
    private let times: KeyPath<CommitBatch, [Int64]>
    /// The commits with a time that a calendar has, and their weeks.
    private var commits = CommitColumns()
    private var weeks: [Week] = []

    /// Seconds of the years 1 to 9999.
    private static let calendar: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
    /// The week of 2005-01-01, before which no public repository was.
    private static let firstBelieved = Week(index: 1826)

    init(clock: CommitsRequest.Clock) {
        self.clock = clock
        times = [.landing: \.landed, .committer: \.committed][clock, default: \.authored]
    }

    /// Counts some commits.
    mutating func add(_ batch: CommitBatch) {
        for (index, time) in batch[keyPath: times].enumerated() {
            guard ClockedWeeks.calendar.contains(time) else {
                outside += 1
                continue
            }
            let flags = CommitFlags(rawValue: batch.flags[index].rawValue)
            if flags.contains(.replacedTime), clock == .landing { replaced += 1 }
            weeks.append(Instant(seconds: time).week)
            commits.ids.append(batch.ids[index * 20..<index * 20 + 8].reduce(0) { $0 << 8 | UInt64($1) })
            commits.landed.append(batch.landed[index])
            commits.authoredDays.append(Int32(clamping: batch.authored[index] / 86_400))
            commits.developers.append(Int32(bitPattern: batch.developers[index]))
            commits.marks.append(flags)
            commits.works.append(batch.works[index])
        }
    }

    /// The newest `count` weeks (0: all) up to that of the newest commit's landing, oldest first, empty weeks included.
    func rows(last count: Int, newest: Week) -> [(Week, WeeklyCommitCounter.Counts)] {
        var commits = commits
        commits.markTwins()
        var counter = WeeklyCommitCounter()
        for (place, week) in self.weeks.enumerated() {
            counter.add(
                week,
                day: Int32(clamping: commits.landed[place] / 86_400),
                written: commits.authoredDays[place],
                developer: commits.developers[place],
                commits.marks[place]
            )
        }
        let counted = counter.weeks(without: counter.automatedAuthors)
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

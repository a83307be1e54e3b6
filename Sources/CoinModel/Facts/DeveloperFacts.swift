/// What is known of a coin's developers where all its counted repositories are known by their commits, of clones or of
/// logs that name the same people alike: united over them, without programs, merges and commits that belong to another
/// repository.
///
/// Column 0 of a weekly list is `w0`, the newest complete week. A developer is active in a week in which a commit landed.
public struct DeveloperFacts: Hashable, Sendable {
    /// Distinct developers of each week.
    public var developers: [Double]
    /// Distinct pairs of a developer and a UTC day of landing in each week.
    public var developerDays: [Double]
    /// Distinct developers of the last 12 weeks.
    public var recentDevelopers = 0
    /// Distinct developers of the last 52 weeks.
    public var yearDevelopers = 0
    /// Developers with 10 or more active author days in the 28 days that end with `w0`.
    public var fullTime = 0
    /// Developers with 1 to 9 of these.
    public var partTime = 0
    /// Developers of the last 12 weeks who were not active in the 40 weeks before.
    public var newcomers = 0
    /// Developers of the 40 weeks before the last 12 who were not active since.
    public var leavers = 0
    /// The share of the developer-days of the last 52 weeks that the most active developer has; nil without any.
    public var topShare: Double?
    /// The fewest developers who have half of the developer-days of the last 52 weeks; 0 without any.
    public var halfContributors = 0
    /// The same of the developer-days of each of four spans of 12 weeks, that of the last 12 first.
    public var halfOfSpans = [0, 0, 0, 0]
    /// Distinct developers of the 12 weeks before the last 12.
    public var earlierDevelopers = 0
    /// How many of these were active in the last 12.
    public var retained = 0
    /// Commits of the last 52 weeks that belong to another repository, such as the one that this is forked from.
    public var inheritedCommits = 0
    /// The most commits that one developer landed in one of the last 12 weeks.
    public var largestWeek = 0
    /// The most days on which one developer landed commits in one of the last 12 weeks.
    public var largestWeekDays = 0
    /// Developer-days of the last 12 weeks that also count for another coin and that nothing settles.
    public var sharedDays = 0
    /// Commits by people of the last 12 weeks that do.
    public var sharedCommits = 0
    /// What settles whose these are, as an entry of the coin list; nil without any.
    public var settlement: String?
    /// What makes the counts less sure than they look.
    public var flags: [ActivityFlag] = []

    /// Facts of so many weeks without any developer.
    public init(weeks: Int) {
        developers = Array(repeating: 0, count: weeks)
        developerDays = developers
    }
}

/// What makes counts of commits less sure than they look.
public enum ActivityFlag: String, Sendable, CaseIterable {
    /// The default branch of a repository was rewritten between two readings.
    case rewritten
    /// Over a quarter of the year's commits landed more than a year after they were authored.
    case imported
    /// One developer has over half of the year's commits, and more than 20 of them for each of the active days.
    case spam
    /// The share of merges changed by more than a fifth between the last 12 and the 40 weeks before, of 30 or more commits
    /// in each: commits are joined into one, or no longer, before they land.
    case policy
    /// One developer landed more commits in a week of the year than people do.
    case burst
    /// A commit's clock is not believed: it landed before 2005 or in the future.
    case clock
    /// A week of the last 12 since the first commit was not observed.
    case late

    /// The most commits that one person lands in a week: of the 26,303 weeks of persons in the real histories of 76
    /// repositories the busiest has 183, and one in a thousand more than 72.
    public static let mostWeeklyCommits = 200

    /// The same for people, as a part of a sentence.
    public var meaning: String {
        switch self {
        case .rewritten: "a branch was rewritten between two readings"
        case .imported: "over a quarter of the year’s commits landed more than a year after they were written"
        case .spam: "one developer made over half of the year’s commits, very many on each day"
        case .policy: "commits are joined into one before they land, or no longer, so counts of them are not comparable"
        case .burst: "one developer landed more commits in a week than people do"
        case .clock: "the clock of a commit is wrong"
        case .late: "a week of the last 12 was not observed yet"
        }
    }
}

public import CoinModel

/// What is known of a repository's commits as a whole by one source.
public struct CommitHistory: Hashable, Sendable {
    /// Its number in the store.
    public var entity: Int32
    /// The source of the commits.
    public var source: String
    /// Its key: `owner/name` in lower case.
    public var repository: String
    /// The newest commit of its default branch when it was last read, 40 hexadecimal digits.
    public var tip: String
    /// What stood for the rules by which addresses became developers.
    public var mailmap: UInt64
    /// The key of the repository that it says to come from; nil where it says none.
    public var upstream: String?
    /// The last week that was over when it was taken.
    public var covered: Week
    /// The newest landing, in seconds since 1970.
    public var newest: Int64
    /// The number of its commits.
    public var count: Int
    /// Whether its branch was ever rewritten between two readings.
    public var wasRewritten: Bool
    /// How often it was read.
    public var readings: Int
    /// Whether it comes from logs, which do not say when a commit landed.
    public var isLog: Bool
    /// How far the authors are identified: the least of all readings.
    public var scope: DeveloperScope
    /// The developers, by number, who land commits at a rate that no person does.
    public var automatedAuthors: Set<Int32>
    /// The UTC days of its releases, ascending; nil where its tags were never read or none names one.
    public var releaseDays: [Day]?
}

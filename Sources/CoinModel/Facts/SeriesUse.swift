/// Some weeks of one weekly series of a coin.
public struct SeriesUse: Hashable, Sendable {
    /// The series.
    public let series: Series
    /// The weeks, counted back from the newest complete one.
    public let weeks: Range<Int>

    /// Weeks of a series.
    public init(series: Series, weeks: Range<Int>) { (self.series, self.weeks) = (series, weeks) }

    /// A series of a cross-section.
    public enum Series: String, Sendable, CaseIterable {
        case commits, weeksWithoutRow, merges, botCommits, agentCommits, botMerges, commitsByPeople, developers,
            developerDays
        case close, volumeMean, volumeMedian, capitalisation
        case interest
        /// The newest price and the newest capitalisation, which may lie in the running week.
        case price, marketCap
        /// The newest supplies of the last four weeks.
        case circulatingSupply, totalSupply, maxSupply
    }
}

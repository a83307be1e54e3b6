/// The parts of a cross-section that columns are worked out from, so that a reader can leave the others empty.
///
/// Coins, repositories and who has which repository are always there.
public struct SectionParts: OptionSet, Sendable {
    /// A bit for each part.
    public let rawValue: Int

    /// The parts of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `price`, `marketCap` and `priceDisputes`.
    public static let newest = SectionParts(rawValue: 1 << 0)
    /// `close`.
    public static let close = SectionParts(rawValue: 1 << 1)
    /// `volumeMean`.
    public static let volumeMean = SectionParts(rawValue: 1 << 2)
    /// `volumeMedian`.
    public static let volumeMedian = SectionParts(rawValue: 1 << 3)
    /// `capitalisation`.
    public static let capitalisation = SectionParts(rawValue: 1 << 4)
    /// `marketSource`.
    public static let marketSource = SectionParts(rawValue: 1 << 5)
    /// `commits` and `weeksWithoutRow`.
    public static let commits = SectionParts(rawValue: 1 << 6)
    /// `merges`, `botCommits`, `agentCommits`, `botMerges`, `commitsByPeople`, `developers`, `developerDays` and `developerFacts`.
    public static let commitKinds = SectionParts(rawValue: 1 << 7)
    /// `interest` and `search`.
    public static let interest = SectionParts(rawValue: 1 << 8)
    /// The scales of `search`, which take `interest`.
    public static let interestScale = SectionParts(rawValue: 1 << 9)

    /// `firstCloseWeek`.
    public static let firstClose = SectionParts(rawValue: 1 << 10)
    /// `highestClose` and `lowestClose`, which take `close`.
    public static let extremes = SectionParts(rawValue: 1 << 11)
    /// `seeds`.
    public static let seeds = SectionParts(rawValue: 1 << 12)

    /// `priceChanges`.
    public static let spans = SectionParts(rawValue: 1 << 14)

    /// `circulatingSupply`, `totalSupply` and `maxSupply`.
    public static let supplies = SectionParts(rawValue: 1 << 13)

    /// `sourceFigures`.
    public static let details = SectionParts(rawValue: 1 << 15)

    /// `callBases`.
    public static let calls = SectionParts(rawValue: 1 << 16)

    /// `lastPrice` and `lastMarketCap`.
    public static let lastPrices = SectionParts(rawValue: 1 << 17)

    /// `figures`.
    public static let figures = SectionParts(rawValue: 1 << 18)

    /// `volumeGrounds`, which take `volumeMedian`.
    public static let volumeDigits = SectionParts(rawValue: 1 << 19)

    /// What `sourceFigures` has of the last day and of the lowest price; takes `details` and `newest`.
    public static let dayFigures = SectionParts(rawValue: 1 << 20)

    /// `fundamentals`.
    public static let fundamentals = SectionParts(rawValue: 1 << 21)

    /// `use`.
    public static let use = SectionParts(rawValue: 1 << 22)

    /// What developer activity is measured by.
    public static let development: SectionParts = [.commits, .commitKinds]
    /// What decides whether a coin is part of the universe that coins are compared within.
    public static let standing: SectionParts = [.development, .newest, .marketSource, .close]
    /// Everything.
    public static let all: SectionParts = [
        .standing, .close, .volumeMean, .volumeMedian, .capitalisation, .interest, .interestScale,
        .firstClose, .extremes, .seeds, .supplies, .spans, .details, .calls,
        .lastPrices, .figures, .volumeDigits, .dayFigures, .fundamentals, .use,
    ]
}

/// Some weeks of one weekly series of a coin.
public struct SeriesUse: Hashable, Sendable {
    /// The series.
    public let series: Series
    /// The weeks, counted back from the newest complete one.
    public let weeks: Range<Int>

    /// Weeks of a series.
    public init(series: Series, weeks: Range<Int>) { (self.series, self.weeks) = (series, weeks) }

    /// A series of a cross-section.
    public enum Series: Hashable, Sendable {
        case commits, weeksWithoutRow, merges, botCommits, agentCommits, botMerges, commitsByPeople, developers,
            developerDays
        case close, volumeMean, volumeMedian, capitalisation
        case interest
        /// The newest price and the newest capitalisation, which may lie in the running week.
        case price, marketCap
        /// The newest supplies of the last four weeks.
        case circulatingSupply, totalSupply, maxSupply
        /// The newest of a fundamental.
        case fundamental(Fundamental)
        /// The weeks of a use.
        case use(WeeklyUse)
        /// The days of releases by a host's list.
        case releases
        /// The newest number of issues or pull requests.
        case count(RepositoryCount)
    }
}

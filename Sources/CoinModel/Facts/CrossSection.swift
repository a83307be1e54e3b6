/// Everything that a ranking reads: the coins and their last weeks as of one moment, in columns.
///
/// NaN is missing throughout. Column `0` of a matrix is `w0`, the newest complete week, column `k` the week `k` before.
public struct CrossSection: Sendable {
    /// The moment up to which facts entered.
    public var asOf: AsOf
    /// The quote currency of all money, lower-case.
    public var quote: String
    /// The rates of the currency that money is shown in; nil where it is shown in `quote`.
    public var shown: ExchangeRates?
    /// What a source says of the market as a whole; nil where that was not read, or no source has it.
    public var figures: MarketFigures?
    /// The coins, by id in byte order.
    public var coins: [Coin]
    /// The sources of market data that were preferred, in order; none without a preference.
    public var preferredSources: [String] = []
    /// Which coins became others by then, whose figures before these continue.
    public var migrations: [CoinMigration] = []
    /// Newest price of the last 28 days at or before `asOf`, per coin.
    public var price: [DatedFigure?]
    /// Newest market capitalisation of the last 28 days at or before `asOf`, per coin; missing without that price.
    public var marketCap: [DatedFigure?]
    /// The price of that source and moment in the currency that is shown, where the source gives it in that, per coin; empty where
    /// money is shown as it is.
    public var shownPrice: [Double] = []
    /// The capitalisation in that currency, per coin; empty as the price is.
    public var shownMarketCap: [Double] = []
    /// Which sources have another price of that price's day, per coin; empty where the store has one source of prices.
    public var priceDisputes: [PriceDispute?] = []
    /// Newest price at or before `asOf`, however old it is, per coin.
    public var lastPrice: [DatedFigure?]
    /// Newest market capitalisation at or before `asOf`, however old it is and of whatever moment the price is, per coin.
    public var lastMarketCap: [DatedFigure?]
    /// Coins in circulation by the newest fact of the four newest complete weeks and the running one, per coin; 0 is a
    /// source's word for unknown.
    public var circulatingSupply: [Double]
    /// Coins that exist, by the same fact.
    public var totalSupply: [Double]
    /// Coins that can ever exist, by the same fact; missing without a limit.
    public var maxSupply: [Double]
    /// How the price changed over each span that ends with it, per coin and by place in `PriceSpan.allCases`.
    public var priceChanges = PriceChanges()
    /// The newest details that are not in a series, by the coin's place; coins of which nothing is known are absent.
    public var sourceFigures: [Int: SourceFigures] = [:]
    /// What is known of how much coins are used, by the coin's place; coins of which nothing is known are absent.
    public var fundamentals: [Int: CoinFundamentals] = [:]
    /// How much coins are used by the week, by the coin's place; coins of which nothing is known are absent.
    public var use: [Int: [WeeklyUse: UseWeeks]] = [:]
    /// The evidence of past rankings for calls, one for each preset that was judged; empty where it was not read.
    public var callBases: [CallBasis] = []
    /// Newest positive price of each week, per coin.
    public var close: WeeklyMatrix
    /// Mean of each week's volumes, per coin.
    public var volumeMean: WeeklyMatrix
    /// Median of each week's volumes, per coin.
    public var volumeMedian: WeeklyMatrix
    /// Why the volumes of 28 days look made up, by the coin's place; coins without such grounds are absent.
    public var volumeGrounds: [Int: [VolumeGround]] = [:]
    /// Newest market capitalisation of each week, per coin; 0 is a source's word for unknown.
    public var capitalisation: WeeklyMatrix
    /// Week of the first close ever known of any source, per coin; nil without any.
    public var firstCloseWeek: [Week?]
    /// Highest weekly close ever known, per coin, of the source that `close` is read from.
    public var highestClose: [Double]
    /// Lowest weekly close ever known, of the same source.
    public var lowestClose: [Double]
    /// The sources whose market series each coin's weeks were read from, with how many weeks each gave where they are chained;
    /// nil for a coin without any.
    public var marketSource: [String?]
    /// The repositories of all coins.
    public var repositories: [RepositoryHistory]
    /// Each coin's repositories, as indices into `repositories`.
    public var repositoriesOfCoin: [[Int]]
    /// What each of these is to the coin, at the same places.
    public var rolesOfCoin: [[RepositoryRole]]
    /// Commits of each week, per repository: 0 in an empty week that a source covered, and here as in the metrics below
    /// missing in all weeks where no source of the repository has the metric.
    public var commits: WeeklyMatrix
    /// 1 for a week that a weekly file left out between others of a repository, so that its commits are unknown.
    public var weeksWithoutRow: WeeklyMatrix
    /// Merges among the commits, per repository.
    public var merges: WeeklyMatrix
    /// Bot commits among the commits, per repository.
    public var botCommits: WeeklyMatrix
    /// Commits by AI agents among the commits, per repository.
    public var agentCommits: WeeklyMatrix
    /// Merges by bots or agents, which are among both, per repository.
    public var botMerges: WeeklyMatrix
    /// Commits by people where they were counted one by one and the other counts do not give them, per repository.
    public var commitsByPeople: WeeklyMatrix
    /// Distinct authors, per repository.
    public var developers: WeeklyMatrix
    /// Developer-days, per repository.
    public var developerDays: WeeklyMatrix
    /// What is known of a coin's developers beyond weekly sums, by its place; absent where not all its counted repositories are
    /// cloned.
    public var developerFacts: [Int: DeveloperFacts] = [:]
    /// What each coin's id puts into its random numbers: the first eight bytes, big-endian, of the SHA-256 of its UTF-8;
    /// empty where nothing is drawn.
    public var seeds: [UInt64] = []
    /// Search interest of each week in its own export's scale, per coin; the median of its pulls where there are several.
    public var interest: WeeklyMatrix
    /// What `interest` was read from, by the coin's place; coins without any are absent.
    public var search: [Int: CoinSearch] = [:]

    /// The coins in blocks whose weeks are read one after the other; none where all weeks are held.
    public var blocks: [[Int]] = []
    /// The newest closes of all coins where `close` does not hold them.
    public var newestCloses: WeeklyMatrix?

    /// Weeks that a cross-section holds: Y, and the week before it for the first weekly return.
    public static let weeks = 53

    /// A cross-section of these coins in which everything is missing, to be filled.
    public init(asOf: AsOf, quote: String, coins: [Coin], repositories: [RepositoryHistory]) {
        (self.asOf, self.quote, self.coins, self.repositories) = (asOf, quote, coins, repositories)
        func perCoin<Value>(_ missing: Value) -> [Value] { Array(repeating: missing, count: coins.count) }
        let ofCoins = WeeklyMatrix(rows: coins.count, weeks: CrossSection.weeks)
        let ofRepositories = WeeklyMatrix(rows: repositories.count, weeks: CrossSection.weeks)
        (price, marketCap, lastPrice, lastMarketCap) = (perCoin(nil), perCoin(nil), perCoin(nil), perCoin(nil))
        (highestClose, lowestClose) = (perCoin(.nan), perCoin(.nan))
        (circulatingSupply, totalSupply, maxSupply) = (perCoin(.nan), perCoin(.nan), perCoin(.nan))
        (close, capitalisation, volumeMean, volumeMedian) = (ofCoins, ofCoins, ofCoins, ofCoins)
        (firstCloseWeek, marketSource) = (perCoin(nil), perCoin(nil))
        interest = ofCoins
        (commits, weeksWithoutRow) = (ofRepositories, ofRepositories)
        (merges, botCommits, agentCommits) = (ofRepositories, ofRepositories, ofRepositories)
        (botMerges, commitsByPeople) = (ofRepositories, ofRepositories)
        (developers, developerDays) = (ofRepositories, ofRepositories)
        let indexOfKey = Dictionary(firstOf: repositories.enumerated().map { ($1.name.key, $0) })
        let known = coins.map { coin in coin.repositories.filter { indexOfKey[$0.key] != nil } }
        repositoriesOfCoin = known.map { $0.compactMap { indexOfKey[$0.key] } }
        rolesOfCoin = zip(coins, known).map { coin, names in names.map(coin.role) }
    }
}

/// What is known of a repository beside its weekly numbers.
public struct RepositoryHistory: Hashable, Sendable {
    /// `owner/name`.
    public let name: RepositoryName
    /// The week of its first own commit ever known, of its first one where none is its own; nil when no commit is known.
    public var firstActiveWeek: Week?
    /// The source whose series its weeks were read from; nil when none was loaded.
    public let source: String?
    /// Whether that source has each of its commits, so that agents' are all counted: none where it has none.
    public var hasEachCommit = false
    /// The UTC days of its releases, by the tags of a clone, else by a host's list of the last 28 days; nil where none is known.
    public var releaseDays: [Day]?
    /// Whether a host says that it has tags, which have no dates there, and no releases.
    public var hasTagsOnly = false
    /// Its issues and pull requests by the newest answer of the last 28 days; those that are not known are absent.
    public var counts: [RepositoryCount: DatedFigure] = [:]
    /// How many coins of the universe have it.
    public var coins = 1
    /// The coins that have it, by id in byte order, where there are several.
    public var holders: [String] = []
    /// The shares of its work that lists write for coins, by id.
    public var weights: [String: Double] = [:]
    /// How many commits that count here count in another repository too, by its key, because the graph does not show whose
    /// they are.
    public var shared: [String: Int] = [:]
    /// How many of its commits repeat the work of other ones in another repository, by its key, and count in both.
    public var twins: [String: Int] = [:]
    /// The key of the repository that holds nearly all commits of this one.
    public var mirrored: String?

    /// Whether it counts for several coins and no list says how it is shared out.
    public var isStandIn: Bool { coins > 1 && weights.isEmpty }

    /// What settles how its work is shared out, as entries of the coin list.
    public var weightEntry: String {
        let share = 1 / Double(max(2, coins))
        return "`\(name):\((100 * share).rounded() / 100)` into `repos` of \(listed(holders))"
    }

    /// The share of its work that is a coin's: the written one, by the sum of all where every coin has one or they are over
    /// 1; the rest in equal parts for coins without.
    public func share(of coin: String) -> Double {
        let written = weights.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
        guard let own = weights[coin] else { return max(0, 1 - written) / Double(max(1, coins - weights.count)) }
        return weights.count >= coins || written > 1 ? own / written : own
    }

    /// The history of a repository.
    public init(name: RepositoryName, firstActiveWeek: Week?, source: String?) {
        (self.name, self.firstActiveWeek, self.source) = (name, firstActiveWeek, source)
    }
}

// What money is shown in; see `ExchangeRates`.
extension CrossSection {
    /// The currency that money is shown in, lower-case.
    public var shownQuote: String { shown?.code ?? quote }

    /// By what an amount of each week is divided to be shown: the dollars of a unit of the shown currency in that week, NaN
    /// where no rate is known; 1 where money is shown as it is.
    public var dollarsOfWeeks: [Double] {
        (0..<CrossSection.weeks).map { weeksBack in
            guard let shown else { return 1 }
            return shown.rate(of: asOf.lastCompleteWeek.advanced(by: -weeksBack))?.value ?? .nan
        }
    }
}

extension CrossSection {
    /// The tags of a coin: those of its list, then those of sources, each once in one spelling.
    public func tags(of coin: Int) -> [String] {
        CoinTag.spelled(coins[coin].listedTags + (sourceFigures[coin]?.categories ?? []))
    }

    /// How the price of a coin changed over the span at a place of `PriceSpan.allCases`; nil where it is not known, or was not
    /// read.
    public func priceChange(of coin: Int, over place: Int) -> PriceChange? {
        priceChanges.isEmpty ? nil : priceChanges[coin, place, price[coin]]
    }
}

// A cross-section of many coins holds their weeks a block at a time.
extension CrossSection {
    /// The most coins whose weeks are held all at once where blocks will do, and the size of these.
    public static let coinsInBlock = 2048

    /// Its weekly series of coins, with the parts that they belong to.
    private static var ofCoins: [(part: SectionParts, matrix: WritableKeyPath<CrossSection, WeeklyMatrix>)] {
        [
            (.close, \.close), (.volumeMean, \.volumeMean), (.volumeMedian, \.volumeMedian),
            (.capitalisation, \.capitalisation), (.interest, \.interest),
        ]
    }

    /// Those of repositories.
    private static var ofRepositories: [(part: SectionParts, matrix: WritableKeyPath<CrossSection, WeeklyMatrix>)] {
        [
            (.commits, \.commits), (.commits, \.weeksWithoutRow), (.commitKinds, \.merges),
            (.commitKinds, \.botCommits), (.commitKinds, \.agentCommits), (.commitKinds, \.botMerges),
            (.commitKinds, \.commitsByPeople), (.commitKinds, \.developers), (.commitKinds, \.developerDays),
        ]
    }

    /// The same with the weeks of some coins and their repositories in memory, those of some parts; itself where it holds all.
    public func holding(_ coins: [Int], _ parts: SectionParts) -> CrossSection {
        guard !blocks.isEmpty else { return self }
        var section = self
        var seen: Set<Int> = []
        let rows = coins.flatMap { repositoriesOfCoin[$0] }.filter { seen.insert($0).inserted }
        let chosenCoins = ChosenRows(coins, of: self.coins.count)
        let chosenRepositories = ChosenRows(rows, of: repositories.count)
        for series in CrossSection.ofCoins where parts.contains(series.part) {
            section[keyPath: series.matrix] = self[keyPath: series.matrix].holding(chosenCoins)
        }
        for series in CrossSection.ofRepositories where parts.contains(series.part) {
            section[keyPath: series.matrix] = self[keyPath: series.matrix].holding(chosenRepositories)
        }
        return section
    }

    /// How many of the newest weeks say whether one coin follows another.
    public static let weeksOfDerivatives = 13

    /// Closes of all coins, of so many weeks or more.
    public var closesOfAll: WeeklyMatrix { newestCloses ?? close }

    /// Checks that all weeks could be read.
    ///
    /// - Throws: what the reading of any failed with.
    public func checkReading() throws {
        for series in CrossSection.ofCoins + CrossSection.ofRepositories {
            if let failure = self[keyPath: series.matrix].failure { throw failure }
        }
    }
}

public import CoinModel

/// The weeks of coins as of one moment.
///
/// This is the only place where a coin's weeks are made: columns with unit, meaning and value. Whatever shows weeks of a
/// coin takes them from here.
public struct CoinWeeks {
    /// A column of the table.
    public enum Series: String, CaseIterable, Sendable {
        /// Commits, those of bots and merges among them.
        case commits
        /// Those that are neither merges nor bots' or agents'; without `bot_merges` so many at most.
        case people = "commits_by_people"
        /// Those of two parents or more.
        case merges
        /// Those of bots.
        case bots = "bot_commits"
        /// Those of AI agents.
        case agents = "agent_commits"
        /// Merges of bots or agents.
        case botMerges = "bot_merges"
        /// All commits as the `classic` preset adds them up.
        case covered
        /// Distinct developers, united over the repositories.
        case developers
        /// The same, where they cannot be united their sum.
        case mostDevelopers = "developers_at_most"
        /// Distinct pairs of a developer and a day.
        case developerDays = "developer_days"
        /// Newest price.
        case close
        /// Newest capitalisation.
        case capitalisation = "market_cap"
        /// Mean of the volumes.
        case volume
        /// Median of the volumes.
        case volumeMedian = "volume_median"
        /// Search interest.
        case interest
        /// How many exports that is the median of.
        case pulls
    }

    /// The parts of a cross-section that the table is made from.
    public static let parts: SectionParts = [
        .development, .close, .volumeMean, .capitalisation, .interest, .marketSource,
    ]

    /// The cross-section that they are weeks of.
    public let section: CrossSection
    private let dollars: [Double]

    /// The weeks of all coins of a cross-section.
    public init(_ section: CrossSection) {
        self.section = section
        dollars = section.dollarsOfWeeks
    }

    /// A coin's values, from the newest complete week backwards, money in the currency that is shown; NaN where missing.
    public func values(_ series: Series, of coin: Int) -> [Double] {
        let weeks = RepositoryWeeks(coin, section)
        return (0..<CrossSection.weeks).map { value(series, of: coin, weeks, $0) }
    }

    /// A coin's commits of a week so many before the newest complete one that are merges or bots' or agents'; NaN where no source of
    /// it counts either apart.
    public func excluded(of coin: Int) -> (Int) -> Double {
        let (all, people) = (values(.commits, of: coin), values(.people, of: coin))
        let (merges, bots) = (section.merges, section.botCommits)
        let rows = RepositoryWeeks(coin, section).rows
        return { weeksBack in
            let isKnown =
                all.indices.contains(weeksBack)
                && rows.contains { merges[$0, weeksBack].isFinite || bots[$0, weeksBack].isFinite }
            return isKnown ? all[weeksBack] - people[weeksBack] : .nan
        }
    }

    /// Whether money of a week is missing for want of a rate alone.
    public func lacksRate(_ series: Series, of coin: Int, _ weeksBack: Int) -> Bool {
        dollars[weeksBack].isNaN && amounts(series).map { $0[coin, weeksBack].isFinite } ?? false
    }

    /// Whether commits by people may be fewer in any of some weeks: it is not known which merges are bots'.
    public func arePeopleAtMost(of coin: Int, in weeks: Range<Int> = 0..<52) -> Bool {
        RepositoryWeeks(coin, section).arePeopleAtMost(in: weeks, section)
    }

    /// Whether the developers of any week are known as a sum over the repositories alone.
    public func areDevelopersSummed(of coin: Int) -> Bool {
        zip(values(.developers, of: coin), values(.mostDevelopers, of: coin)).contains { $0.isNaN && $1.isFinite }
    }

    private func value(_ series: Series, of coin: Int, _ weeks: RepositoryWeeks, _ weeksBack: Int) -> Double {
        switch series {
        case .commits: weeks.total(weeksBack) { section.commits[$0, $1] }
        case .people: weeks.total(weeksBack) { section.commitsByPeople($0, $1) }
        case .merges: weeks.total(weeksBack) { section.merges[$0, $1] }
        case .bots: weeks.total(weeksBack) { section.botCommits[$0, $1] }
        case .agents: weeks.total(weeksBack) { section.agentCommits($0, $1) }
        case .botMerges: weeks.total(weeksBack) { section.botMerges[$0, $1] }
        case .covered: weeks.covered(weeksBack, section)
        case .developers: weeks.developers(weeksBack, section)
        case .mostDevelopers: weeks.mostDevelopers(weeksBack, section)
        case .developerDays: weeks.developerDays(weeksBack, section)
        case .interest: section.interest[coin, weeksBack]
        case .pulls where section.interest[coin, weeksBack].isNaN: .nan
        case .pulls:
            section.search[coin].flatMap { search in
                search.pulls.isEmpty ? nil : Double(search.pulls.count { !$0.weeks[weeksBack].isNaN })
            } ?? 1
        case .close, .capitalisation, .volume, .volumeMedian:
            amounts(series).map { $0[coin, weeksBack] / dollars[weeksBack] } ?? .nan
        }
    }

    private func amounts(_ series: Series) -> WeeklyMatrix? {
        switch series {
        case .close: section.close
        case .capitalisation: section.capitalisation
        case .volume: section.volumeMean
        case .volumeMedian: section.volumeMedian
        default: nil
        }
    }
}

extension CoinWeeks.Series {
    /// The name of its column, which says the currency of money.
    public func name(quote: String) -> String { column.unit == nil ? "\(rawValue)_\(quote)" : rawValue }

    /// The title of its column, the unit of its values, nil for money, and what they are.
    public var column: (title: String, unit: String?, meaning: String) {
        let (commits, developers) = (Metric.commits.unit, Metric.developers.unit)
        let once = "each once over the coin's repositories"
        let rule =
            "Commits by people: commits − merges − bot_commits − agent_commits + bot_merges; without bot_merges commits "
            + "less the larger of merges and of bot_commits + agent_commits, so many at most."
        return switch self {
        case .commits, .covered:
            ("Commits", commits, "Commits of the coin's repositories, those of bots and merges among them.")
        case .people: ("By people", commits, rule)
        case .merges: ("Merges", commits, "Those of the commits that are merges.")
        case .bots: ("By bots", commits, "Those of the commits that bots made.")
        case .agents: ("By agents", commits, "Those of the commits that AI agents made.")
        case .botMerges: ("Bot merges", commits, "Those that are both merges and by bots or agents.")
        case .developers: ("Developers", developers, "Distinct developers, \(once).")
        case .mostDevelopers:
            ("Developers, at most", developers, "Developers, \(once); where the source does not name them, the sum.")
        case .developerDays:
            (
                "Developer-days", Metric.developerDays.unit,
                "Distinct (developer, UTC day) pairs, \(once); where the source does not name developers, the sum."
            )
        case .close: ("Close", nil, "Newest positive price of the week.")
        case .capitalisation: ("Market cap", nil, "Newest market capitalisation of the week.")
        case .volume: ("Volume", nil, "Mean of the week's 24-hour volumes.")
        case .volumeMedian: ("Volume", nil, "Median of the week's 24-hour volumes.")
        case .interest:
            ("Interest", Metric.interest.unit, "Search interest on its own export's 0–100 scale; ½ stands for `<1`.")
        case .pulls: ("Pulls", "exports", "How many exports of the search (pulls) the interest is the median of.")
        }
    }
}

extension AsOf {
    /// The moments that years of 52 weeks end with, the newest first, back to the one that holds a week; the only loop
    /// that goes back by years.
    public func years(backTo first: Week) -> [AsOf] {
        var years = [self]
        while let last = years.last, last.lastCompleteWeek.advanced(by: -52) >= first { years.append(last.yearBefore) }
        return years
    }

    /// The end of the week 52 weeks before the newest complete one.
    public var yearBefore: AsOf { .day(lastCompleteWeek.advanced(by: -52).lastDay) }
}

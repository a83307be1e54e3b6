internal import CoinModel

/// A coin's weeks of developer activity, joined from its repositories.
///
/// A week is observed for the coin when it is for every one of its repositories born by then (unborn ones add 0) and
/// when it is not before the coin's first commit ever known. A repository that no input counts is left out.
struct DeveloperWeeks {
    /// Commits by people: without merges and bots where the sources tell them apart.
    let commits: WeeklySeries
    /// The unit of the robust measure: developer-days where every repository has them, else commits by people stand in.
    let units: WeeklySeries
    let unitName: String
    /// Whether that unit is developer-days.
    let hasDeveloperDays: Bool
    /// Distinct developers of each week, united over the repositories where all are cloned, else added up; missing where
    /// one of them has none told.
    let developers: WeeklySeries
    /// The distinct developers of Y where all repositories are cloned, else a lower bound; NaN where no source counts any.
    ///
    /// Elsewhere weeks are counted apart, and nothing says who of one week is back in the next, so it is the largest
    /// number of a week in one repository.
    let leastDevelopers: Double
    /// What makes the counts less sure than they look.
    let flags: [ActivityFlag]
    /// How many of the coin's repositories were counted, and how many it has.
    let counted: Int
    let listed: Int
    /// Where the counts came from.
    let sources: [String]
    /// The first week with a commit ever known.
    let firstActive: Week?
    /// How many weeks before `w0` the newest one is that was looked at in all repositories, those before the first
    /// commit included; nil when there is none.
    let newestObserved: Int?

    init(_ coin: Int, _ section: CrossSection) {
        let rows = section.repositoriesOfCoin[coin].filter { section.repositories[$0].source != nil }
        let born = rows.map { section.repositories[$0].firstActiveWeek }
        listed = Set(section.coins[coin].repositories).count
        counted = rows.count
        sources = Set(rows.compactMap { section.repositories[$0].source }).sorted()
        let first = born.compactMap { $0 }.min()
        firstActive = first

        let newest = section.asOf.lastCompleteWeek
        /// How many of the newest weeks a repository, or the coin, has lived.
        func weeks(since first: Week?) -> Int { first.map { $0.distance(to: newest) + 1 } ?? 0 }
        let (lives, life) = (born.map(weeks), weeks(since: first))
        /// Total over the repositories born by a week; NaN when one of them was not observed.
        func total(_ ago: Int, _ value: (_ row: Int, _ ago: Int) -> Double) -> Double {
            var total = 0.0
            for (row, life) in zip(rows, lives) where ago < life { total += value(row, ago) }
            return total
        }
        let newestFirst = 0..<CrossSection.weeks
        func series(_ value: (_ row: Int, _ ago: Int) -> Double) -> WeeklySeries {
            WeeklySeries(newestFirst.map { $0 < life ? total($0, value) : .nan })
        }

        let commits = series { section.commitsByPeople($0, $1) }
        newestObserved = newestFirst.first { ago in
            rows.contains { !section.commits[$0, ago].isNaN } && !total(ago) { section.commits[$0, $1] }.isNaN
        }
        let facts = section.developerFacts[coin]
        let most = facts == nil ? section.commitsOfOne(in: coin, Window.year, isKnown: true) : 0
        flags = facts?.flags ?? (most > Double(ActivityFlag.mostWeeklyCommits) ? [.burst] : [])
        /// A series of the facts in the observed weeks; nil without facts.
        func united(_ weeks: [Double]?) -> WeeklySeries? {
            weeks.map { WeeklySeries(zip(commits.values, $0).map { $0.isNaN ? .nan : $1 }) }
        }
        let days = united(facts?.developerDays) ?? series { section.developerDays[$0, $1] }
        let hasDays = !days.isEmpty && Window.year.allSatisfy { commits.values[$0].isNaN || !days.values[$0].isNaN }
        self.commits = commits
        hasDeveloperDays = hasDays
        developers = united(facts?.developers) ?? series { section.developers[$0, $1] }
        unitName = hasDays ? "developer-days" : "commits"
        units = hasDays ? days : commits
        leastDevelopers =
            facts.map { Double($0.yearDevelopers) }
            ?? rows.reduce(.nan) { most, row in
                Window.year.reduce(most) { .maximum($0, section.developers[row, $1]) }
            }
    }

    /// What the dispersion is multiplied by: 2 where flags make the counts doubtful, so that less is believed of them.
    var doubt: Double { flags.isEmpty ? 1 : 2 }

    /// The commits that the mean over Y takes; up to a newest week those before the first commit count as 0.
    func yearCommits(plainTo newest: Week?) -> WeeklySeries {
        guard let newest, let life = firstActive.map({ $0.distance(to: newest) + 1 }) else { return commits }
        return WeeklySeries(commits.values.enumerated().map { $0.offset < life ? $0.element : 0 })
    }

    /// The commits of each observed week, those of a repository shared out equally among the coins that have it, so that
    /// the sum over the universe counts each commit once.
    func sharedCommits(_ coin: Int, _ section: CrossSection) -> WeeklySeries {
        let rows = section.repositoriesOfCoin[coin].filter { section.repositories[$0].source != nil }
        return WeeklySeries(
            commits.values.enumerated().map { ago, whole in
                guard !whole.isNaN else { return whole }
                return rows.reduce(0) { total, row in
                    let own = section.commitsByPeople(row, ago)
                    return own.isNaN ? total : total + own / Double(section.repositories[row].coins)
                }
            }
        )
    }

    /// All repositories' commits in each week that any of them covers, as the `classic` preset adds them up: a week
    /// without a row between others is 0.
    static func coveredCommits(_ coin: Int, _ section: CrossSection) -> WeeklySeries {
        var total = [Double](repeating: .nan, count: CrossSection.weeks)
        for repository in section.repositoriesOfCoin[coin] {
            let rows = section.commits[row: repository]
            for (ago, value) in rows.enumerated()
            where !value.isNaN || section.weeksWithoutRow[repository, ago] > 0 {
                let commits = value.isNaN ? 0 : value
                total[ago] = total[ago].isNaN ? commits : total[ago] + commits
            }
        }
        return WeeklySeries(total)
    }
}

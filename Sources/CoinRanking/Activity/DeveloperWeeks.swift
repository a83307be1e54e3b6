internal import CoinModel

/// A coin's weeks of developer activity (`RepositoryWeeks`) since its first commit ever known, as measures take them.
struct DeveloperWeeks {
    /// Commits by people: without merges and bots where the sources mark them.
    let commits: WeeklySeries
    /// The unit of the robust measure: developer-days where every repository has them, else commits by people stand in.
    let units: WeeklySeries
    let unitName: String
    /// Whether that unit is developer-days.
    let hasDeveloperDays: Bool
    /// Distinct developers of each week; where the sources name no developers the sum over the repositories, so that a ratio of
    /// theirs is one of sums.
    let developers: WeeklySeries
    /// The distinct developers of Y where all repositories are cloned, else a lower bound; NaN where no source counts any.
    ///
    /// Elsewhere weeks are counted apart, and nothing says who of one week is back in the next, so it is the largest
    /// number of a week in one repository.
    let leastDevelopers: Double
    /// What makes the counts less sure than they look.
    let flags: [ActivityFlag]
    /// Units of R that also count for another coin and that nothing settles, and what would, as the coin list has it.
    let shared: (units: Double, settlement: String?)
    /// Whether all units of Y are in side repositories.
    let isSide: Bool
    /// Whether commits by people may be fewer in any week of Y.
    let arePeopleAtMost: Bool
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
        let weeks = RepositoryWeeks(coin, section)
        listed = Set(section.coins[coin].repositories).count
        counted = weeks.rows.count
        sources = Set(weeks.rows.compactMap { section.repositories[$0].source }).sorted()
        firstActive = weeks.firstActive
        let newestFirst = 0..<CrossSection.weeks
        func series(_ value: (_ weeksBack: Int) -> Double) -> WeeklySeries {
            WeeklySeries(newestFirst.map { $0 < weeks.life ? value($0) : .nan })
        }

        // In a closure that is passed on at once: a method as a value takes a copy of the section along, one for each week.
        let commits = series { weeks.total($0) { section.commitsByPeople($0, $1) } }
        newestObserved = newestFirst.first { !weeks.total($0) { section.commits[$0, $1] }.isNaN }
        let facts = section.developerFacts[coin]
        let most = facts == nil ? section.commitsOfOne(in: coin, Window.year, isKnown: true) : 0
        let isLate = !weeks.rows.isEmpty && Window.recent.contains { $0 < weeks.life && commits.values[$0].isNaN }
        flags =
            (facts?.flags ?? (most > Double(ActivityFlag.mostWeeklyCommits) ? [.burst] : [])) + (isLate ? [.late] : [])
        let days = series { weeks.developerDays($0, section) }
        let hasDays = !days.isEmpty && Window.year.allSatisfy { commits.values[$0].isNaN || !days.values[$0].isNaN }
        self.commits = commits
        hasDeveloperDays = hasDays
        developers = series { weeks.mostDevelopers($0, section) }
        unitName = hasDays ? "developer-days" : "commits"
        units = hasDays ? days : commits
        shared = section.sharedUnits(of: coin, inDays: hasDays)
        isSide = section.isSide(coin)
        arePeopleAtMost = weeks.arePeopleAtMost(in: Window.year, section)
        leastDevelopers =
            facts.map { Double($0.yearDevelopers) }
            ?? weeks.rows.reduce(.nan) { most, row in
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

    /// The commits of each observed week, those of a repository shared out among the coins that have it by written weights,
    /// else equally, so that the sum over the universe counts each commit once.
    func sharedCommits(_ coin: Int, _ section: CrossSection) -> WeeklySeries {
        let rows = section.repositoriesOfCoin[coin].filter { section.repositories[$0].source != nil }
        return WeeklySeries(
            commits.values.enumerated().map { weeksBack, whole in
                guard !whole.isNaN else { return whole }
                return rows.reduce(0) { total, row in
                    let own = section.commitsByPeople(row, weeksBack)
                    return own.isNaN ? total : total + own * section.repositories[row].share(of: section.coins[coin].id)
                }
            }
        )
    }

    /// All repositories' commits in each week that any of them covers, as the `classic` preset adds them up.
    static func coveredCommits(_ coin: Int, _ section: CrossSection) -> WeeklySeries {
        let weeks = RepositoryWeeks(coin, section)
        return WeeklySeries((0..<CrossSection.weeks).map { weeks.covered($0, section) })
    }
}

extension CrossSection {
    /// The units of R of a coin that also count for another one, by its commits where these are known, else those of
    /// repositories that several coins list without weights; and what settles it.
    fileprivate func sharedUnits(of coin: Int, inDays: Bool) -> (units: Double, settlement: String?) {
        if let facts = developerFacts[coin] {
            return (Double(inDays ? facts.sharedDays : facts.sharedCommits), facts.settlement)
        }
        // It captures the repositories alone: with `self` the whole section would be copied.
        let rows = Set(repositoriesOfCoin[coin]).filter { [repositories] in repositories[$0].isStandIn }.sorted()
        if rows.isEmpty { return (0, nil) }
        let counts = rows.map { units(of: $0, Window.recent, inDays: inDays) }
        let most = counts.indices.max { counts[$0] < counts[$1] }
        return (sum(counts), most.map { repositories[rows[$0]].weightEntry })
    }

    /// Whether a coin has units of Y, all of them in side repositories.
    fileprivate func isSide(_ coin: Int) -> Bool {
        guard rolesOfCoin[coin].contains(where: \.isSide) else { return false }
        let isActive = repositoriesOfCoin[coin].map { row in
            units(of: row, Window.year, inDays: true) + units(of: row, Window.year, inDays: false) > 0
        }
        let active = zip(rolesOfCoin[coin], isActive).filter(\.1)
        return !active.isEmpty && active.allSatisfy(\.0.isSide)
    }

    /// The observed units of a repository in a window.
    private func units(of row: Int, _ window: Range<Int>, inDays: Bool) -> Double {
        sum(window.map { inDays ? developerDays[row, $0] : commitsByPeople(row, $0) }.filter(\.isFinite))
    }
}

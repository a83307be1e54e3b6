/// The weeks of a coin's repositories as weeks of the coin.
///
/// This is the only place where counts of repositories become a coin's: a week is observed for the coin when it is for
/// every one of its repositories born by then; unborn ones add 0, and one that no input counts is left out.
public struct RepositoryWeeks: Sendable {
    /// The rows of the repositories that an input counts.
    public let rows: [Int]
    /// The week of the first commit ever known; nil without any.
    public let firstActive: Week?
    /// How many of the newest weeks the coin has lived.
    public let life: Int
    private let facts: DeveloperFacts?
    private let lives: [Int]

    /// The repositories of a coin of a cross-section.
    public init(_ coin: Int, _ section: CrossSection) {
        facts = section.developerFacts[coin]
        rows = section.repositoriesOfCoin[coin].filter { section.repositories[$0].source != nil }
        let born = rows.map { section.repositories[$0].firstActiveWeek }
        firstActive = born.compactMap { $0 }.min()
        let newest = section.asOf.lastCompleteWeek
        func weeks(since first: Week?) -> Int { first.map { $0.distance(to: newest) + 1 } ?? 0 }
        lives = born.map(weeks)
        life = weeks(since: firstActive)
    }

    /// The total of a week, so many weeks before the newest complete one; NaN where it was not observed.
    ///
    /// Before the first commit it is 0 where any repository was looked at.
    public func total(_ weeksBack: Int, _ value: (_ row: Int, _ weeksBack: Int) -> Double) -> Double {
        guard weeksBack < life else {
            return rows.contains { value($0, weeksBack).isFinite } ? 0 : .nan
        }
        var total = 0.0
        for (row, life) in zip(rows, lives) where weeksBack < life { total += value(row, weeksBack) }
        return total
    }

    /// The distinct developers of a week, united over the repositories; NaN where no input knows them, and where several
    /// repositories have some and their sources name no developers.
    public func developers(_ weeksBack: Int, _ section: CrossSection) -> Double {
        guard facts == nil else { return mostDevelopers(weeksBack, section) }
        let active = zip(rows, lives).count { weeksBack < $1 && section.developers[$0, weeksBack] > 0 }
        return active > 1 ? .nan : mostDevelopers(weeksBack, section)
    }

    /// The same, but where the sources name no developers the sum over the repositories: so many at most.
    public func mostDevelopers(_ weeksBack: Int, _ section: CrossSection) -> Double {
        people(weeksBack, section, \.developers, section.developers)
    }

    /// Distinct pairs of a developer and a UTC day of landing, united over the repositories; where the sources name no developers
    /// the sum over these.
    public func developerDays(_ weeksBack: Int, _ section: CrossSection) -> Double {
        people(weeksBack, section, \.developerDays, section.developerDays)
    }

    private func people(
        _ weeksBack: Int,
        _ section: CrossSection,
        _ united: KeyPath<DeveloperFacts, [Double]>,
        _ counts: WeeklyMatrix
    ) -> Double {
        guard let facts else { return total(weeksBack) { counts[$0, $1] } }
        return total(weeksBack) { section.commits[$0, $1] }.isNaN ? .nan : facts[keyPath: united][weeksBack]
    }

    /// Whether commits by people may be fewer in any of some weeks: it is not known which merges are bots'.
    public func arePeopleAtMost(in weeks: Range<Int>, _ section: CrossSection) -> Bool {
        rows.contains { row in
            weeks.contains { section.commits[row, $0].isFinite && section.commitKinds(row, $0).isAtMost }
        }
    }

    /// All repositories' commits of a week that any of them covers, as the `classic` preset adds them up: a week without
    /// a row between others is 0.
    public func covered(_ weeksBack: Int, _ section: CrossSection) -> Double {
        rows.reduce(.nan) { total, row in
            let own = section.commits[row, weeksBack]
            let isCovered = !own.isNaN || section.weeksWithoutRow[row, weeksBack] > 0
            return isCovered ? (total.isNaN ? 0 : total) + (own.isNaN ? 0 : own) : total
        }
    }
}

/// The commits of a repository's week by who made them.
///
/// This is the only place where merges, bots and agents leave a count: all = people + merges + bots + agents − bot merges
/// in every table.
public struct CommitKinds: Hashable, Sendable {
    /// Commits that are neither merges nor bots' or agents'; NaN where the week was not observed.
    public let people: Double
    /// Whether these may be fewer: it is not known how many of the merges are bots' or agents'.
    public let isAtMost: Bool

    /// The kinds of some commits, by counts that are NaN where the source has none: these then leave nothing out, and
    /// without `botMerges`, which are in both counts, the larger of merges and of bots' and agents' commits is left out.
    ///
    /// What was counted commit by commit as by people stands.
    public init(
        all: Double,
        merges: Double,
        bots: Double,
        agents: Double,
        botMerges: Double,
        people counted: Double = .nan
    ) {
        func known(_ count: Double) -> Double { count.isNaN ? 0 : count }
        let (merges, programs) = (known(merges), known(bots) + known(agents))
        isAtMost = counted.isNaN && botMerges.isNaN && merges > 0 && programs > 0
        let most = Double.minimum(merges, programs)
        let others = merges + programs - (botMerges.isNaN ? most : .minimum(most, botMerges))
        people = all.isNaN ? all : counted.isNaN ? .maximum(0, all - others) : counted
    }
}

extension CrossSection {
    /// The commits of a repository's week, so many weeks before the newest complete one, by who made them.
    public func commitKinds(_ row: Int, _ weeksBack: Int) -> CommitKinds {
        CommitKinds(
            all: commits[row, weeksBack],
            merges: merges[row, weeksBack],
            bots: botCommits[row, weeksBack],
            agents: agentCommits(row, weeksBack),
            botMerges: botMerges[row, weeksBack],
            people: commitsByPeople[row, weeksBack]
        )
    }

    /// Those of them by agents; 0 of a source that has each commit and none of theirs, NaN where it is not known.
    public func agentCommits(_ row: Int, _ weeksBack: Int) -> Double {
        let own = agentCommits[row, weeksBack]
        return own.isNaN && repositories[row].hasEachCommit && botCommits[row, weeksBack].isFinite ? 0 : own
    }

    /// Those of them by people; NaN where the week was not observed.
    public func commitsByPeople(_ row: Int, _ weeksBack: Int) -> Double { commitKinds(row, weeksBack).people }
}

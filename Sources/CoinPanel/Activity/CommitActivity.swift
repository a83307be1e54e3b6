internal import CoinIdentity
internal import CoinModel
internal import CoinStore

/// Puts what takes the commits themselves, of clones or logs, into a cross-section: a commit counts once in the universe,
/// and the developers of a coin's repositories are united.
///
/// Only repositories of one family can share commits; the others' weeks stay as they are.
struct CommitActivity {
    private let reader: StoreReader
    private let shared: SharedCommits
    private let memory: CommitMemory

    /// Nil for a store without commits; those that landed after the moment are left out.
    init?(_ reader: StoreReader, _ coins: [Coin], _ asOf: AsOf, _ memory: CommitMemory) throws {
        self.reader = reader
        self.memory = memory
        memory.beginMoment()
        let newest = asOf.lastCompleteWeek
        let weeks = newest.advanced(by: 1 - CrossSection.weeks)...newest
        shared = try SharedCommits(reader, coins, asOf, comparing: weeks, memory)
        if shared.histories.isEmpty { return nil }
    }

    /// Corrects the weeks of repositories that share commits, and fills the developers of coins.
    ///
    /// - Throws: `StoreError` when a segment is damaged, and what `firstDays` throws.
    func fill(
        _ section: inout CrossSection,
        _ plan: RepositorySources,
        firstDays: ([Int]) throws -> [Int: Day]
    ) throws {
        let newest = section.asOf.lastCompleteWeek
        let weeks = newest.advanced(by: 1 - CrossSection.weeks)...newest
        var parts: [Int: DeveloperStatistics.Part] = [:]
        var scopes: [Int: DeveloperScope] = [:]
        for row in plan.rows.indices {
            guard let place = place(of: section.repositories[row]), let histories = shared.histories[place] else {
                continue
            }
            let releases = Set(histories.compactMap(\.releaseDays).joined().filter { $0 <= section.asOf.limit.day })
            if !releases.isEmpty { section.repositories[row].releaseDays = releases.sorted() }
            scopes[row] = histories.map(\.scope).min { $0.rawValue < $1.rawValue }
            guard let own = shared[place] else {
                let commits =
                    try histories.count == 1
                    ? shared.recent[histories[0].entity] ?? memory.commits(of: histories[0], in: weeks, reader)
                    : memory.commits(of: histories, by: section.asOf, reader)
                parts[row] = part(histories, commits)
                continue
            }
            parts[row] = part(histories, own.commits)
            section.repositories[row].shared = shared.families[own.family].shared(of: place.key)
            section.repositories[row].twins = shared.families[own.family].twins(of: place.key)
            section.repositories[row].mirrored = shared.families[own.family].mirrored(by: place.key)
            if own.commits.contains(where: { $0.flags.contains(.inherited) }) {
                recount(&section, row, own.commits, histories.automatedAuthors)
            }
        }
        for coin in section.coins.indices where section.repositoriesOfCoin[coin].count > 1 {
            for (row, old) in countOnce(&section, coin) {
                (scopes[row.place], parts[row.place]) = (scopes[old], row.part)
            }
        }
        var works: [Int: [SharedWork.Commit]] = [:]
        var keys = RepositoryNumbers()
        for coin in section.coins.indices {
            let counted = section.repositoriesOfCoin[coin].filter { section.repositories[$0].source != nil }
            let own = counted.compactMap { parts[$0] }
            // Who is known by a number in one repository may be anybody in another.
            let least: DeveloperScope = counted.count == 1 ? .repository : .everywhere
            // What has no commit yet has rows without any, which a store of that day may lack.
            guard counted.contains(where: { section.repositories[$0].firstActiveWeek != nil }),
                own.count == counted.count,
                counted.allSatisfy({ scopes[$0, default: .unnamed].rawValue >= least.rawValue })
            else { continue }
            let statistics = DeveloperStatistics(own, newest: newest)
            section.developerFacts[coin] = statistics.facts
            // Rows that stand for one repository without some of its commits have its name.
            var common: [Int: Int] = [:]
            for (part, row) in counted.enumerated() where section.repositories[row].isCommon {
                common[part] = keys.number(of: section.repositories[row])
            }
            if !common.isEmpty { works[coin] = statistics.recentWork(in: common) }
        }
        try fillShared(&section, works, keys, firstDays)
    }

    /// Fills what of the recent work of coins counts for others too.
    private func fillShared(
        _ section: inout CrossSection,
        _ works: [Int: [SharedWork.Commit]],
        _ keys: RepositoryNumbers,
        _ firstDays: ([Int]) throws -> [Int: Day]
    ) throws {
        let coins = works.keys.filter { works[$0]?.isEmpty == false }.sorted()
        guard coins.count > 1 else { return }
        let days = try firstDays(coins)
        let claims = coins.map { coin in
            SharedWork.Claim(
                first: days[coin],
                capitalisation: section.marketCap[coin].amount,
                commits: works[coin] ?? []
            )
        }
        let overlaps = SharedWork.overlaps(claims) { !keys.repositories[$0].weights.isEmpty }
        for (coin, overlap) in zip(coins, overlaps) {
            guard let place = overlap.repository, let other = overlap.other else { continue }
            let (repository, source) = (keys.repositories[place], keys.repositories[other.repository])
            section.developerFacts[coin]?.sharedDays = overlap.days
            section.developerFacts[coin]?.sharedCommits = overlap.commits
            let upstream = "`\(repository.name)<\(source.name)` into `upstreams` of \(section.coins[coin].id)"
            section.developerFacts[coin]?.settlement = place == other.repository ? repository.weightEntry : upstream
        }
    }

    private func place(of repository: RepositoryHistory) -> SharedCommits.Place? {
        repository.source.map { shared.place(of: repository.name, in: $0) }
    }

    private func part(_ histories: [CommitHistory], _ commits: [CommitRecord]) -> DeveloperStatistics.Part {
        DeveloperStatistics.Part(
            commits: commits,
            automatedAuthors: histories.automatedAuthors,
            wasRewritten: histories.contains(where: \.wasRewritten)
        )
    }

    /// Counts commits that several repositories of a coin have as their own only in the one that it lists first: the
    /// others get rows of their own without them, for another coin may list one of those alone.
    private func countOnce(
        _ section: inout CrossSection,
        _ coin: Int
    ) -> [(row: (place: Int, part: DeveloperStatistics.Part), old: Int)] {
        let rows = section.repositoriesOfCoin[coin]
        let keys = Set(rows.map { shared.names.current(of: section.repositories[$0].name.key) })
        var (counted, works): ([Int: Set<UInt64>], [Int: Set<UInt64>]) = ([:], [:])
        var new: [(row: (place: Int, part: DeveloperStatistics.Part), old: Int)] = []
        for (position, row) in rows.enumerated() {
            let repository = section.repositories[row]
            let others = Set(repository.shared.keys).union(repository.twins.keys)
            guard !keys.isDisjoint(with: others), let place = place(of: repository),
                let own = shared[place], let histories = shared.histories[place]
            else { continue }
            var rest: [CommitRecord] = []
            for commit in own.commits {
                let isInherited = commit.flags.contains(.inherited)
                guard isInherited || counted[own.family, default: []].insert(commit.id).inserted else { continue }
                let (work, isTwin) = (commit.work, commit.flags.contains(.twin))
                if !isInherited, work != 0, !isTwin, !works[own.family, default: []].insert(work).inserted { continue }
                rest.append(commit)
            }
            guard rest.count < own.commits.count else { continue }
            let added = section.addRepository(like: row)
            section.repositoriesOfCoin[coin][position] = added
            recount(&section, added, rest, histories.automatedAuthors)
            // Its birth stays, even if another repository has its first commits.
            section.repositories[added].firstActiveWeek = repository.firstActiveWeek
            new.append((row: (added, part(histories, rest)), old: row))
        }
        return new
    }

    /// Recounts a repository's weeks without the commits that are another's; a week that was not observed stays so.
    private func recount(
        _ section: inout CrossSection,
        _ row: Int,
        _ commits: [CommitRecord],
        _ automatedAuthors: Set<Int32>
    ) {
        let own = commits.filter { !$0.flags.contains(.inherited) }
        let counted = WeeklyCommitCounter(own).weeks(without: automatedAuthors)
        let first = commits.lazy.map(\.landed).min().map { Instant(seconds: $0).week }
        section.repositories[row].firstActiveWeek = counted.keys.min() ?? first
        for weeksBack in 0..<CrossSection.weeks {
            let counts = counted[section.asOf.lastCompleteWeek.advanced(by: -weeksBack)] ?? WeeklyCommitCounter.Counts()
            for series in WeeklyCommitCounter.Series.all where !section[keyPath: series.matrix][row, weeksBack].isNaN {
                section[keyPath: series.matrix][row, weeksBack] = Double(counts[keyPath: series.count])
            }
        }
    }
}

/// Numbers of repositories that are one for all rows that stand for one.
private struct RepositoryNumbers {
    private(set) var repositories: [RepositoryHistory] = []
    private var numbers: [String: Int] = [:]

    mutating func number(of repository: RepositoryHistory) -> Int {
        let number = numbers[repository.name.key] ?? repositories.count
        if number == repositories.count {
            numbers[repository.name.key] = number
            repositories.append(repository)
        }
        return number
    }
}

extension RepositoryHistory {
    /// Whether any of its commits may count for several coins.
    fileprivate var isCommon: Bool { coins > 1 || !shared.isEmpty || !twins.isEmpty }
}

extension [CommitHistory] {
    /// The automated authors of all.
    fileprivate var automatedAuthors: Set<Int32> { reduce(into: []) { $0.formUnion($1.automatedAuthors) } }
}

extension CrossSection {
    /// Adds a repository with the facts of another one, and returns its row.
    fileprivate mutating func addRepository(like row: Int) -> Int {
        repositories.append(repositories[row])
        for series in WeeklyCommitCounter.Series.all { self[keyPath: series.matrix].append(copyOf: row) }
        return repositories.count - 1
    }
}

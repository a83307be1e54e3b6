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

    /// Nil for a store without commits; those that landed after the moment are left out.
    init?(_ reader: StoreReader, _ coins: [Coin], _ asOf: AsOf) throws {
        self.reader = reader
        shared = try SharedCommits(reader, coins, asOf)
        if shared.histories.isEmpty { return nil }
    }

    /// Corrects the weeks of repositories that share commits, and fills the developers of coins.
    func fill(_ section: inout CrossSection, _ plan: RepositorySources) throws {
        let newest = section.asOf.lastCompleteWeek
        let weeks = newest.advanced(by: 1 - CrossSection.weeks)...newest
        var parts: [Int: DeveloperStatistics.Part] = [:]
        var scopes: [Int: DeveloperScope] = [:]
        for (row, entity) in plan.entityOfRow.enumerated() {
            guard let source = section.repositories[row].source else { continue }
            let place = SharedCommits.Place(entity: entity, source: source)
            guard let history = shared.histories[place] else { continue }
            let own = shared[place]
            if let own, own.areInherited.contains(true) { recount(&section, row, own, history.automatedAuthors) }
            scopes[row] = history.scope
            parts[row] = DeveloperStatistics.Part(
                commits: try own?.commits ?? reader.commits(of: history, in: weeks),
                areInherited: own?.areInherited,
                automatedAuthors: history.automatedAuthors,
                wasRewritten: history.wasRewritten
            )
        }
        for coin in section.coins.indices {
            let counted = section.repositoriesOfCoin[coin].filter { section.repositories[$0].source != nil }
            let own = counted.compactMap { parts[$0] }
            // Who is known by a number in one repository may be anybody in another.
            let least: DeveloperScope = counted.count == 1 ? .repository : .everywhere
            guard !own.isEmpty, own.count == counted.count,
                counted.allSatisfy({ scopes[$0, default: .nobody].rawValue >= least.rawValue })
            else { continue }
            section.developerFacts[coin] = DeveloperStatistics(own, newest: newest).facts
        }
    }

    /// Recounts a repository's weeks without the commits that are another's; a week that was not observed stays so.
    private func recount(
        _ section: inout CrossSection,
        _ row: Int,
        _ own: SharedCommits.Part,
        _ automatedAuthors: Set<Int32>
    ) {
        let counter = WeeklyCommitCounter(own.commits) { !own.areInherited[$0] }
        let counted = counter.weeks(without: automatedAuthors)
        let (old, first) = (section.repositories[row], counted.keys.min())
        section.repositories[row] = RepositoryHistory(name: old.name, firstActiveWeek: first, source: old.source)
        section.repositories[row].coins = old.coins
        for ago in 0..<CrossSection.weeks {
            let counts = counted[section.asOf.lastCompleteWeek.advanced(by: -ago)] ?? WeeklyCommitCounter.Counts()
            for series in WeeklyCommitCounter.Series.all where !section[keyPath: series.matrix][row, ago].isNaN {
                section[keyPath: series.matrix][row, ago] = Double(counts[keyPath: series.count])
            }
        }
    }
}

internal import CoinIdentity
internal import CoinModel
internal import CoinSources
internal import CoinStore

/// Puts what takes the commits themselves into a cross-section: a commit counts once in the universe, and the developers
/// of a coin's repositories are united.
///
/// Only repositories of one family can share commits; the others' weeks stay as they are. Costs what the wanted weeks
/// have in commits, and for families of two or more their whole histories.
struct CloneActivity {
    private let reader: StoreReader
    private let histories: [Int32: CommitHistory]
    /// The commits of repositories that share some, and which of these are another's.
    private var shared: [Int32: (commits: CommitColumns, areInherited: [Bool])] = [:]

    /// Nil for a store without clones; commits that landed after the moment are not looked at.
    init?(_ reader: StoreReader, _ asOf: AsOf) throws {
        self.reader = reader
        histories = Dictionary(uniqueKeysWithValues: try reader.commitHistories().map { ($0.entity, $0) })
        guard !histories.isEmpty else { return nil }
        for family in try reader.commitFamilies() {
            let members = try family.map { entity in
                CommitOwnership.Member(
                    key: reader.catalog.entities[Int(entity)].key,
                    upstream: histories[entity]?.upstream,
                    commits: try reader.commits(of: entity).landed(by: asOf.limit)
                )
            }
            for (place, areInherited) in CommitOwnership(members).areInherited.enumerated() {
                shared[family[place]] = (members[place].commits, areInherited)
            }
        }
    }

    /// Corrects the weeks of repositories that share commits, and fills the developers of coins.
    func fill(_ section: inout CrossSection, _ plan: RepositoryPlan) throws {
        let newest = section.asOf.lastCompleteWeek
        let weeks = newest.advanced(by: 1 - CrossSection.weeks)...newest
        var parts: [Int: DeveloperUnion.Part] = [:]
        for (row, entity) in plan.entityOfRow.enumerated() where section.repositories[row].source == CloneCommits.id {
            guard let history = histories[entity] else { continue }
            if let own = shared[entity], own.areInherited.contains(true) {
                recount(&section, row, own.commits, own.areInherited, history.programs)
            }
            parts[row] = DeveloperUnion.Part(
                commits: try shared[entity]?.commits ?? reader.commits(of: entity, in: weeks),
                areInherited: shared[entity]?.areInherited,
                programs: history.programs,
                wasRewritten: history.wasRewritten
            )
        }
        for coin in section.coins.indices {
            let counted = section.repositoriesOfCoin[coin].filter { section.repositories[$0].source != nil }
            let own = counted.compactMap { parts[$0] }
            guard !own.isEmpty, own.count == counted.count else { continue }
            section.developerFacts[coin] = DeveloperUnion(own, newest: newest).facts
        }
    }

    /// Counts a repository's weeks anew without the commits that are another's; a week that was not observed stays so.
    private func recount(
        _ section: inout CrossSection,
        _ row: Int,
        _ commits: CommitColumns,
        _ areInherited: [Bool],
        _ programs: Set<Int32>
    ) {
        let counted = WeeklyCommits(commits, programs: programs) { !areInherited[$0] }.weeks
        let history = section.repositories[row]
        section.repositories[row] = RepositoryHistory(
            name: history.name,
            firstActiveWeek: counted.keys.min(),
            source: history.source
        )
        section.repositories[row].coins = history.coins
        let matrices: [(WritableKeyPath<CrossSection, WeeklyMatrix>, KeyPath<WeeklyCommits.Counts, Int>)] = [
            (\.commits, \.commits), (\.merges, \.merges), (\.botCommits, \.bots), (\.developers, \.developers),
            (\.developerDays, \.developerDays),
        ]
        for ago in 0..<CrossSection.weeks {
            let counts = counted[section.asOf.lastCompleteWeek.advanced(by: -ago)] ?? WeeklyCommits.Counts()
            for (matrix, count) in matrices where !section[keyPath: matrix][row, ago].isNaN {
                section[keyPath: matrix][row, ago] = Double(counts[keyPath: count])
            }
        }
    }
}

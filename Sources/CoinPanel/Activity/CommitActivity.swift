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
        for row in plan.rows.indices {
            guard let place = place(of: section.repositories[row]), let histories = shared.histories[place] else {
                continue
            }
            scopes[row] = histories.map(\.scope).min { $0.rawValue < $1.rawValue }
            guard let own = shared[place] else {
                let isAlone = histories.count == 1
                let commits =
                    try isAlone
                    ? reader.commits(of: histories[0], in: weeks) : reader.commits(of: histories, by: section.asOf)
                parts[row] = part(histories, commits, areInherited: nil)
                continue
            }
            parts[row] = part(histories, own.commits, areInherited: own.areInherited)
            section.repositories[row].shared = shared.families[own.family].shared(of: place.key)
            section.repositories[row].mirrored = shared.families[own.family].mirrored(by: place.key)
            if own.areInherited.contains(true) {
                recount(&section, row, own.commits, leavingOut: own.areInherited, histories.automatedAuthors)
            }
        }
        for coin in section.coins.indices where section.repositoriesOfCoin[coin].count > 1 {
            for (row, old) in countOnce(&section, coin) {
                (scopes[row.place], parts[row.place]) = (scopes[old], row.part)
            }
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

    private func place(of repository: RepositoryHistory) -> SharedCommits.Place? {
        repository.source.map { shared.place(of: repository.name, in: $0) }
    }

    private func part(
        _ histories: [CommitHistory],
        _ commits: CommitColumns,
        areInherited: [Bool]?
    ) -> DeveloperStatistics.Part {
        DeveloperStatistics.Part(
            commits: commits,
            areInherited: areInherited,
            automatedAuthors: histories.automatedAuthors,
            wasRewritten: histories.contains(where: \.wasRewritten)
        )
    }

    /// Counts commits that several repositories of a coin have as their own only in the one that it lists first: the
    /// others get rows of their own without them, for another coin may list one of those alone.
    ///
    /// - Returns: the new rows, with those that they stand for.
    private func countOnce(
        _ section: inout CrossSection,
        _ coin: Int
    ) -> [(row: (place: Int, part: DeveloperStatistics.Part), old: Int)] {
        let rows = section.repositoriesOfCoin[coin]
        let keys = Set(rows.map { shared.names.current(of: section.repositories[$0].name.key) })
        var counted: [Int: Set<UInt64>] = [:]
        var new: [(row: (place: Int, part: DeveloperStatistics.Part), old: Int)] = []
        for (position, row) in rows.enumerated() {
            let repository = section.repositories[row]
            guard !keys.isDisjoint(with: repository.shared.keys), let place = place(of: repository),
                let own = shared[place], let histories = shared.histories[place]
            else { continue }
            var rest = CommitColumns()
            var areInherited: [Bool] = []
            for (index, id) in own.commits.ids.enumerated() {
                let isInherited = own.areInherited[index]
                guard isInherited || counted[own.family, default: []].insert(id).inserted else { continue }
                rest.append(own.commits, index)
                areInherited.append(isInherited)
            }
            guard rest.count < own.commits.count else { continue }
            let added = section.addRepository(like: row)
            section.repositoriesOfCoin[coin][position] = added
            recount(&section, added, rest, leavingOut: areInherited, histories.automatedAuthors)
            // Its birth stays, whoever else has its first commits.
            section.repositories[added].firstActiveWeek = repository.firstActiveWeek
            new.append((row: (added, part(histories, rest, areInherited: areInherited)), old: row))
        }
        return new
    }

    /// Recounts a repository's weeks without the commits that are another's; a week that was not observed stays so.
    private func recount(
        _ section: inout CrossSection,
        _ row: Int,
        _ commits: CommitColumns,
        leavingOut isOther: [Bool],
        _ automatedAuthors: Set<Int32>
    ) {
        let counted = WeeklyCommitCounter(commits) { !isOther[$0] }.weeks(without: automatedAuthors)
        let first = commits.landed.min().map { Instant(seconds: $0).week }
        section.repositories[row].firstActiveWeek = counted.keys.min() ?? first
        for ago in 0..<CrossSection.weeks {
            let counts = counted[section.asOf.lastCompleteWeek.advanced(by: -ago)] ?? WeeklyCommitCounter.Counts()
            for series in WeeklyCommitCounter.Series.all where !section[keyPath: series.matrix][row, ago].isNaN {
                section[keyPath: series.matrix][row, ago] = Double(counts[keyPath: series.count])
            }
        }
    }
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

public import CoinIdentity
public import CoinModel
public import CoinStore

/// The commits that several repositories of coins, or those that these are declared to come from, have, and whose they
/// are; no other repository is asked.
///
/// Clones that share commits share a root; logs have none, so their ids are compared with those of all others, and what
/// comes from each other by a coin list or a clone belongs together anyhow. Reads the whole histories of families of two
/// or more, and where there are logs every history once.
public struct SharedCommits {
    /// A repository, by its current key, as one source has it.
    public struct Place: Hashable {
        /// The key that it has now.
        public let key: String
        let source: String
    }

    /// The commits of a repository that has some with others, those of these that are another's marked as inherited.
    public struct Part {
        /// All of them.
        public let commits: [CommitRecord]
        /// The family's place in `families`.
        public let family: Int
    }

    /// The names of repositories.
    public let names: RepositoryNames
    /// The histories of each repository by each source that names commits: one for each of its names, the current one
    /// first.
    public let histories: [Place: [CommitHistory]]
    /// Which repositories come from which.
    public let upstreams: Upstreams
    /// Whose the commits of each family are.
    public private(set) var families: [CommitOwnership] = []
    private var parts: [Place: Part] = [:]
    /// The commits of clones that landed in the weeks whose work was looked at, by entity.
    private(set) var recent: [Int32: [CommitRecord]] = [:]

    /// Reads the commits that had landed by a moment, of families with one of the touched repositories, nil for all; clones are looked
    /// through for work of some weeks that they have under different ids.
    ///
    /// - Throws: `StoreError` when a segment is damaged.
    public init(
        _ reader: StoreReader,
        _ coins: [Coin],
        _ asOf: AsOf,
        touching touched: Set<String>? = nil,
        comparing weeks: ClosedRange<Week>? = nil,
        _ memory: CommitMemory = CommitMemory()
    ) throws {
        let stored = try reader.commitHistories()
        let names = RepositoryNames(reader.catalog.renames)
        let remotes = stored.compactMap { history in history.upstream.map { (key: history.repository, upstream: $0) } }
        let named = coins.lazy.flatMap(\.upstreams)
        let upstreams = Upstreams(declared: named, remotes: remotes, current: names.current)
        // Without commit histories nothing is shared, and lists may name 100,000 repositories.
        let asked = stored.isEmpty ? [] : coins
        let listed = Set(asked.lazy.flatMap(\.repositories).map { names.current(of: $0.key) })
        let claimants = listed.union(listed.flatMap(upstreams.ancestors))
        let all = stored.filter { claimants.contains(names.current(of: $0.repository)) }
        histories = Dictionary(grouping: all) { Place(key: names.current(of: $0.repository), source: $0.source) }
            .mapValues { histories in
                let keys = names.all(of: histories[0].repository)
                func age(_ history: CommitHistory) -> Int { keys.firstIndex(of: history.repository) ?? keys.count }
                return histories.sorted { age($0) < age($1) }
            }
        (self.names, self.upstreams) = (names, upstreams)
        if let weeks {
            for history in all where !history.isLog {
                recent[history.entity] = try memory.commits(of: history, in: weeks, reader)
            }
        }
        guard histories.count > 1 else { return }
        let sameOnes = histories.values.flatMap { zip($0, $0.dropFirst()).map { ($0.entity, $1.entity) } }
        let common = try memory.pairs(of: all, by: asOf, reader)
        let pairs = sameOnes + declared(of: all) + common + repeating()
        var places: [Int32: Set<Place>] = [:]
        for (place, histories) in histories {
            for history in histories { places[history.entity, default: []].insert(place) }
        }
        for family in try reader.commitFamilies(joining: pairs) {
            let members = Set(family.compactMap { places[$0] }.joined())
                .sorted { ($0.key, $0.source) < ($1.key, $1.source) }
            let keys = Set(members.map(\.key))
            guard keys.count > 1, touched.map({ !$0.isDisjoint(with: keys) }) ?? true else { continue }
            let read = try members.map { place in
                let commits = try memory.commits(of: histories[place] ?? [], by: asOf, reader)
                return RepositoryCommits(key: place.key, commits: commits)
            }
            let ownership = CommitOwnership(read, upstreams)
            for (place, commits) in zip(members, ownership.commits) {
                parts[place] = Part(commits: commits, family: families.count)
            }
            families.append(ownership)
        }
    }

    /// A repository as a source has it.
    public func place(of repository: RepositoryName, in source: String) -> Place {
        Place(key: names.current(of: repository.key), source: source)
    }

    /// What a repository has with others; nil where it shares nothing.
    public subscript(place: Place) -> Part? { parts[place] }

    /// Repositories that are declared to come from each other.
    private func declared(of all: [CommitHistory]) -> [(Int32, Int32)] {
        let keyed = all.map { (names.current(of: $0.repository), $0.entity) }
        let entities = Dictionary(firstOf: keyed)
        return entities.flatMap { key, entity in
            upstreams.ancestors(of: key).compactMap { entities[$0] }.map { (entity, $0) }
        }
    }

    /// Clones that have one piece of work under different ids.
    private func repeating() -> [(Int32, Int32)] {
        var holders: [UInt64: Int32] = [:]
        var pairs: Set<[Int32]> = []
        for (entity, commits) in recent.sorted(by: { $0.key < $1.key }) {
            for work in commits.lazy.map(\.work) where work != 0 {
                let holder = holders[work] ?? entity
                holders[work] = holder
                if holder != entity { pairs.insert([holder, entity]) }
            }
        }
        return pairs.map { ($0[0], $0[1]) }
    }
}

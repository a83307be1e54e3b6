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
    /// A repository, by its number in the store, as one source has it.
    public struct Place: Hashable {
        let entity: Int32
        let source: String

        /// A repository as one source has it.
        public init(entity: Int32, source: String) {
            (self.entity, self.source) = (entity, source)
        }
    }

    /// The commits of a repository that has some with others, and which of these are another's.
    public struct Part {
        /// All of them.
        public let commits: CommitColumns
        /// For each whether it is another repository's.
        public let areInherited: [Bool]
        /// The family's place in `families`.
        public let family: Int
        /// What identifies the repository in its family.
        public let key: String
    }

    /// The history of each repository by each source that names commits.
    public let histories: [Place: CommitHistory]
    /// Which repositories come from which.
    public let upstreams: Upstreams
    /// Whose the commits of each family are.
    public private(set) var families: [CommitOwnership] = []
    private var parts: [Place: Part] = [:]

    /// Reads the commits that had landed by a moment; the coins' list may say which repositories come from which.
    ///
    /// - Parameters:
    ///   - reader: the store.
    ///   - coins: the coins.
    ///   - asOf: the moment.
    ///   - touched: repositories by key: only families with one of them are read; nil for all.
    /// - Throws: `StoreError` when a segment is damaged.
    public init(_ reader: StoreReader, _ coins: [Coin], _ asOf: AsOf, touching touched: Set<String>? = nil) throws {
        let stored = try reader.commitHistories()
        let remotes = stored.compactMap { history in history.upstream.map { (key: history.repository, upstream: $0) } }
        let upstreams = Upstreams(declared: coins.lazy.flatMap(\.upstreams), remotes: remotes)
        let listed = Set(coins.lazy.flatMap(\.repositories).map(\.key))
        let claimants = listed.union(listed.flatMap(upstreams.ancestors))
        let all = stored.filter { claimants.contains($0.repository) }
        histories = Dictionary(uniqueKeysWithValues: all.map { (Place($0), $0) })
        self.upstreams = upstreams
        guard all.count > 1 else { return }
        let pairs = try declared(of: all) + found(in: all, reader, asOf)
        for family in try reader.commitFamilies(joining: pairs).map(Set.init) {
            let histories = all.filter { family.contains($0.entity) }
            let keys = Set(histories.map(\.repository))
            guard keys.count > 1, touched.map({ !$0.isDisjoint(with: keys) }) ?? true else { continue }
            let members = try histories.map { history in
                (Place(history), try CommitOwnership.Member(history, reader, asOf))
            }
            let ownership = CommitOwnership(members.map(\.1), upstreams)
            for ((place, member), areInherited) in zip(members, ownership.areInherited) {
                let (commits, family) = (member.commits, families.count)
                parts[place] = Part(commits: commits, areInherited: areInherited, family: family, key: member.key)
            }
            families.append(ownership)
        }
    }

    /// What a repository has with others; nil where it shares nothing.
    public subscript(place: Place) -> Part? { parts[place] }

    /// Repositories that are declared to come from each other.
    private func declared(of all: [CommitHistory]) -> [(Int32, Int32)] {
        let entities = Dictionary(all.map { ($0.repository, $0.entity) }, uniquingKeysWith: { first, _ in first })
        return entities.flatMap { key, entity in
            upstreams.ancestors(of: key).compactMap { entities[$0] }.map { (entity, $0) }
        }
    }

    /// Repositories that have a commit in common, one of them at least by a log.
    private func found(in all: [CommitHistory], _ reader: StoreReader, _ asOf: AsOf) throws -> [(Int32, Int32)] {
        let logs = all.filter(\.isLog)
        var holders: [UInt64: Int32] = [:]
        // Growing step by step would take a quarter of the time; a damaged store may claim any number.
        holders.reserveCapacity(logs.reduce(0) { $0 + min(max($1.count, 0), 1 << 20) })
        var pairs: [(Int32, Int32)] = []
        for history in logs + (logs.isEmpty ? [] : all.filter { !$0.isLog }) {
            var others: Set<Int32> = []
            for id in try reader.commits(of: history).landed(by: asOf.limit).ids {
                if let holder = holders[id] {
                    if holder != history.entity { others.insert(holder) }
                } else if history.isLog {
                    holders[id] = history.entity
                }
            }
            pairs += others.map { ($0, history.entity) }
        }
        return pairs
    }
}

extension SharedCommits.Place {
    init(_ history: CommitHistory) {
        self.init(entity: history.entity, source: history.source)
    }
}

extension CommitOwnership.Member {
    fileprivate init(_ history: CommitHistory, _ reader: StoreReader, _ asOf: AsOf) throws {
        let commits = try reader.commits(of: history).landed(by: asOf.limit)
        self.init(key: history.repository, commits: commits)
    }
}

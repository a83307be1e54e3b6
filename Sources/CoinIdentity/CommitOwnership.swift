public import CoinModel

/// Whose a commit is that stands in several repositories, by what the graph of commits shows.
///
/// Commit c in repository r is inherited where a declared upstream of r holds c, or where another repository u, none of
/// r's declared downstreams, holds c but not the commit that landed it in r, while r holds the one that landed it in u: r
/// merged u's work. So is one that repeats u's work under another id (`CommitTwins`). Every other commit is r's own, in several repositories perhaps. No name and no clock decides, for
/// whoever makes a mirror chooses both; where a landing is unknown, as in a log, the graph decides nothing.
public struct CommitOwnership {
    /// A repository of a family as one source has it.
    public struct Member {
        /// What identifies the repository; it may be a member by several sources.
        public let key: String
        /// All its commits.
        public let commits: CommitColumns

        /// A repository.
        public init(key: String, commits: CommitColumns) { (self.key, self.commits) = (key, commits) }
    }

    /// For each member, which of its commits are another's.
    public let areInherited: [[Bool]]
    /// The repositories, by key in byte order.
    public let keys: [String]

    /// The repositories that hold a commit, and those whose own it is.
    private struct Holding: Hashable {
        let holders: [Int]
        let owners: [Int]
    }

    /// For each repository the commit that landed each of its commits, 0 where unknown.
    private let landings: [[UInt64: UInt64]]
    /// For each repository those that it is declared to come from, through others too.
    private let ancestors: [Set<Int>]
    /// How many commits several repositories hold in each way.
    private let holdings: [Holding: Int]
    /// The works that they have under different ids.
    private let works: CommitTwins

    /// Finds the owners among repositories in any order, by which of them are declared to come from which; linear in the
    /// commits, times the repositories that hold one for those that landed differently.
    public init(_ members: [Member], _ upstreams: Upstreams) {
        let keys = Set(members.map(\.key)).sorted()
        let places = Dictionary(firstOf: zip(keys, keys.indices))
        var landings = [[UInt64: UInt64]](repeating: [:], count: keys.count)
        for member in members {
            guard let place = places[member.key] else { continue }
            // Of a clone and a log the clone knows.
            for (id, landing) in zip(member.commits.ids, member.commits.landingIDs)
            where landings[place][id, default: 0] == 0 {
                landings[place][id] = landing
            }
        }
        var holders: [UInt64: [Int]] = [:]
        for (place, commits) in landings.enumerated() {
            for id in commits.keys { holders[id, default: []].append(place) }
        }
        self.keys = keys
        self.landings = landings
        ancestors = keys.map { Set(upstreams.ancestors(of: $0).compactMap { places[$0] }) }
        var holdings: [Holding: Int] = [:]
        var owners: [UInt64: [Int]] = [:]
        for (id, holders) in holders where holders.count > 1 {
            owners[id] = CommitOwnership.owners(of: id, holders, landings, ancestors)
            holdings[Holding(holders: holders, owners: owners[id] ?? []), default: 0] += 1
        }
        self.holdings = holdings
        let (families, comesFrom) = (landings, ancestors)
        let works = CommitTwins(CommitOwnership.works(of: members, places, count: keys.count), ancestors) { place, id in
            owners[id]?.contains(place) ?? true
        } inherits: { place, other in
            families[place].keys.contains { id in
                families[other][id] != nil && CommitOwnership.inherits(place, id, from: [other], families, comesFrom)
            }
        }
        self.works = works
        areInherited = members.map { member in
            guard let place = places[member.key] else { return [] }
            return zip(member.commits.ids, member.commits.works).map { id, work in
                works.inherited[place].contains(work) || owners[id].map { !$0.contains(place) } ?? false
            }
        }
    }

    /// For each repository the id under which it has each work first.
    private static func works(of members: [Member], _ places: [String: Int], count: Int) -> [[UInt64: UInt64]] {
        var works = [[UInt64: UInt64]](repeating: [:], count: count)
        for member in members {
            guard let place = places[member.key] else { continue }
            let commits = member.commits
            for (index, work) in commits.works.enumerated() where work != 0 && !commits.marks[index].contains(.twin) {
                works[place][work] = works[place][work] ?? commits.ids[index]
            }
        }
        return works
    }

    /// How many pieces of a repository's own work are another's own too, under another id, by that one's key.
    public func twins(of key: String) -> [String: Int] {
        guard let place = keys.firstIndex(of: key) else { return [:] }
        return Dictionary(firstOf: works.counts[place].map { (keys[$0], $1) })
    }

    /// How many of a repository's own commits are another's own too, by that one's key.
    public func shared(of key: String) -> [String: Int] { owned(among: \.owners, of: key) }

    /// The repository whose own nearly all commits of one are, 99 of 100 or more, so that this is its mirror: of several
    /// the one that has most, then the first by key; nil where there is none.
    ///
    /// Of a log nobody knows whether what it holds was merged, so that a source would be its fork's mirror: none is judged.
    public func mirrored(by key: String) -> String? {
        guard let place = keys.firstIndex(of: key), hasGraph(key) else { return nil }
        let most = owned(among: \.holders, of: key).filter { hasGraph($0.key) }
            .min { ($1.value, $0.key) < ($0.value, $1.key) }
        return most.flatMap { 100 * $0.value >= 99 * landings[place].count ? $0.key : nil }
    }

    /// Whose work a commit is that a repository inherits, by key: of those from which it does, one that inherits it from
    /// nobody, the first by key; nil for a commit that is its own.
    public func origin(of id: UInt64, in key: String) -> String? {
        guard let place = keys.firstIndex(of: key) else { return nil }
        let holders = keys.indices.filter { landings[$0][id] != nil }
        let owners = CommitOwnership.owners(of: id, holders, landings, ancestors)
        if owners.contains(place) { return nil }
        let givers = holders.filter { CommitOwnership.inherits(place, id, from: [$0], landings, ancestors) }
        return (givers.first(where: owners.contains) ?? givers.first).map { keys[$0] }
    }

    private func hasGraph(_ key: String) -> Bool {
        keys.firstIndex(of: key).map { !landings[$0].values.contains(0) } ?? false
    }

    /// How many commits that a repository holds, or that are its own, are the own ones of each other repository.
    private func owned(among repositories: KeyPath<Holding, [Int]>, of key: String) -> [String: Int] {
        guard let place = keys.firstIndex(of: key) else { return [:] }
        var counts: [String: Int] = [:]
        for (holding, count) in holdings where holding[keyPath: repositories].contains(place) {
            for other in holding.owners where other != place { counts[keys[other], default: 0] += count }
        }
        return counts
    }

    /// Of the repositories that hold a commit those whose own it is.
    private static func owners(
        of id: UInt64,
        _ holders: [Int],
        _ landings: [[UInt64: UInt64]],
        _ ancestors: [Set<Int>]
    ) -> [Int] {
        let byLanding = Dictionary(grouping: holders) { landings[$0][id] ?? 0 }
        return holders.filter { place in
            if !ancestors[place].isDisjoint(with: holders) { return false }
            // Whoever has one landing commit with it holds the commit that landed it here.
            return !byLanding.contains { landing, others in
                landing != landings[place][id] && landings[place][landing] != nil
                    && inherits(place, id, from: others, landings, ancestors)
            }
        }
    }

    /// Whether a commit of one repository is inherited from one of others.
    private static func inherits(
        _ place: Int,
        _ id: UInt64,
        from others: [Int],
        _ landings: [[UInt64: UInt64]],
        _ ancestors: [Set<Int>]
    ) -> Bool {
        guard let here = landings[place][id] else { return false }
        return others.contains { other in
            guard other != place, let there = landings[other][id] else { return false }
            if ancestors[place].contains(other) { return true }
            return here != 0 && there != 0 && !ancestors[other].contains(place)
                && landings[other][here] == nil && landings[place][there] != nil
        }
    }
}

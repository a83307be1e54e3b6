public import CoinModel

/// Whose a commit is that stands in several repositories, by what the graph of commits shows.
///
/// Commit c in repository r is inherited where a declared upstream of r holds c, or where another repository u, none of
/// r's declared downstreams, holds c but not the commit that landed it in r, while r holds the one that landed it in u: r
/// merged u's work. So is one that repeats u's work under another id (`CommitTwins`). Every other commit is r's own, in several repositories perhaps. No name and no clock decides, for
/// the author of a mirror chooses both; where a landing is unknown, as in a log, the graph decides nothing.
public struct CommitOwnership {
    /// The commits of each member, those that are another's marked as inherited.
    public let commits: [[CommitRecord]]
    /// The repositories, by key in byte order.
    public var keys: [String] { graph.keys }

    /// The repositories that hold a commit, and those whose own it is.
    private struct Holding: Hashable {
        let holders: [Int]
        let owners: [Int]
    }

    private let graph: CommitGraph
    /// How many commits several repositories hold in each way.
    private let holdings: [Holding: Int]
    /// The works that they have under different ids.
    private let works: CommitTwins

    /// Finds the owners among repositories in any order, by which of them are declared to come from which; linear in the
    /// commits, times the repositories that hold one for those that landed differently.
    public init(_ members: [RepositoryCommits], _ upstreams: Upstreams) {
        let graph = CommitGraph(members, upstreams)
        var holdings: [Holding: Int] = [:]
        var owners: [UInt64: [Int]] = [:]
        for (id, holders) in graph.holders where holders.count > 1 {
            let found = graph.owners(of: id, among: holders)
            owners[id] = found
            holdings[Holding(holders: holders, owners: found), default: 0] += 1
        }
        let works = CommitTwins(members, graph) { place, id in owners[id]?.contains(place) ?? true }
        commits = members.map { member in
            guard let place = graph.places[member.key] else { return [] }
            return member.commits.map { commit in
                let isOwn = owners[commit.id]?.contains(place) ?? true
                var commit = commit
                if !isOwn || works.inherited[place].contains(commit.work) { commit.flags.insert(.inherited) }
                return commit
            }
        }
        self.graph = graph
        self.holdings = holdings
        self.works = works
    }

    /// How many pieces of a repository's own work are another's own too, under another id, by that one's key.
    public func twins(of key: String) -> [String: Int] {
        guard let place = graph.places[key] else { return [:] }
        return Dictionary(firstOf: works.counts[place].map { (keys[$0], $1) })
    }

    /// How many of a repository's own commits are another's own too, by that one's key.
    public func shared(of key: String) -> [String: Int] { owned(among: \.owners, of: key) }

    /// The repository whose own nearly all commits of one are, 99 of 100 or more, so that this is its mirror: of several
    /// the one that has most, then the first by key; nil where there is none.
    ///
    /// For a log it is unknown whether its commits were merged, so that a source would be its fork's mirror: none is judged.
    public func mirrored(by key: String) -> String? {
        guard let place = graph.places[key], hasGraph(key) else { return nil }
        let most = owned(among: \.holders, of: key).filter { hasGraph($0.key) }
            .min { ($1.value, $0.key) < ($0.value, $1.key) }
        return most.flatMap { 100 * $0.value >= 99 * graph.landings[place].count ? $0.key : nil }
    }

    /// Whose work a commit is that a repository inherits, by key: of those from which it does, one that inherits it from
    /// none, the first by key; nil for a commit that is its own.
    public func origin(of id: UInt64, in key: String) -> String? {
        guard let place = graph.places[key] else { return nil }
        let holders = graph.keys.indices.filter { graph.landings[$0][id] != nil }
        let owners = graph.owners(of: id, among: holders)
        if owners.contains(place) { return nil }
        let givers = holders.filter { graph.inherits(place, id, from: [$0]) }
        return (givers.first(where: owners.contains) ?? givers.first).map { keys[$0] }
    }

    private func hasGraph(_ key: String) -> Bool {
        graph.places[key].map { !graph.landings[$0].values.contains(0) } ?? false
    }

    /// How many commits that a repository holds, or that are its own, are the own ones of each other repository.
    private func owned(among repositories: KeyPath<Holding, [Int]>, of key: String) -> [String: Int] {
        guard let place = graph.places[key] else { return [:] }
        var counts: [String: Int] = [:]
        for (holding, count) in holdings where holding[keyPath: repositories].contains(place) {
            for other in holding.owners where other != place { counts[keys[other], default: 0] += count }
        }
        return counts
    }
}

public import CoinModel

/// A repository of a family as one source has it.
public struct RepositoryCommits {
    /// What identifies the repository; it may be a member by several sources.
    public let key: String
    /// All its commits.
    public let commits: [CommitRecord]

    /// A repository.
    public init(key: String, commits: [CommitRecord]) { (self.key, self.commits) = (key, commits) }
}

/// Which repositories of a family hold which commits, and what landed each of them there.
struct CommitGraph {
    /// The repositories, by key in byte order.
    let keys: [String]
    /// The place of each key.
    let places: [String: Int]
    /// For each repository the commit that landed each of its commits, 0 where unknown.
    let landings: [[UInt64: UInt64]]
    /// For each repository those that it is declared to come from, through others too.
    let ancestors: [Set<Int>]

    init(_ members: [RepositoryCommits], _ upstreams: Upstreams) {
        let keys = Set(members.map(\.key)).sorted()
        let places = Dictionary(firstOf: zip(keys, keys.indices))
        var landings = [[UInt64: UInt64]](repeating: [:], count: keys.count)
        for member in members {
            guard let place = places[member.key] else { continue }
            // Of a clone and a log the clone knows.
            for commit in member.commits where landings[place][commit.id, default: 0] == 0 {
                landings[place][commit.id] = commit.landingID
            }
        }
        self.keys = keys
        self.places = places
        self.landings = landings
        ancestors = keys.map { Set(upstreams.ancestors(of: $0).compactMap { places[$0] }) }
    }

    /// The repositories that hold each commit, ascending.
    var holders: [UInt64: [Int]] {
        landings.enumerated().reduce(into: [:]) { holders, commits in
            for id in commits.element.keys { holders[id, default: []].append(commits.offset) }
        }
    }

    /// Of the repositories that hold a commit those whose own it is.
    func owners(of id: UInt64, among holders: [Int]) -> [Int] {
        let byLanding = Dictionary(grouping: holders) { landings[$0][id] ?? 0 }
        return holders.filter { place in
            if !ancestors[place].isDisjoint(with: holders) { return false }
            // A repository with one landing commit of it has the commit that landed it here.
            return !byLanding.contains { landing, others in
                landing != landings[place][id] && landings[place][landing] != nil && inherits(place, id, from: others)
            }
        }
    }

    /// Whether a commit of one repository is inherited from one of others.
    func inherits(_ place: Int, _ id: UInt64, from others: [Int]) -> Bool {
        guard let here = landings[place][id] else { return false }
        return others.contains { other in
            guard other != place, let there = landings[other][id] else { return false }
            if ancestors[place].contains(other) { return true }
            return here != 0 && there != 0 && !ancestors[other].contains(place)
                && landings[other][here] == nil && landings[place][there] != nil
        }
    }
}

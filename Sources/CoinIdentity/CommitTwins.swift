internal import CoinModel

/// The work that several repositories of a family have under different ids: one author, one author instant and one subject.
///
/// It counts for u alone where r is declared to come from u, or where by the graph r inherits from u and u nothing from r;
/// else in each, once in totals. Within a repository the first to land counts (`markTwins`).
struct CommitTwins {
    /// For each repository the works that are another's.
    private(set) var inherited: [Set<UInt64>]
    /// For each repository how many works it has as its own with each other one.
    private(set) var counts: [[Int: Int]]

    /// Finds them by whether a commit is a repository's own; linear in the commits, and in those of a pair of repositories
    /// once for each pair that has some.
    init(_ members: [RepositoryCommits], _ graph: CommitGraph, isOwn: (_ place: Int, _ id: UInt64) -> Bool) {
        // For each repository the id under which it has each work first.
        var ids = [[UInt64: UInt64]](repeating: [:], count: graph.keys.count)
        for member in members {
            guard let place = graph.places[member.key] else { continue }
            for commit in member.commits where commit.work != 0 && !commit.flags.contains(.twin) {
                ids[place][commit.work] = ids[place][commit.work] ?? commit.id
            }
        }
        inherited = Array(repeating: [], count: ids.count)
        counts = Array(repeating: [:], count: ids.count)
        var holders: [UInt64: [Int]] = [:]
        for (place, works) in ids.enumerated() {
            for work in works.keys { holders[work, default: []].append(place) }
        }
        var known: [[Int]: Bool] = [:]
        func merges(_ place: Int, _ other: Int) -> Bool {
            if let known = known[[place, other]] { return known }
            let merges = graph.landings[place].keys.contains { graph.inherits(place, $0, from: [other]) }
            known[[place, other]] = merges
            return merges
        }
        for (work, holders) in holders where holders.count > 1 {
            let owners = holders.filter { place in
                guard let id = ids[place][work], isOwn(place, id) else { return false }
                let isAnothers = holders.contains { other in
                    guard other != place, ids[other][work] != id else { return false }
                    if graph.ancestors[place].contains(other) { return true }
                    return !graph.ancestors[other].contains(place) && merges(place, other) && !merges(other, place)
                }
                if isAnothers { inherited[place].insert(work) }
                return !isAnothers
            }
            for place in owners {
                for other in owners where other != place && ids[other][work] != ids[place][work] {
                    counts[place][other, default: 0] += 1
                }
            }
        }
    }
}

public import CoinModel

/// Whose a commit is that stands in several repositories: it counts once in the whole universe.
///
/// It belongs to the repository in which it landed first; of several to the one that has fewer upstreams above it, then
/// to the one whose key comes first in byte order. A log does not say when a commit landed: who has one by a log alone
/// stands beside the first of the others as its equal. What a repository's declared upstream has is never its own,
/// whenever it landed.
public struct CommitOwnership {
    /// A repository of a family in one source.
    public struct Member {
        /// `owner/name` in lower case.
        public let key: String
        /// Whether its commits come from a log, so that their landings are not known.
        public let isLog: Bool
        /// All its commits.
        public let commits: CommitColumns

        /// A repository.
        public init(key: String, isLog: Bool = false, commits: CommitColumns) {
            (self.key, self.isLog, self.commits) = (key, isLog, commits)
        }
    }

    /// For each member, which of its commits are another's.
    public let areInherited: [[Bool]]
    /// The keys of the repositories, sources before what is forked from them.
    private let keys: [String]
    /// The place in `keys` of whose each commit is.
    private let owners: [UInt64: Int]

    /// Finds the owners among repositories, which may be in several sources and any order, by which of them come from
    /// which; linear in the commits on average.
    public init(_ members: [Member], _ upstreams: Upstreams) {
        let keyed = Set(members.map(\.key)).map { ($0, upstreams.ancestors(of: $0)) }
        let ancestors = Dictionary(uniqueKeysWithValues: keyed)
        let idsOfUpstreams = Dictionary(
            members.filter { member in ancestors.values.contains { $0.contains(member.key) } }
                .map { ($0.key, Set($0.commits.ids)) },
            uniquingKeysWith: { $0.union($1) }
        )
        // Sources come before what is forked from them, so that of equal landings the first holder is the owner.
        let keys = ancestors.sorted { ($0.value.count, $0.key) < ($1.value.count, $1.key) }.map(\.key)
        let ranks = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
        let ranked = members.map { (rank: ranks[$0.key] ?? 0, member: $0) }.sorted { $0.rank < $1.rank }
        var first: [UInt64: (rank: Int, landed: Int64)] = [:]
        // Those whose landings are known come first.
        for isLog in [false, true] {
            for (rank, member) in ranked where member.isLog == isLog {
                let others = ancestors[member.key, default: []].compactMap { idsOfUpstreams[$0] }
                for (id, landed) in zip(member.commits.ids, member.commits.landed)
                where !others.contains(where: { $0.contains(id) }) {
                    let isFirst = first[id].map { isLog ? rank < $0.rank : landed < $0.landed } ?? true
                    if isFirst { first[id] = (rank, landed) }
                }
            }
        }
        self.keys = keys
        owners = first.mapValues(\.rank)
        areInherited = members.map { member in
            let rank = ranks[member.key]
            return member.commits.ids.map { first[$0]?.rank != rank }
        }
    }

    /// The key of the repository whose a commit is; nil for a commit that none of them has.
    public func owner(of id: UInt64) -> String? { owners[id].map { keys[$0] } }
}

public import CoinModel

/// Whose a commit is that stands in several repositories: it counts once in the whole universe.
///
/// It belongs to the repository in which it landed first; of several to the one that has fewer upstreams above it, then to
/// the one whose key comes first in byte order. What a repository's declared upstream has is never its own, whenever it
/// landed.
public struct CommitOwnership {
    /// A repository of a family.
    public struct Member {
        /// `owner/name` in lower case.
        public let key: String
        /// The key of the repository that it says to come from; nil where it says none.
        public let upstream: String?
        /// All its commits.
        public let commits: CommitColumns

        /// A repository.
        public init(key: String, upstream: String?, commits: CommitColumns) {
            self.key = key
            self.upstream = upstream
            self.commits = commits
        }
    }

    /// For each member, which of its commits are another's.
    public let areInherited: [[Bool]]

    /// Finds the owners.
    ///
    /// The order of the members does not matter. Linear in the commits on average.
    public init(_ members: [Member]) {
        let ancestors = members.map { CommitOwnership.ancestors(of: $0, among: members) }
        // Sources come before what is forked from them, so that of equal landings the first holder is the owner.
        let order = members.indices.sorted {
            (ancestors[$0].count, members[$0].key) < (ancestors[$1].count, members[$1].key)
        }
        var idsOfUpstream: [Int: Set<UInt64>] = [:]
        for upstream in Set(ancestors.joined()) { idsOfUpstream[upstream] = Set(members[upstream].commits.ids) }
        var owner: [UInt64: (member: Int, landed: Int64)] = [:]
        for member in order {
            let commits = members[member].commits
            let others = ancestors[member].compactMap { idsOfUpstream[$0] }
            for (id, landed) in zip(commits.ids, commits.landed) where !others.contains(where: { $0.contains(id) }) {
                if owner[id].map({ landed < $0.landed }) ?? true { owner[id] = (member, landed) }
            }
        }
        areInherited = members.indices.map { member in members[member].commits.ids.map { owner[$0]?.member != member } }
    }

    /// The members that one comes from, through others too; a circle ends where it closes.
    private static func ancestors(of member: Member, among members: [Member]) -> Set<Int> {
        var found: Set<Int> = []
        var next = member.upstream
        while let key = next, key != member.key, let place = members.firstIndex(where: { $0.key == key }),
            found.insert(place).inserted
        {
            next = members[place].upstream
        }
        return found
    }
}

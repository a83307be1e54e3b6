public import CoinModel

/// Which repositories come from which others, by coin lists and by the clones themselves.
///
/// Nothing comes from itself, through others neither: what a clone says against a coin list, and what clones say against
/// each other, is left aside. A coin list that says so is refused before; see `circle`.
public struct Upstreams: Sendable {
    /// The source of the statement that a repository comes from another.
    public enum Origin: Sendable {
        /// A coin list.
        case list
        /// The remote `upstream` of the clone.
        case remote
    }

    /// What each repository comes from, by keys, with the source of the statement.
    private var sources: [String: [String: Origin]] = [:]

    /// What coin lists declare, and repositories by key with the key of what their clones say that they come from; each
    /// under the key that it has now.
    public init(
        declared: some Sequence<RepositoryUpstream>,
        remotes: [(key: String, upstream: String)] = [],
        current: (String) -> String = { $0 }
    ) {
        let remotes = remotes.map { (key: current($0.key), upstream: current($0.upstream)) }
        let pairs = Set(declared.map { [current($0.repository.key), current($0.upstream.key)] })
        for pair in pairs.sorted(by: { $0.lexicographicallyPrecedes($1) }) { add(pair[0], from: pair[1], .list) }
        // Remotes may contradict what stands, or each other: none that closes a circle with all the others holds.
        var all = self
        for remote in remotes { all.sources[remote.key, default: [:]][remote.upstream] = .remote }
        for remote in remotes where !all.ancestors(of: remote.upstream).contains(remote.key) {
            add(remote.key, from: remote.upstream, .remote)
        }
    }

    private mutating func add(_ key: String, from upstream: String, _ origin: Origin) {
        guard key != upstream, !ancestors(of: upstream).contains(key), sources[key]?[upstream] == nil else { return }
        sources[key, default: [:]][upstream] = origin
    }

    /// The repositories that one comes from, through others too, by key.
    public func ancestors(of key: String) -> Set<String> {
        var found: Set<String> = []
        var open = [key]
        while let next = open.popLast() {
            for upstream in sources[next, default: [:]].keys where found.insert(upstream).inserted {
                open.append(upstream)
            }
        }
        return found
    }

    /// Each step, with who says so, of the shortest way from a repository to one that it comes from; nil where there is
    /// none.
    public func way(from key: String, to ancestor: String) -> [(key: String, upstream: String, origin: Origin)]? {
        var ways: [(end: String, steps: [(key: String, upstream: String, origin: Origin)])] = [(key, [])]
        var seen: Set<String> = [key]
        var next = 0
        while next < ways.count {
            let way = ways[next]
            next += 1
            if way.end == ancestor { return way.steps }
            for (upstream, origin) in sources[way.end, default: [:]].sorted(by: { $0.key < $1.key })
            where seen.insert(upstream).inserted {
                ways.append((upstream, way.steps + [(way.end, upstream, origin)]))
            }
        }
        return nil
    }

    /// Repositories that would come from themselves, each from the next and the last from the first, by key; nil where
    /// none would.
    public static func circle(among declared: some Sequence<RepositoryUpstream>) -> [String]? {
        var all = Upstreams(declared: [])
        for pair in declared { all.sources[pair.repository.key, default: [:]][pair.upstream.key] = .list }
        for (key, upstreams) in all.sources.sorted(by: { $0.key < $1.key }) {
            for upstream in upstreams.keys.sorted() where upstream == key || all.ancestors(of: upstream).contains(key) {
                return [key] + (all.way(from: upstream, to: key) ?? []).map(\.key)
            }
        }
        return nil
    }
}

internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinStore

/// What of a coin's commits belongs to other repositories, to which, and by which evidence, in sentences.
///
/// - Throws: `StoreError` when commits are damaged.
func inheritance(_ provenance: SeriesProvenance) throws -> [String] {
    let section = provenance.section
    let shared = try SharedCommits(provenance.reader, section.coins, section.asOf)
    var notes: [String] = []
    var scopes: [DeveloperScope] = []
    for repository in section.repositoriesOfCoin[provenance.coin].map({ section.repositories[$0] }) {
        guard let source = repository.source else { continue }
        let place = shared.place(of: repository.name, in: source)
        guard let histories = shared.histories[place], let history = histories.first else {
            let upstreams = shared.upstreams.ancestors(of: place.key).sorted().joined(separator: " and ")
            let others = upstreams.isEmpty ? "another repository's" : "those of \(upstreams), from which it comes"
            let open = "names no commit, so that it is not known whether some are \(others)"
            notes.append("\(repository.name): \(source) \(open).")
            continue
        }
        scopes.append(history.scope)
        notes += try inheritance(of: repository.name, place, history, shared, provenance)
    }
    if scopes.contains(.nobody) {
        notes.append("Its developers are not united: a log does not say who wrote when.")
    } else if scopes.count > 1, scopes.contains(.repository) {
        notes.append("Its developers are not united: logs number them for each repository alone.")
    }
    return notes
}

private func inheritance(
    of name: RepositoryName,
    _ place: SharedCommits.Place,
    _ history: CommitHistory,
    _ shared: SharedCommits,
    _ provenance: SeriesProvenance
) throws -> [String] {
    let part = shared[place]
    let year = try inheritedCommits(place, history, shared, provenance)
    let count = year.count
    let counts = Dictionary(grouping: year.inherited, by: \.owner).mapValues(\.count)
    var notes: [String] = []
    for (owner, inherited) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        notes.append(
            "\(name): \(inherited) of \(counted(count, "commit")) of the last 52 weeks are those of \(owner) and do not count here: "
                + reason(place.key, owner, shared) + "."
        )
    }
    if counts.isEmpty { notes.append("\(name): all commits of the last 52 weeks (\(count)) are its own.") }
    if let part {
        let common = shared.families[part.family].shared(of: place.key)
        for (other, count) in common.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            notes.append(sharing(count, place.key, other) + ".")
        }
    }
    if history.isLog { notes.append("\(name): its log has no landings, so commits count at their committer time.") }
    return notes
}

/// The commits of the last 52 weeks that are another repository's, by week, over all repositories of a coin.
///
/// - Throws: `StoreError` when commits are damaged.
func inheritedCommits(_ provenance: SeriesProvenance) throws -> [Week: Int] {
    let section = provenance.section
    let repositories = section.repositoriesOfCoin[provenance.coin].map { section.repositories[$0] }
    let names = RepositoryNames(provenance.reader.catalog.renames)
    let keys = Set(repositories.map { names.current(of: $0.name.key) })
    let shared = try SharedCommits(provenance.reader, section.coins, section.asOf, touching: keys)
    var counts: [Week: Int] = [:]
    for repository in repositories {
        guard let place = repository.source.map({ shared.place(of: repository.name, in: $0) }),
            let history = shared.histories[place]?.first
        else { continue }
        for commit in try inheritedCommits(place, history, shared, provenance).inherited {
            counts[commit.week, default: 0] += 1
        }
    }
    return counts
}

/// How many commits of the last 52 weeks a repository has, and of each that is another's its week and whose it is.
private func inheritedCommits(
    _ place: SharedCommits.Place,
    _ history: CommitHistory,
    _ shared: SharedCommits,
    _ provenance: SeriesProvenance
) throws -> (count: Int, inherited: [(week: Week, owner: String)]) {
    let part = shared[place]
    let newest = provenance.section.asOf.lastCompleteWeek
    let year = newest.advanced(by: -51)...newest
    let commits = try part?.commits ?? provenance.reader.commits(of: history, in: year)
    let recent = commits.ids.indices.filter { year.contains(commits.week(of: $0)) }
    guard let part else { return (recent.count, []) }
    let inherited = recent.filter { part.areInherited[$0] }.map { index in
        let owner = shared.families[part.family].origin(of: commits.ids[index], in: place.key) ?? place.key
        return (commits.week(of: index), owner)
    }
    return (recent.count, inherited)
}

/// Why commits are another repository's.
private func reason(_ key: String, _ owner: String, _ shared: SharedCommits) -> String {
    guard let way = shared.upstreams.way(from: key, to: owner) else {
        return "it merged them after they had landed there"
    }
    return way.map { step in
        switch step.origin {
        case .list: "a coin list says \(step.key)<\(step.upstream)"
        case .remote: "the clone of \(step.key) names \(step.upstream) as its `upstream`"
        }
    }.joined(separator: ", and ")
}

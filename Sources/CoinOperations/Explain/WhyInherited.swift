internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinStore

/// What of a coin's commits belongs to other repositories, to which, and by which evidence.
struct InheritedCommits {
    private let provenance: SeriesProvenance
    private let shared: SharedCommits
    /// The coin's repositories, and where the source that rankings read has their commits.
    private let repositories: [(name: RepositoryName, source: String, place: SharedCommits.Place)]

    /// Reads the commits that a coin's repositories have with others.
    ///
    /// - Throws: `StoreError` when commits are damaged.
    init(_ provenance: SeriesProvenance) throws {
        let section = provenance.section
        let listed = section.repositoriesOfCoin[provenance.coin].map { section.repositories[$0] }
        let names = RepositoryNames(provenance.reader.catalog.renames)
        let keys = Set(listed.map { names.current(of: $0.name.key) })
        let shared = try SharedCommits(provenance.reader, section.coins, section.asOf, touching: keys)
        repositories = listed.compactMap { repository in
            repository.source.map { (repository.name, $0, shared.place(of: repository.name, in: $0)) }
        }
        self.shared = shared
        self.provenance = provenance
    }

    /// The commits of the last 52 weeks that are another repository's, by week, over all repositories of the coin.
    ///
    /// - Throws: `StoreError` when commits are damaged.
    func byWeek() throws -> [Week: Int] {
        var counts: [Week: Int] = [:]
        for repository in repositories {
            guard let history = shared.histories[repository.place]?.first else { continue }
            for commit in try year(of: repository.place, history).inherited { counts[commit.week, default: 0] += 1 }
        }
        return counts
    }

    /// All of it in sentences.
    ///
    /// - Throws: `StoreError` when commits are damaged.
    func sentences() throws -> [String] {
        var notes: [String] = []
        var scopes: [DeveloperScope] = []
        for (name, source, place) in repositories {
            guard let history = shared.histories[place]?.first else {
                let upstreams = shared.upstreams.ancestors(of: place.key).sorted().joined(separator: " and ")
                let others = upstreams.isEmpty ? "another repository's" : "those of \(upstreams), from which it comes"
                let open = "names no commit, so that it is not known whether some are \(others)"
                notes.append("\(name): \(source) \(open).")
                continue
            }
            scopes.append(history.scope)
            notes += try sentences(of: name, place, history)
        }
        if scopes.contains(.unnamed) {
            notes.append("Its developers are not united: a log does not say who wrote when.")
        } else if scopes.count > 1, scopes.contains(.repository) {
            notes.append("Its developers are not united: logs number them for each repository alone.")
        }
        return notes
    }

    private func sentences(
        of name: RepositoryName,
        _ place: SharedCommits.Place,
        _ history: CommitHistory
    ) throws -> [String] {
        let (count, inherited) = try year(of: place, history)
        let counts = Dictionary(grouping: inherited, by: \.owner).mapValues(\.count)
        var notes = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { owner, inherited in
            "\(name): \(inherited) of \(counted(count, "commit")) of the last 52 weeks are those of \(owner) and do not count here: "
                + reason(place.key, owner) + "."
        }
        if counts.isEmpty { notes.append("\(name): all commits of the last 52 weeks (\(count)) are its own.") }
        if let part = shared[place] {
            let common = shared.families[part.family].shared(of: place.key)
            notes += common.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { other, count in sharing(count, place.key, other) + "." }
        }
        if history.isLog { notes.append("\(name): its log has no landings, so commits count at their committer time.") }
        return notes
    }

    /// How many commits of the last 52 weeks a repository has, and of each that is another's its week and whose it is.
    private func year(
        of place: SharedCommits.Place,
        _ history: CommitHistory
    ) throws -> (count: Int, inherited: [(week: Week, owner: String)]) {
        let part = shared[place]
        let newest = provenance.section.asOf.lastCompleteWeek
        let year = newest.advanced(by: -51)...newest
        let commits = try part?.commits ?? provenance.reader.commits(of: history, in: year)
        let recent = commits.filter { year.contains($0.week) }
        guard let part else { return (recent.count, []) }
        let inherited = recent.filter { $0.flags.contains(.inherited) }.map { commit in
            let owner = shared.families[part.family].origin(of: commit.id, in: place.key) ?? place.key
            return (commit.week, owner)
        }
        return (recent.count, inherited)
    }

    /// Why commits are another repository's.
    private func reason(_ key: String, _ owner: String) -> String {
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
}

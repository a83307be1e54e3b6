internal import CoinFetching
internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinSources
internal import CoinStore
internal import WorkerProtocol

/// Asks GitHub's API about repositories, archives every answer raw, and loads those with figures.
///
/// What was answered within the maximal age is not asked again, so a run that was ended goes on where it stood. Nothing
/// but figures is ever loaded: an answer that is not ready, forbidden or gone leaves what was loaded before.
///
/// - Parameters:
///   - request: what to ask.
///   - location: the store; it names the repositories where the request does not, and takes the figures.
///   - tell: takes diagnostics as they arise.
///   - progress: takes the number of questions done and of all.
/// - Returns: what came of it.
/// - Throws: `OperationError` when nothing can be asked or archived.
public func fetchGitHub(
    _ request: FetchRequest,
    into location: StoreLocation,
    tell: @escaping DiagnosticSink,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> FetchReport {
    let wanted = try request.wanted(location)
    let access = try request.accessToGitHub(isDry: false)
    var owners = OwnerInquiry(wanted.owners, takesForks: request.takesForks, access)
    try owners.run()
    var inquiry = try request.inquiry(about: wanted.repositories, owners, access) { identifier, repository, message in
        tell(Diagnostic(.warning, identifier, place: repository.description, message))
    }
    if !inquiry.first.isEmpty, request.credential.isEmpty {
        guard !inquiry.first.contains(where: { $0.kind == .history }) else {
            let next = "is answered only to those with a token; set GITHUB_TOKEN or name a --token-file"
            throw OperationError(.usage, "token-needed", place: GitHubQuestion.history.rawValue, next)
        }
        let limit = "GitHub allows 60 requests an hour without a token; set GITHUB_TOKEN"
        tell(Diagnostic(.warning, "no-token", limit))
    }
    try inquiry.run(progress)
    var report = FetchReport(outcomes: [inquiry.outcome], asked: .gitHub)
    let files = inquiry.files
    if !files.isEmpty {
        report.load = try load(LoadRequest(kind: .commits, paths: files, now: request.now), into: location, tell: tell)
        try location.open(.existing).take(inquiry.renames, at: request.now, tell)
    }
    return report
}

/// What a fetch would ask, in order: the addresses, each with what is posted there behind a blank.
///
/// - Throws: `OperationError` when nothing can be asked.
public func questionsToFetch(_ request: FetchRequest, from location: StoreLocation) throws -> [String] {
    let wanted = try request.wanted(location)
    let access = try request.accessToGitHub(isDry: true)
    let owners = OwnerInquiry(wanted.owners, takesForks: request.takesForks, access)
    let targets = try owners.targets + request.inquiry(about: wanted.repositories, owners, access).targets
    return targets.map { $0.body.isEmpty ? $0.address : "\($0.address) \($0.preface)\($0.body)" }
}

extension FetchRequest {
    fileprivate func accessToGitHub(isDry: Bool) throws -> GitHubAccess {
        GitHubAccess(api: api, token: credential.secret, try context(isDry: isDry))
    }

    /// What is asked about repositories, those of owners among them, each once.
    ///
    /// - Throws: `OperationError` when there is no such question.
    fileprivate func inquiry(
        about repositories: [RepositoryName],
        _ owners: OwnerInquiry,
        _ access: GitHubAccess,
        _ remark: @escaping RepositoryInquiry.Remarks = { _, _, _ in }
    ) throws -> RepositoryInquiry {
        let kinds = try questions.map { name in
            guard let question = GitHubQuestion(rawValue: name) else {
                let known = FetchRequest.allQuestions.joined(separator: ", ")
                throw OperationError(.usage, "unknown-question", place: name, "is none of \(known)")
            }
            return question
        }
        return RepositoryInquiry(
            unique(repositories + owners.repositories),
            kinds,
            GitHubHistoryQuery(weeks: weeks, before: now),
            access,
            after: owners.outcome,
            remark
        )
    }

    /// The repositories that are named, or all of a store's coin list, each once, and the owners all of whose
    /// repositories are.
    fileprivate func wanted(
        _ location: StoreLocation
    ) throws -> (repositories: [RepositoryName], owners: [RepositoryOwner]) {
        let owners = repositories.compactMap { RepositoryOwner($0) }
        let named = try repositories.filter { RepositoryOwner($0) == nil }.map { text in
            guard let name = RepositoryName(text) else {
                throw OperationError(.usage, "bad-repository", place: text, "is none; write owner/name or owner/*")
            }
            return name
        }
        if let other = named.first(where: { $0.host != nil }) {
            let next = "is not on GitHub; `assay fetch git \(other.address)` clones it"
            throw OperationError(.usage, "not-on-github", place: other.description, next)
        }
        guard repositories.isEmpty else { return (unique(named), owners) }
        let listed = try location.listedRepositories()
        return (unique(listed.repositories.filter { $0.host == nil }), listed.owners)
    }
}

/// Each repository once, in order.
private func unique(_ names: [RepositoryName]) -> [RepositoryName] {
    var seen: Set<RepositoryName> = []
    return names.filter { seen.insert($0).inserted }
}

extension StoreLocation {
    /// The repositories and whole owners of a store's coin list.
    ///
    /// - Throws: `OperationError` when there is no store, or it names none.
    func listedRepositories() throws -> (repositories: [RepositoryName], owners: [RepositoryOwner]) {
        let listed = try open(.read).reading { reader in
            let coins = try EntityResolution(reader.catalog).universe.coins.with(reader.ecosystems(at: nil))
            let names = RepositoryNames(reader.catalog.renames)
            let repositories = coins.flatMap(\.repositories).map { repository in
                let current = names.current(of: repository.key)
                return current == repository.key ? repository : RepositoryName(current) ?? repository
            }
            return (repositories: repositories, owners: coins.flatMap(\.owners))
        }
        guard !listed.repositories.isEmpty || !listed.owners.isEmpty else {
            let next = "its coin list names no repositories; name them, or load a list that does"
            throw OperationError(.nothingSelected, "no-repositories", place: path, next)
        }
        return listed
    }
}

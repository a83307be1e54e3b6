internal import CoinFetching
internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinSources
internal import CoinStore
internal import WorkerProtocol

extension FetchRequest {
    /// Asks GitHub's API about repositories, those of owners among them.
    func askGitHub(
        _ questions: RepositoryQuestions,
        _ location: StoreLocation,
        _ report: @escaping DiagnosticSink,
        _ progress: (Int, Int) -> Void
    ) throws -> FetchReport {
        let wanted = try questions.wanted(location)
        let access = try gitHub(isDry: false)
        var owners = OwnerInquiry(wanted.owners, takesForks: questions.takesForks, access)
        try owners.run()
        var inquiry = try inquiry(questions, wanted.repositories, owners, access)
        if !inquiry.first.isEmpty, self.access.token.isEmpty {
            if let question = inquiry.first.first(where: \.kind.needsToken) {
                let next = "is answered only to those with a token; set GITHUB_TOKEN or name a --token-file"
                throw OperationError(.usage, "token-needed", place: question.kind.rawValue, next)
            }
            let limit = "GitHub allows 60 requests an hour without a token; set GITHUB_TOKEN"
            report(Diagnostic(.warning, "no-token", limit))
        }
        try inquiry.run(progress)
        run.asked.note(inquiry.outcome)
        var result = FetchReport([inquiry.outcome], isOfGitHub: true)
        result.renames = inquiry.renames
        return result
    }

    /// What GitHub is sure to be asked, in order.
    func targets(of questions: RepositoryQuestions, _ location: StoreLocation) throws -> [FetchOrder.Target] {
        let wanted = try questions.wanted(location)
        let access = try gitHub(isDry: true)
        let owners = OwnerInquiry(wanted.owners, takesForks: questions.takesForks, access)
        return try owners.targets + inquiry(questions, wanted.repositories, owners, access).targets
    }

    private func gitHub(isDry: Bool) throws -> GitHubAccess {
        GitHubAccess(api: access.api, token: access.token, try context(isDry: isDry))
    }

    /// What is asked about repositories, those of owners among them, each once.
    ///
    /// - Throws: `OperationError` when there is no such question.
    private func inquiry(
        _ questions: RepositoryQuestions,
        _ repositories: [RepositoryName],
        _ owners: OwnerInquiry,
        _ access: GitHubAccess
    ) throws -> RepositoryInquiry {
        let kinds = try questions.kinds.map { name in
            guard let kind = GitHubInquiry(rawValue: name) else {
                let known = RepositoryQuestions.allKinds.joined(separator: ", ")
                throw OperationError(.usage, "unknown-question", place: name, "is none of \(known)")
            }
            return kind
        }
        return RepositoryInquiry(
            (repositories + owners.repositories).distinct(),
            kinds,
            GitHubHistoryQuery(weeks: questions.weeks, before: now),
            access,
            after: owners.outcome
        )
    }
}

extension RepositoryQuestions {
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
            let next = "is not on GitHub; `assay fetch git \(shellQuoted(other.address))` clones it"
            throw OperationError(.usage, "not-on-github", place: other.description, next)
        }
        guard repositories.isEmpty else { return (named.distinct(), owners) }
        let listed = try location.listedRepositories()
        return (listed.repositories.filter { $0.host == nil }.distinct(), listed.owners)
    }
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

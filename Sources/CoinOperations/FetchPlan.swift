internal import CoinIdentity
internal import CoinModel
internal import CoinSources
internal import CoinStore
internal import RawInput

/// What is to be asked, and what is held already.
struct FetchPlan {
    /// One question about one repository.
    struct Item {
        let repository: RepositoryName
        let question: GitHubQuestion
        let address: String
        /// What is posted there behind the query's preface; empty for nothing.
        let body: String

        /// The folder of its answers.
        var group: String { repository.key.split(separator: "/").joined(separator: "__") }
    }

    /// What is to be asked, the first question of all repositories first.
    private(set) var asked: [Item] = []
    /// What was answered not long ago.
    private(set) var held: [(item: Item, entry: ArchiveEntry)] = []

    /// - Parameters:
    ///   - request: what to ask.
    ///   - repositories: about which.
    ///   - newest: the newest answer of an address that is held.
    /// - Throws: `OperationError` when there is no such question.
    init(
        _ request: FetchRequest,
        _ repositories: [RepositoryName],
        newest: (String) -> ArchiveEntry?
    ) throws {
        let query = request.query
        let age = Int64(request.maximalAge) * 3_600_000
        let oldest = Instant(milliseconds: request.now.milliseconds - age).description
        for name in request.questions {
            guard let question = GitHubQuestion(rawValue: name) else {
                let known = FetchRequest.allQuestions.joined(separator: ", ")
                throw OperationError(.usage, "unknown-question", place: name, "is none of \(known)")
            }
            for repository in repositories {
                let address = question.address(repository, api: request.api, query)
                let body = question == .history ? query.variables(repository) : ""
                let item = Item(repository: repository, question: question, address: address, body: body)
                if let entry = newest(address), entry.time >= oldest {
                    held.append((item, entry))
                } else {
                    asked.append(item)
                }
            }
        }
    }

    /// The repositories that are named, or all of a store's coin list, each once.
    static func repositories(_ request: FetchRequest, _ location: StoreLocation) throws -> [RepositoryName] {
        let named = try request.repositories.map { text in
            guard let name = RepositoryName(text) else {
                throw OperationError(.usage, "bad-repository", place: text, "is no repository; write owner/name")
            }
            return name
        }
        let names = try named.isEmpty ? listed(in: location) : named
        var seen: Set<RepositoryName> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// The repositories of a store's coin list.
    ///
    /// - Throws: `OperationError` when there is no store, or it names none.
    static func listed(in location: StoreLocation) throws -> [RepositoryName] {
        let names = try location.open(.read).reading { reader in
            let coins = UniverseAssembly(reader.catalog).universe.coins
            return try coins.with(reader.ecosystems(at: nil)).flatMap(\.repositories)
        }
        guard !names.isEmpty else {
            throw OperationError(
                .nothingSelected,
                "no-repositories",
                place: location.path,
                "its coin list names no repositories; name them, or load a list that does"
            )
        }
        return names
    }
}

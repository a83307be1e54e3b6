internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
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
        /// What is posted there, its beginning and its end; empty for nothing.
        var preface = ""
        var body = ""
        /// The weeks of a history that it asks for, the newest first.
        var weeks: [Week] = []

        /// The folder of its answers.
        var group: String { repository.key.split(separator: "/").joined(separator: "__") }
    }

    /// What is to be asked, the first question of all repositories first.
    private(set) var asked: [Item] = []
    /// What was answered not long ago.
    private(set) var held: [(item: Item, entry: ArchiveEntry)] = []

    /// Plans what is asked about repositories, given the archive's newest answer of an address, and those of all addresses
    /// that begin with a text.
    ///
    /// - Throws: `OperationError` when there is no such question.
    init(
        _ request: FetchRequest,
        _ repositories: [RepositoryName],
        newest: (String) -> ArchiveEntry? = { _ in nil },
        pages: (String) -> [ArchiveEntry] = { _ in [] }
    ) throws {
        let query = request.query
        let preface = query.preface
        let oldest = request.oldestHeld
        let isHeld = { (entry: ArchiveEntry) in entry.time > oldest }
        for name in request.questions {
            guard let question = GitHubQuestion(rawValue: name) else {
                let known = FetchRequest.allQuestions.joined(separator: ", ")
                throw OperationError(.usage, "unknown-question", place: name, "is none of \(known)")
            }
            let pagesOf = question == .history ? FetchPlan.grouped(pages(query.address(api: request.api))) : [:]
            for repository in repositories {
                let address = question.address(repository, api: request.api, query)
                var item = Item(repository: repository, question: question, address: address)
                if let entry = newest(address), isHeld(entry) {
                    held.append((item, entry))
                    continue
                }
                if question == .history {
                    let fresh = pagesOf[address, default: []].filter(isHeld)
                    let counted = fresh.reduce(into: Set<Week>()) { $0.formUnion(FetchPlan.weeks(of: $1)) }
                    item.weeks = query.weeks.filter { !counted.contains($0) }
                    item.preface = counted.isEmpty ? preface : GitHubHistoryQuery(weeks: item.weeks).preface
                    item.body = query.variables(repository)
                    if item.weeks.isEmpty, let entry = fresh.last {
                        held.append((item, entry))
                        continue
                    }
                }
                asked.append(item)
            }
        }
    }

    /// Answers that count a part of what their question asks, by its address.
    static func grouped(_ entries: [ArchiveEntry]) -> [String: [ArchiveEntry]] {
        Dictionary(grouping: entries) { String($0.address[..<($0.address.lastIndex(of: "/") ?? $0.address.endIndex)]) }
    }

    /// The weeks that such an answer counts.
    private static func weeks(of entry: ArchiveEntry) -> Set<Week> {
        entry.address.lastIndex(of: "/").map { GitHubHistoryQuery.weeks(ofPage: entry.address[$0...]) } ?? []
    }

    /// The repositories that are named, or all of a store's coin list, each once, and the owners all of whose
    /// repositories are.
    static func wanted(
        _ request: FetchRequest,
        _ location: StoreLocation
    ) throws -> (repositories: [RepositoryName], owners: [RepositoryOwner]) {
        let owners = request.repositories.compactMap { RepositoryOwner($0) }
        let named = try request.repositories.filter { RepositoryOwner($0) == nil }.map { text in
            guard let name = RepositoryName(text) else {
                throw OperationError(.usage, "bad-repository", place: text, "is none; write owner/name or owner/*")
            }
            return name
        }
        if let other = named.first(where: { $0.host != nil }) {
            let next = "is not on GitHub; `assay fetch git \(other.address)` clones it"
            throw OperationError(.usage, "not-on-github", place: other.description, next)
        }
        guard request.repositories.isEmpty else { return (unique(named), owners) }
        let listed = try listed(in: location)
        return (unique(listed.repositories.filter { $0.host == nil }), listed.owners)
    }

    /// Each repository once, in order.
    static func unique(_ names: [RepositoryName]) -> [RepositoryName] {
        var seen: Set<RepositoryName> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// The repositories and whole owners of a store's coin list.
    ///
    /// - Throws: `OperationError` when there is no store, or it names none.
    static func listed(
        in location: StoreLocation
    ) throws -> (repositories: [RepositoryName], owners: [RepositoryOwner]) {
        let listed = try location.open(.read).reading { reader in
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
            throw OperationError(.nothingSelected, "no-repositories", place: location.path, next)
        }
        return listed
    }
}

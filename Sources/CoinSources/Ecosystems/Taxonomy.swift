internal import CoinModel

/// Ecosystems, what stands below them, and their repositories: the state that migrations lead to.
///
/// Names and addresses are compared byte for byte, as the taxonomy's own loader does. An address that was moved
/// away is free again; an ecosystem that was removed may be added again and then has nothing of the old one. Tags of
/// repositories are counted, not stored.
struct Taxonomy {
    /// Why a change cannot be made; the raw value is the reason of its reject.
    enum Refusal: String, Error {
        case unknownEcosystem = "unknown-ecosystem"
        case unknownRepository = "unknown-repository"
        case existingEcosystem = "existing-ecosystem"
        case noRepositories = "no-repositories"
        case noChildren = "no-children"

        var detail: String {
            switch self {
            case .unknownEcosystem: "unknown ecosystem at that point"
            case .unknownRepository: "unknown repository at that point"
            case .existingEcosystem: "there is an ecosystem of the new name already"
            case .noRepositories: "that ecosystem never had a repository"
            case .noChildren: "that ecosystem never had one below it"
            }
        }
    }

    private struct Ecosystem {
        /// Nil once it is removed.
        var name: ByteKey?
        var children: Set<Int> = []
        /// Only of an ecosystem that ever had any can a repository, or one below it, be taken away.
        var hadRepositories = false
        var hadChildren = false
    }

    private struct Repository {
        var address: ByteKey
        /// Most repositories are in one or two.
        var ecosystems: Set<Int32> = []
    }

    private var ecosystems: [Ecosystem] = []
    private var ecosystemOfName: [ByteKey: Int] = [:]
    private var repositories: [Repository] = []
    private var repositoryOfAddress: [ByteKey: Int] = [:]
    private var tags: Set<ByteKey> = []

    var ecosystemCount: Int { ecosystemOfName.count }
    /// How many addresses of repositories there are, those that are in no ecosystem any more among them.
    var repositoryCount: Int { repositoryOfAddress.count }
    var tagCount: Int { tags.count }

    func answer(_ question: EcosystemQuestion, since: Instant, emit: ItemSink) throws {
        var answer = EcosystemAnswer(question)
        var members = [[Int]](repeating: [], count: ecosystems.count)
        for (number, repository) in repositories.enumerated() {
            for ecosystem in repository.ecosystems { members[Int(ecosystem)].append(number) }
        }
        for (name, ecosystem) in ecosystemOfName {
            answer.take(name)
            for number in members[ecosystem] { answer.take(address(number), of: name, isDirect: true) }
            guard answer.asksBelow(name) else { continue }
            for number in below(ecosystem).flatMap({ members[$0] }) {
                answer.take(address(number), of: name, isDirect: false)
            }
        }
        try answer.emit(since: since, isWhole: true, emit)
    }

    private func address(_ repository: Int) -> String {
        String(decoding: repositories[repository].address.bytes, as: UTF8.self)
    }

    /// An ecosystem and all below it, each once, whatever circles they form.
    private func below(_ top: Int) -> Set<Int> {
        var found: Set<Int> = [top]
        var next = [top]
        while let parent = next.popLast() {
            for child in ecosystems[parent].children where ecosystems[child].name != nil {
                if found.insert(child).inserted { next.append(child) }
            }
        }
        return found
    }
}

extension Taxonomy {
    mutating func addEcosystem(_ name: ByteKey) {
        guard ecosystemOfName[name] == nil else { return }
        ecosystemOfName[name] = ecosystems.count
        ecosystems.append(Ecosystem(name: name))
    }

    mutating func removeEcosystem(_ name: ByteKey) throws(Refusal) {
        ecosystems[try number(of: name)].name = nil
        ecosystemOfName[name] = nil
    }

    mutating func moveEcosystem(_ old: ByteKey, to new: ByteKey) throws(Refusal) {
        let ecosystem = try number(of: old)
        guard ecosystemOfName[new] == nil else { throw .existingEcosystem }
        ecosystems[ecosystem].name = new
        ecosystemOfName[old] = nil
        ecosystemOfName[new] = ecosystem
    }

    mutating func connect(_ parent: ByteKey, _ child: ByteKey) throws(Refusal) {
        let (above, below) = (try number(of: parent), try number(of: child))
        ecosystems[above].children.insert(below)
        ecosystems[above].hadChildren = true
    }

    mutating func disconnect(_ parent: ByteKey, _ child: ByteKey) throws(Refusal) {
        let (above, below) = (try number(of: parent), try number(of: child))
        guard ecosystems[above].hadChildren else { throw .noChildren }
        ecosystems[above].children.remove(below)
    }

    mutating func addRepository(_ address: ByteKey, to name: ByteKey, tags: some Sequence<ByteKey>) throws(Refusal) {
        let ecosystem = try number(of: name)
        let repository = repositoryOfAddress[address] ?? repositories.count
        if repository == repositories.count {
            repositories.append(Repository(address: address))
            repositoryOfAddress[address] = repository
        }
        repositories[repository].ecosystems.insert(Int32(ecosystem))
        ecosystems[ecosystem].hadRepositories = true
        self.tags.formUnion(tags)
    }

    mutating func removeRepository(_ address: ByteKey, from name: ByteKey) throws(Refusal) {
        let ecosystem = try number(of: name)
        guard ecosystems[ecosystem].hadRepositories else { throw .noRepositories }
        guard let repository = repositoryOfAddress[address] else { throw .unknownRepository }
        repositories[repository].ecosystems.remove(Int32(ecosystem))
    }

    /// Gives a repository a new address; one that is there already becomes one with it.
    ///
    /// The shorter of two lists of ecosystems is moved, so any n changes cost O(n log n), whatever they are.
    mutating func moveRepository(_ old: ByteKey, to new: ByteKey) throws(Refusal) {
        guard let moved = repositoryOfAddress[old] else { throw .unknownRepository }
        guard old != new else { return }
        var stays = moved
        if var given = repositoryOfAddress[new] {
            if repositories[given].ecosystems.count > repositories[stays].ecosystems.count { swap(&given, &stays) }
            repositories[stays].ecosystems.formUnion(repositories[given].ecosystems)
            repositories[given].ecosystems = []
        }
        repositories[stays].address = new
        repositoryOfAddress[old] = nil
        repositoryOfAddress[new] = stays
    }

    private func number(of name: ByteKey) throws(Refusal) -> Int {
        guard let ecosystem = ecosystemOfName[name] else { throw .unknownEcosystem }
        return ecosystem
    }
}

internal import CoinModel

/// Answers questions about a taxonomy as it stands.
struct TaxonomyAnswer {
    private let taxonomy: Taxonomy
    private let since: Instant
    private let repositories: [[Int32]]
    private let children: [[Int32]]

    init(_ taxonomy: Taxonomy, since: Instant) {
        self.taxonomy = taxonomy
        self.since = since
        (repositories, children) = taxonomy.lists()
    }

    func answer(_ question: EcosystemQuestion, emit: (SourceItem) throws -> Void) throws {
        let named = repositories.indices.compactMap { number in
            taxonomy.name(of: number).map { (name: $0, number: number) }
        }
        switch question {
        case .parts(let parts):
            var absence = EcosystemAbsence(parts)
            for part in parts {
                let numbers = taxonomy.ecosystem(named: part.name).map { part.scope == .all ? below($0) : [$0] } ?? []
                var found = RepositorySet(part)
                if part.scope != .none {
                    for number in distinct(numbers) { found.insert(taxonomy.address(of: number)) }
                }
                try found.emit(since, emit)
                if !numbers.isEmpty { absence.found(part) }
            }
            try absence.tell(among: named.map(\.name), emit)
        case .holders(let asked):
            var names: [Int32: RepositoryName] = [:]
            for number in distinct(Array(repositories.indices)) {
                if let name = RepositoryName(taxonomy.address(of: number)), asked.contains(name) {
                    names[number] = name
                }
            }
            for (name, number) in named.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
                var held = RepositorySet(EcosystemPart(name: name, scope: .direct))
                for repository in repositories[number] { if let name = names[repository] { held.insert(name) } }
                try held.emit(since, counting: repositories[number].count, emit)
            }
        }
    }

    /// An ecosystem and all below it, each once, whatever circles they form.
    private func below(_ top: Int) -> [Int] {
        var isSeen = [Bool](repeating: false, count: children.count)
        isSeen[top] = true
        var found = [top]
        var next = 0
        while next < found.count {
            for child in children[found[next]] where !isSeen[Int(child)] {
                isSeen[Int(child)] = true
                found.append(Int(child))
            }
            next += 1
        }
        return found
    }

    /// The repositories of some ecosystems, each once.
    private func distinct(_ ecosystems: [Int]) -> [Int32] {
        var isSeen = [Bool](repeating: false, count: taxonomy.repositoryLimit)
        var found: [Int32] = []
        for ecosystem in ecosystems {
            for repository in repositories[ecosystem] where !isSeen[Int(repository)] {
                isSeen[Int(repository)] = true
                found.append(repository)
            }
        }
        return found
    }
}

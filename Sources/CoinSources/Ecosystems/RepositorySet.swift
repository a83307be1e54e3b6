internal import CoinModel

/// The repositories of a part of an ecosystem, gathered in any order.
///
/// Addresses that differ in case only are one repository, in the spelling that comes first in byte order. Addresses of
/// other hosts, and of whole organisations, are counted and set aside.
struct RepositorySet {
    private let part: EcosystemPart
    private var names: [String: RepositoryName] = [:]
    private var others: Set<String> = []

    init(_ part: EcosystemPart) {
        self.part = part
    }

    /// How many there are, those set aside among them.
    var count: Int { names.count + others.count }

    mutating func insert(_ address: String) {
        if let name = RepositoryName(address) { insert(name) } else { others.insert(address) }
    }

    mutating func insert(_ name: RepositoryName) {
        if let known = names[name.key],
            !name.description.utf8.lexicographicallyPrecedes(known.description.utf8)
        {
            return
        }
        names[name.key] = name
    }

    /// Hands on what was gathered, and why addresses were set aside.
    func emit(_ since: Instant, counting given: Int? = nil, _ emit: (SourceItem) throws -> Void) throws {
        for address in others.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            let detail = "`\(address.prefix(120))` of `\(part.name.prefix(80))` is no repository on GitHub"
            try emit(.reject(Reject(reason: "bad-repository", detail: detail)))
        }
        // Keys are ASCII, for which the order of strings is that of their bytes.
        let sorted = names.sorted { $0.key < $1.key }
        try emit(
            .ecosystem(
                Ecosystem(
                    part: part,
                    since: since,
                    count: given ?? count,
                    repositories: sorted.map(\.value)
                )
            )
        )
    }
}

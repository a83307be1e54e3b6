public import CoinModel

/// Answers a question from lines that each name an ecosystem and a repository that is in it or below it.
struct EcosystemAnswer {
    private let question: EcosystemQuestion
    /// One for each part that is asked about, or for each ecosystem that may hold what is asked about.
    private var sets: [RepositorySet] = []
    private var setsOfName: [ByteKey: [Int]] = [:]
    private var nameBytes = 0
    private var mostRepositories = 0

    init(_ question: EcosystemQuestion) {
        self.question = question
        if case .parts(let parts) = question { sets = parts.map { RepositorySet(part: $0) } }
    }

    /// The most ecosystems of an input, bytes of their names, and repositories of one of them.
    private static let limits = (ecosystems: 1 << 20, nameBytes: 1 << 28, repositories: 1 << 23)

    /// Checks that there is no more than any taxonomy has, so that memory stays bounded.
    ///
    /// - Throws: `SourceError` `too-large`.
    func checkSize() throws(SourceError) {
        let limits = EcosystemAnswer.limits
        let isLarge = setsOfName.count > limits.ecosystems || nameBytes > limits.nameBytes
        guard isLarge || mostRepositories > limits.repositories else { return }
        let detail = "names over \(limits.ecosystems) ecosystems, or over \(limits.repositories) repositories of one"
        throw SourceError("too-large", detail: detail)
    }

    var ecosystemCount: Int { setsOfName.count }

    /// Whether a part is asked about that takes in what is below an ecosystem.
    func asksBelow(_ name: ByteKey) -> Bool {
        setsOfName[name]?.contains { sets[$0].part.scope == .all } ?? false
    }

    /// Takes the name of an ecosystem, which need not have any repository.
    mutating func take(_ name: ByteKey) {
        guard setsOfName[name] == nil else { return }
        nameBytes += name.bytes.count
        switch question {
        case .parts(let parts):
            setsOfName[name] = parts.indices.filter { parts[$0].scope != .none && ByteKey(parts[$0].name) == name }
        case .holders:
            setsOfName[name] = [sets.count]
            let part = EcosystemPart(name: String(decoding: name.bytes, as: UTF8.self), scope: .direct)
            sets.append(RepositorySet(part: part))
        }
    }

    /// Takes the address of a repository of an ecosystem; of one that is not direct, it is in one below.
    mutating func take(_ address: @autoclosure () -> String, of name: ByteKey, isDirect: Bool) {
        take(name)
        for place in setsOfName[name] ?? [] where isDirect || sets[place].part.scope == .all {
            switch question {
            case .parts: sets[place].insert(address())
            case .holders(let asked): sets[place].count(address(), among: asked)
            }
            mostRepositories = max(mostRepositories, sets[place].count)
        }
    }

    /// Emits what was asked, and warns of ecosystems that are missing: in a whole input they do not exist.
    ///
    /// - Throws: `SourceError` when no ecosystem that was asked about is there, and what `emit` throws.
    func emit(since: Instant, isWhole: Bool, _ emit: ItemSink) throws {
        guard case .parts = question else {
            for set in sets.sorted(by: { precedes($0.part.name, $1.part.name) }) { try set.emit(since, emit) }
            return
        }
        for set in sets where isWhole || setsOfName[ByteKey(set.part.name)] != nil { try set.emit(since, emit) }
        let asked = sets.filter { $0.part.scope != .none }.map(\.part.name)
        let missing = Set(asked.filter { setsOfName[ByteKey($0)] == nil }).sorted(by: precedes)
        guard !missing.isEmpty else { return }
        let names = setsOfName.keys.map { String(decoding: $0.bytes, as: UTF8.self) }
        let folded = Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: min)
        let words = missing.map { name in
            "`\(name.prefix(80))`" + (folded[name.lowercased()].map { " (but `\($0.prefix(80))`)" } ?? "")
        }
        let shown = listed(words)
        guard missing.count < Set(asked).count else {
            throw SourceError("unknown-ecosystem", detail: "has none of the ecosystems asked for: \(shown)")
        }
        try emit(.warning("has no ecosystem \(shown): \(missing.count) of the \(Set(asked).count) asked for"))
    }
}

/// The repositories of a part of an ecosystem, gathered in any order.
///
/// Addresses that differ in case only are one repository, in the spelling that comes first in byte order. Addresses of
/// other hosts, and of whole organisations, are counted and set aside.
private struct RepositorySet {
    let part: EcosystemPart
    private var names: [String: RepositoryName] = [:]
    private var others: Set<String> = []
    private var counted = 0

    init(part: EcosystemPart) { self.part = part }

    /// How many there are, those set aside among them.
    var count: Int { counted > 0 ? counted : names.count + others.count }

    mutating func insert(_ address: String) {
        if let name = RepositoryName(address) { insert(name) } else { others.insert(address) }
    }

    /// Counts a repository, and takes it only if it is among some.
    mutating func count(_ address: String, among asked: Set<RepositoryName>) {
        counted += 1
        if let name = RepositoryName(address), asked.contains(name) { insert(name) }
    }

    private mutating func insert(_ name: RepositoryName) {
        if let known = names[name.key], !precedes(name.description, known.description) { return }
        names[name.key] = name
    }

    /// Emits what was gathered, and rejects the addresses that were set aside.
    func emit(_ since: Instant, _ emit: ItemSink) throws {
        for address in others.sorted(by: precedes) {
            let detail = "`\(address.prefix(120))` of `\(part.name.prefix(80))` is not a repository on GitHub"
            try emit(.reject(Reject("bad-repository", detail: detail)))
        }
        // Keys are ASCII, for which the order of strings is that of their bytes.
        let repositories = names.sorted { $0.key < $1.key }.map(\.value)
        try emit(.ecosystem(Ecosystem(part: part, since: since, count: count, repositories: repositories)))
    }
}

/// Whether a text comes first in the order of bytes, which no locale changes.
private func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
}

extension ReadContext {
    /// What a taxonomy is asked.
    ///
    /// - Throws: `SourceError` `no-ecosystems` without a question.
    public func askedEcosystems() throws(SourceError) -> EcosystemQuestion {
        if let ecosystems { return ecosystems }
        let table = "a table of both with --ecosystems, that `assay identity propose` prepares"
        let detail = "says which repositories are whose ecosystem, not whose coin; give \(table)"
        throw SourceError("no-ecosystems", detail: detail)
    }
}

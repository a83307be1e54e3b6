/// Ecosystems, what stands below them, and their repositories: the state that migrations lead to.
///
/// Names and addresses are told apart letter for letter, as the taxonomy's own loader does. An address that was moved
/// away is free again; an ecosystem that was removed may be added anew and then has nothing of the old one. Tags of
/// repositories are counted, not kept.
struct Taxonomy {
    /// Why a change cannot be made; the raw value is the reason of its reject.
    enum Refusal: String, Error {
        case unknownEcosystem = "unknown-ecosystem"
        case unknownRepository = "unknown-repository"
        case existingEcosystem = "existing-ecosystem"
        case noRepositories = "no-repositories"
        case noChildren = "no-children"
    }

    /// The number that stands for nothing.
    private static let nothing: Int32 = -1

    private var names = ByteKeys()
    /// The ecosystem that bears a name now.
    private var ecosystemOfName: [Int32] = []
    /// The name of each ecosystem; nothing once it is removed.
    private(set) var nameOfEcosystem: [Int32] = []
    /// Ecosystems that ever had a repository, or one below them: only of those can something be taken away.
    private var everHad: [(repositories: Bool, children: Bool)] = []
    /// Parent and child, in one number.
    private var connections: Set<UInt64> = []

    private var addresses = ByteKeys()
    /// The repository at an address now.
    private var repositoryOfAddress: [Int32] = []
    private var addressOfRepository: [Int32] = []
    private var members = Memberships()
    private var tags = ByteKeys()

    /// How many ecosystems there are.
    private(set) var ecosystemCount = 0
    /// How many addresses of repositories there are, those that are in no ecosystem any more among them.
    private(set) var repositoryCount = 0
    /// How many different tags were seen.
    var tagCount: Int { tags.count }

    /// The name of an ecosystem that was not removed.
    func name(of ecosystem: Int) -> String? {
        let name = nameOfEcosystem[ecosystem]
        return name >= 0 ? String(decoding: names[Int(name)], as: UTF8.self) : nil
    }

    /// The ecosystem of a name, byte for byte.
    func ecosystem(named name: String) -> Int? {
        guard let key = names.find(Array(name.utf8).span), ecosystemOfName[key] >= 0 else { return nil }
        return Int(ecosystemOfName[key])
    }

    /// The address of a repository.
    func address(of repository: Int32) -> String {
        String(decoding: addresses[Int(addressOfRepository[Int(repository)])], as: UTF8.self)
    }

    /// The repositories of each ecosystem, and the ecosystems right below each: removed ones have neither.
    func lists() -> (repositories: [[Int32]], children: [[Int32]]) {
        var repositories = [[Int32]](repeating: [], count: nameOfEcosystem.count)
        var children = repositories
        members.visit { ecosystem, repository in
            if nameOfEcosystem[Int(ecosystem)] >= 0 { repositories[Int(ecosystem)].append(repository) }
        }
        for pair in connections {
            let (parent, child) = (Int(pair >> 32), Int(pair & 0xffff_ffff))
            if nameOfEcosystem[parent] >= 0, nameOfEcosystem[child] >= 0 { children[parent].append(Int32(child)) }
        }
        return (repositories, children)
    }

    /// How many repositories there are at most: their numbers lie below.
    var repositoryLimit: Int { addressOfRepository.count }
}

/// The commands of the migrations' language.
extension Taxonomy {
    mutating func addEcosystem(_ name: Span<UInt8>) {
        let key = names.index(of: name)
        if key == ecosystemOfName.count { ecosystemOfName.append(Taxonomy.nothing) }
        guard ecosystemOfName[key] < 0 else { return }
        ecosystemOfName[key] = Int32(nameOfEcosystem.count)
        nameOfEcosystem.append(Int32(key))
        everHad.append((false, false))
        ecosystemCount += 1
    }

    mutating func removeEcosystem(_ name: Span<UInt8>) throws(Refusal) {
        let (key, ecosystem) = try named(name)
        ecosystemOfName[key] = Taxonomy.nothing
        nameOfEcosystem[ecosystem] = Taxonomy.nothing
        ecosystemCount -= 1
    }

    mutating func moveEcosystem(_ old: Span<UInt8>, to new: Span<UInt8>) throws(Refusal) {
        let (key, ecosystem) = try named(old)
        let newKey = names.index(of: new)
        if newKey == ecosystemOfName.count { ecosystemOfName.append(Taxonomy.nothing) }
        guard ecosystemOfName[newKey] < 0 else { throw .existingEcosystem }
        ecosystemOfName[key] = Taxonomy.nothing
        ecosystemOfName[newKey] = Int32(ecosystem)
        nameOfEcosystem[ecosystem] = Int32(newKey)
    }

    mutating func connect(_ parent: Span<UInt8>, _ child: Span<UInt8>) throws(Refusal) {
        let (above, below) = (try named(parent).ecosystem, try named(child).ecosystem)
        connections.insert(Taxonomy.pair(above, below))
        everHad[above].children = true
    }

    mutating func disconnect(_ parent: Span<UInt8>, _ child: Span<UInt8>) throws(Refusal) {
        let (above, below) = (try named(parent).ecosystem, try named(child).ecosystem)
        guard everHad[above].children else { throw .noChildren }
        connections.remove(Taxonomy.pair(above, below))
    }

    mutating func addRepository(_ address: Span<UInt8>, to name: Span<UInt8>) throws(Refusal) {
        let ecosystem = try named(name).ecosystem
        let key = key(of: address)
        if repositoryOfAddress[key] < 0 {
            repositoryOfAddress[key] = Int32(addressOfRepository.count)
            addressOfRepository.append(Int32(key))
            repositoryCount += 1
        }
        members.insert(repositoryOfAddress[key], into: Int32(ecosystem))
        everHad[ecosystem].repositories = true
    }

    mutating func addTag(_ tag: Span<UInt8>) {
        _ = tags.index(of: tag)
    }

    mutating func removeRepository(_ address: Span<UInt8>, from name: Span<UInt8>) throws(Refusal) {
        let ecosystem = try named(name).ecosystem
        guard everHad[ecosystem].repositories else { throw .noRepositories }
        guard let key = addresses.find(address), repositoryOfAddress[key] >= 0 else { throw .unknownRepository }
        members.remove(repositoryOfAddress[key], from: Int32(ecosystem))
    }

    /// Gives a repository a new address; one that is there already becomes one with it.
    mutating func moveRepository(_ old: Span<UInt8>, to new: Span<UInt8>) throws(Refusal) {
        guard let oldKey = addresses.find(old), repositoryOfAddress[oldKey] >= 0 else { throw .unknownRepository }
        let newKey = key(of: new)
        guard oldKey != newKey else { return }
        let moved = repositoryOfAddress[oldKey]
        let there = repositoryOfAddress[newKey]
        let now = there < 0 ? moved : members.merge(moved, there)
        if there >= 0 { repositoryCount -= 1 }
        repositoryOfAddress[oldKey] = Taxonomy.nothing
        repositoryOfAddress[newKey] = now
        addressOfRepository[Int(now)] = Int32(newKey)
    }

    private func named(_ name: Span<UInt8>) throws(Refusal) -> (key: Int, ecosystem: Int) {
        guard let key = names.find(name), ecosystemOfName[key] >= 0 else { throw .unknownEcosystem }
        return (key, Int(ecosystemOfName[key]))
    }

    private mutating func key(of address: Span<UInt8>) -> Int {
        let key = addresses.index(of: address)
        if key == repositoryOfAddress.count { repositoryOfAddress.append(Taxonomy.nothing) }
        return key
    }

    private static func pair(_ parent: Int, _ child: Int) -> UInt64 {
        UInt64(parent) << 32 | UInt64(child)
    }
}

public import CoinModel

/// Which ids of several sources are one coin.
///
/// Two coins are one where something certain says so, in this order, and never by what merely resembles:
///
/// | Basis | Certain by |
/// | --- | --- |
/// | reviewed | a person's decision, which also keeps coins apart |
/// | address | an equal contract address on the same chain |
/// | pointer | a source's own word for the other's id |
/// | agreeing | symbol and name, each pair borne by one coin of each source, and prices of one day within 5 % |
/// | listed | symbol and name, each borne by one coin, of a listed coin that has no facts of its own and so nothing to contradict |
///
/// Unless a person says so, no two ids of one source become one: nine coins of one symbol stay nine. Where a person does,
/// what was certain of either is so of both.
public struct Crosswalk: Sendable {
    /// A coin of a source as the crosswalk takes it.
    public struct Member: Sendable {
        /// What the source says of it.
        public let coin: SourceCoin
        /// Whether it is of the universe: a coin list has it, or there is no list.
        public let isListed: Bool
        /// Whether the source has facts of it.
        public let hasFacts: Bool

        /// A member.
        public init(_ coin: SourceCoin, isListed: Bool, hasFacts: Bool) {
            (self.coin, self.isListed, self.hasFacts) = (coin, isListed, hasFacts)
        }
    }

    /// What made a coin of a source one with another.
    public enum Basis: String, Sendable {
        case reviewed, address, pointer, agreeing, listed
    }

    /// Why a coin of a source is one with another.
    public struct Link: Hashable, Sendable {
        /// What made them one.
        public let basis: Basis
        /// What it rests on, for people.
        public let evidence: String
    }

    /// The coins of all sources, by reference.
    public let members: [Member]
    /// For each member why it is one with its coin; nil for the coin itself.
    public private(set) var links: [Link?]
    /// Members that bear the same symbol and name, by both.
    let bearers: [SymbolAndName: [Int]]

    /// The migrations that were decided last of their two coins, oldest first.
    private(set) var decidedMigrations: [CoinDecision] = []

    private var coinOfMember: [Int]
    private let indices: [CoinArgument: Int]
    private var spaces: [UInt64]
    private var apart: [Int: Set<Int>] = [:]
    /// Coins of which a person made several ids of one source one.
    private var merged: Set<Int> = []

    struct SymbolAndName: Hashable {
        let symbol: String
        let name: String

        /// What a coin is matched by; nil where one of both is unknown, or not in NFC and so no coin's.
        init?(_ coin: SourceCoin) {
            guard !coin.symbol.isEmpty, !coin.name.isEmpty, coin.symbol.isNormalized, coin.name.isNormalized else {
                return nil
            }
            symbol = fold(coin.symbol)
            name = fold(coin.name)
        }
    }

    /// The crosswalk of some coins, of several with one reference the first.
    ///
    /// Decisions come oldest first, of which a later one about the same two coins holds. Linear in both, but for names
    /// that many share.
    public init(_ coins: [Member], decisions: [CoinDecision] = []) {
        var seen: Set<CoinArgument> = []
        let members = coins.filter { seen.insert($0.coin.reference).inserted }
            .sorted { $0.coin.reference < $1.coin.reference }
        self.members = members
        indices = Dictionary(firstOf: members.enumerated().map { ($1.coin.reference, $0) })
        (links, coinOfMember) = (Array(repeating: nil, count: members.count), Array(members.indices))
        var bits: [String: UInt64] = [:]
        spaces = members.map { member in
            // Sources beyond the sixty-third share a bit: they are kept apart from each other rather than confused.
            let bit = bits[member.coin.reference.space] ?? 1 << UInt64(min(bits.count, 63))
            bits[member.coin.reference.space] = bit
            return bit
        }
        var bearers: [SymbolAndName: [Int]] = [:]
        for (index, member) in members.enumerated() {
            if let words = SymbolAndName(member.coin) { bearers[words, default: []].append(index) }
        }
        self.bearers = bearers
        apply(decisions)
        joinByAddress()
        joinByPointer()
        joinAgreeing(decisions)
        joinListed()
    }

    /// The member of a reference.
    public func index(of reference: CoinArgument) -> Int? { indices[reference] }

    /// The member that stands for the coin that a member is.
    public func coin(of member: Int) -> Int {
        var member = member
        while coinOfMember[member] != member { member = coinOfMember[member] }
        return member
    }

    /// Whether two members may be joined without a person: they are two, no source has both, and no decision keeps them apart.
    func mayJoin(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (coin(of: left), coin(of: right))
        let isMerged = merged.contains(first) || merged.contains(second)
        guard first != second, isMerged || spaces[first] & spaces[second] == 0 else { return false }
        guard !apart.isEmpty else { return true }
        return !(apart[first] ?? []).contains { coin(of: $0) == second }
            && !(apart[second] ?? []).contains { coin(of: $0) == first }
    }

    /// Whether a member's symbol and name are borne by no other coin of its source.
    func isOnly(_ member: Int, among bearers: [Int]) -> Bool {
        let (own, space) = (coin(of: member), members[member].coin.reference.space)
        return bearers.allSatisfy { members[$0].coin.reference.space != space || coin(of: $0) == own }
    }

    private mutating func join(_ left: Int, _ right: Int, _ link: Link, keeping survivor: Int? = nil) {
        let (first, second) = (coin(of: left), coin(of: right))
        guard first != second else { return }
        func stands(_ one: Int, before other: Int) -> Bool {
            members[one].isListed == members[other].isListed ? one < other : members[one].isListed
        }
        let isFirst = survivor.map { coin(of: $0) == first } ?? stands(first, before: second)
        let (stays, joined) = isFirst ? (first, second) : (second, first)
        coinOfMember[joined] = stays
        if merged.remove(joined) != nil || spaces[stays] & spaces[joined] != 0 { merged.insert(stays) }
        spaces[stays] |= spaces[joined]
        if let others = apart.removeValue(forKey: joined) { apart[stays, default: []].formUnion(others) }
        links[joined] = link
    }

    private mutating func apply(_ decisions: [CoinDecision]) {
        var newest: [[CoinArgument]: (place: Int, decision: CoinDecision)] = [:]
        for (place, decision) in decisions.enumerated()
        where [.same, .other].contains(decision.relation) || decision.relation.migration != nil {
            newest[[decision.coin, decision.target].sorted()] = (place, decision)
        }
        let current = newest.values.sorted { $0.place < $1.place }.map(\.decision)
        for decision in current where decision.relation == .same {
            guard let coin = indices[decision.coin], let survivor = indices[decision.target] else { continue }
            join(coin, survivor, Link(basis: .reviewed, evidence: decision.description), keeping: survivor)
        }
        decidedMigrations = current.filter { $0.relation.migration != nil }
        // A coin that became another one is not that one.
        for decision in current where decision.relation != .same && decision.coin != decision.target {
            guard let left = indices[decision.coin], let right = indices[decision.target] else { continue }
            apart[coin(of: left), default: []].insert(right)
            apart[coin(of: right), default: []].insert(left)
        }
    }

    private mutating func joinByAddress() {
        var bearers: [ContractAddress: [Int]] = [:]
        for (index, member) in members.enumerated() {
            for address in member.coin.addresses { bearers[address, default: []].append(index) }
        }
        for (address, members) in bearers.filter({ $0.value.count > 1 }).sorted(by: { $0.key < $1.key }) {
            joinAll(members, Link(basis: .address, evidence: address.description))
        }
    }

    private mutating func joinByPointer() {
        var pointing: [Int: [Int]] = [:]
        for (index, member) in members.enumerated() {
            for pointer in member.coin.pointers {
                if let target = indices[pointer] { pointing[target, default: []].append(index) }
            }
        }
        for (target, sources) in pointing.sorted(by: { $0.key < $1.key }) {
            let ids = sources.map { members[$0].coin.reference.description }.joined(separator: ", ")
            let evidence = "\(ids) names \(members[target].coin.reference)"
            joinAll([target] + sources, Link(basis: .pointer, evidence: evidence))
        }
    }

    /// Joins members of which each is the only one of its source; where a source has several of them, nothing is certain.
    private mutating func joinAll(_ group: [Int], _ link: Link) {
        for other in group where !isOnly(other, among: group) { return }
        for other in group.dropFirst() where mayJoin(group[0], other) { join(group[0], other, link) }
    }

    private mutating func joinAgreeing(_ decisions: [CoinDecision]) {
        for decision in decisions where decision.relation == .agreeing {
            guard let left = indices[decision.coin], let right = indices[decision.target], mayJoin(left, right) else {
                continue
            }
            join(left, right, Link(basis: .agreeing, evidence: decision.evidence))
        }
    }

    /// Joins what sources have of listed coins that have no facts of their own, the first source by name first: another one
    /// has to agree with it.
    private mutating func joinListed() {
        var withFacts = Set(members.indices.filter { members[$0].hasFacts }.map { coin(of: $0) })
        for (index, member) in members.enumerated() where member.hasFacts && !member.coin.reference.space.isEmpty {
            let coin = member.coin
            guard let words = SymbolAndName(coin), let all = bearers[words], all.count > 1, isOnly(index, among: all)
            else { continue }
            for listed in all where members[listed].isListed && isOnly(listed, among: all) {
                let own = self.coin(of: listed)
                guard !withFacts.contains(own), mayJoin(index, listed) else { continue }
                let evidence = "\(coin.symbol), \(coin.name): the one listed coin without figures of its own"
                join(index, listed, Link(basis: .listed, evidence: evidence))
                withFacts.insert(self.coin(of: index))
            }
        }
    }
}

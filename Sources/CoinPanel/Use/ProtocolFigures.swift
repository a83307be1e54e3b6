internal import CoinIdentity
internal import CoinModel
internal import CoinStore

/// This is the only place where figures of protocols and chains are given to coins.
///
/// A protocol belongs to the coin that its source points to; the versions of a parent belong to the one coin that those of them
/// point to which point to any, each to its own where these differ. A figure counts when it is of the newest answer that has
/// such figures, and that is at most 28 days old: what that answer leaves out is no longer there.
struct ProtocolFigures {
    private let reader: StoreReader
    private let resolution: EntityResolution
    private let asOf: AsOf
    private let order: SourceOrder
    /// The entities of protocols, by what their keys say.
    private let keys: [(entity: Entity, key: ProtocolKey)]

    /// A figure of one protocol.
    struct Part {
        let key: ProtocolKey
        let entity: Entity
        let figure: DatedFigure
    }

    init(_ reader: StoreReader, _ resolution: EntityResolution, _ order: SourceOrder, at asOf: AsOf) {
        (self.reader, self.resolution, self.order, self.asOf) = (reader, resolution, order, asOf)
        keys = reader.catalog.entities.filter { $0.kind == .protocol && !$0.isForgotten }.map {
            ($0, ProtocolKey(text: $0.key, name: $0.name))
        }
    }

    /// What is known of each coin, by its place; coins without anything are absent.
    func all() throws -> [Int: CoinFundamentals] {
        guard !keys.isEmpty else { return [:] }
        let parts = try partsOfCoins()
        // All that count are of one answer.
        let end = parts.values.lazy.compactMap { $0[.lockedValue]?.first?.figure.time }.first
        let before = try end.map(lockedBefore) ?? [:]
        var all: [Int: CoinFundamentals] = [:]
        for (coin, figures) in parts {
            var known = CoinFundamentals()
            for (fundamental, parts) in figures { known[fundamental] = parts.total }
            known.lockedChange = figures[.lockedValue].flatMap { ProtocolFigures.change($0, from: before) }
            known.protocols = Set(figures.values.joined().map { $0.key.name ?? $0.key.id }).sorted()
            all[coin] = known
        }
        return all
    }

    /// The figures that make up those of each coin.
    func partsOfCoins() throws -> [Int: [Fundamental: [Part]]] {
        var parts: [Fundamental: [Part]] = [:]
        for fundamental in Fundamental.allCases {
            parts[fundamental] = try newest(fundamental, upTo: asOf.limit, since: DatedFigure.earliest(at: asOf.limit))
        }
        // What the list of all protocols says of one counts before what an answer of fees says.
        let coins = coinsOfProtocols(Fundamental.allCases.flatMap { parts[$0, default: []].map(\.key) })
        var found: [Int: [Fundamental: [Part]]] = [:]
        for (fundamental, parts) in parts {
            for part in parts where !fundamental.leftOut.contains(category(of: part.key)) {
                guard let coin = coins[part.key.id] else { continue }
                found[coin, default: [:]][fundamental, default: []].append(part)
            }
        }
        return found
    }

    private func category(of key: ProtocolKey) -> String { key.category?.lowercased() ?? "" }

    /// The coins that protocols are of, by their ids.
    private func coinsOfProtocols(_ said: [ProtocolKey]) -> [String: Int] {
        let pointers = Dictionary(said.compactMap { key in key.coin.map { (key.id, $0) } }) { first, _ in first }
        let parents = Dictionary(said.compactMap { key in key.parent.map { (key.id, $0) } }) { first, _ in first }
        var coinsOfParents: [String: Set<String>] = [:]
        for (id, parent) in parents { if let coin = pointers[id] { coinsOfParents[parent, default: []].insert(coin) } }
        var coins: [String: Int] = [:]
        for id in Set(said.map(\.id)) {
            let shared = parents[id].flatMap { coinsOfParents[$0] } ?? []
            guard let coin = shared.count == 1 ? shared.first : pointers[id] else { continue }
            coins[id] = resolution.coin(of: CoinArgument(space: "", id: coin))
        }
        return coins
    }

    /// The figures of the newest answer in a span of time, of the source that is preferred.
    private func newest(_ fundamental: Fundamental, upTo limit: Instant, since first: Instant) throws -> [Part] {
        let sources = try reader.sources(of: fundamental.metric).sorted {
            (order.rank(of: $0), $0) < (order.rank(of: $1), $1)
        }
        var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
        for (row, entry) in keys.enumerated() { rowOfEntity[Int(entry.entity.id)] = Int32(row) }
        for source in sources {
            let facts = try reader.newest(
                fundamental.metric,
                source: source,
                since: first,
                upTo: Array(repeating: limit, count: keys.count),
                rowOfEntity: rowOfEntity
            )
            guard let newest = facts.compactMap({ $0?.at }).max() else { continue }
            return zip(keys, facts).compactMap { entry, fact in
                guard let fact, fact.at == newest else { return nil }
                let figure = DatedFigure(fact.value, at: fact.at, by: source)
                return Part(key: entry.key, entity: entry.entity, figure: figure)
            }
        }
        return []
    }

    /// The values of protocols by their ids in the answer of 90 days before a moment; none where there is no such answer.
    private func lockedBefore(_ end: Instant) throws -> [String: Part] {
        let span = PriceSpan.quarter
        let begin = span.begin(before: end)
        let first = Instant(milliseconds: begin.milliseconds - span.tolerance)
        let parts = try newest(.lockedValue, upTo: begin, since: first)
        return Dictionary(parts.map { ($0.key.id, $0) }) { one, _ in one }
    }

    /// The value of some protocols now and before, of those that both answers have.
    private static func change(_ parts: [Part], from before: [String: Part]) -> CoinFundamentals.Change? {
        let both = parts.compactMap { part in before[part.key.id].map { (now: part, then: $0) } }
        guard let now = both.map(\.now).total, let then = both.map(\.then).total else { return nil }
        return CoinFundamentals.Change(now: now, then: then)
    }
}

extension [ProtocolFigures.Part] {
    /// What they add up to, in the order of ids; nil of none.
    var total: DatedFigure? {
        guard let first else { return nil }
        let sum = sorted { $0.key.text < $1.key.text }.reduce(0) { $0 + $1.figure.value }
        return DatedFigure(sum, at: first.figure.time, by: first.figure.source)
    }
}

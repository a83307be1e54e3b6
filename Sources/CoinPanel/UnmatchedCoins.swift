internal import CoinIdentity
public import CoinModel
public import CoinStore

/// Why the words by which a source names a coin mean none, where a person should know of it.
public struct CoinDoubt: Hashable, Sendable {
    /// `ambiguous-coin` where several coins have them, `confusable` where they only look like a coin's, `before-coin` where
    /// they meant another coin before.
    public let identifier: String
    /// What is so, in one sentence without its full stop.
    public let text: String
}

extension Panel {
    /// What there is to know of symbols and names whose earlier figures join no coin, a sentence a coin, by id.
    public func beginnings() throws -> [CoinDoubt] {
        let days = try lives.firstDays(resolution, reader, quote: quote)
        return days.sorted { $0.key < $1.key }.map { place, day in
            let coin = resolution.universe.coins[place]
            let what = "'\(coin.symbol), \(coin.name)' means \(coin.id) from \(day) on"
            return CoinDoubt(identifier: "before-coin", text: what + "; its earlier figures join no coin")
        }
    }
}

extension EntityResolution {
    /// The doubts about some of the words that fit no coin, each once.
    ///
    /// None about words that no coin has or looks like. The first question costs a pass over the coins.
    public func doubts(about entities: some Sequence<Entity>) -> [CoinDoubt] {
        var seen: Set<String> = []
        return entities.filter { !$0.hasID }.compactMap(doubt).filter { seen.insert($0.text.lowercased()).inserted }
    }

    private func doubt(about entity: Entity) -> CoinDoubt? {
        let key = CoinKey(symbol: entity.symbol, name: entity.name)
        let words = [entity.symbol, entity.name].compactMap { $0 }.joined(separator: ", ")
        if case .ambiguous(let ids) = universe.match(key, in: .source(entity.space)) {
            let kind = entity.name == nil ? "symbol" : entity.symbol == nil ? "name" : "symbol and name"
            let text = "\(ids.count) coins have the \(kind) '\(words)': \(listed(ids)); its figures join none of them"
            return CoinDoubt(identifier: "ambiguous-coin", text: text)
        }
        guard let first = universe.confusable(with: key).first else { return nil }
        let codes = first.text.unicodeScalars.filter { !$0.isASCII }.prefix(3).map { "U+\(hexadecimal($0.value))" }
        let hint = codes.isEmpty ? "" : " (with \(codes.joined(separator: ", ")))"
        let id = universe.coins[first.coin].id
        let text = "'\(first.text.shortened(to: 64))'\(hint) looks like the symbol or name of \(id) and is another text"
        return CoinDoubt(identifier: "confusable", text: text + "; its figures join no coin")
    }
}

extension StoreReader {
    /// For each entity whether it is among some and any source observed one of some metrics of it up to a moment.
    public func areObserved(_ entities: Set<Int32>, of metrics: [Metric], upTo asOf: AsOf) throws -> [Bool] {
        let wanted = catalog.entities.indices.map { entities.contains(Int32($0)) }
        var found = wanted.map { _ in false }
        for metric in metrics {
            for source in try sources(of: metric) {
                let has = try self.entities(with: metric, source: source, among: wanted, upTo: asOf)
                for index in found.indices { found[index] = found[index] || has[index] }
            }
        }
        return found
    }
}

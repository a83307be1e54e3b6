internal import CoinIdentity
public import CoinModel
internal import CoinStore

extension Panel {
    /// Where the image of each coin is by the newest word of its sources.
    ///
    /// - Parameter asOf: the moment up to which sources are heard, nil for all.
    /// - Returns: addresses by the coins' ids; coins without one are absent.
    /// - Throws: an error of the store when it cannot be read.
    /// - Complexity: O(d), d the details that the store holds.
    public func imageAddresses(upTo asOf: AsOf?) throws -> [String: String] {
        try newest(.image, upTo: asOf) { $0 }
    }

    /// Where the market of each coin is shown that bears the id of another source than the list, by ids: the page that this
    /// source names, empty where it names none.
    public func marketPages(upTo asOf: AsOf?) throws -> [String: String] {
        guard !reader.catalog.hasCoinList else { return [:] }
        let entities = reader.catalog.entities.filter { $0.kind == .coin && $0.hasID && !$0.isForgotten }
        let own = Set(entities.filter { $0.space.isEmpty }.map(\.key))
        let foreign = Set(entities.filter { !$0.space.isEmpty }.map(\.key)).subtracting(own)
        guard !foreign.isEmpty else { return [:] }
        let named = try newest(.links, upTo: asOf) { links in
            links.split(separator: "\n").first { $0.hasPrefix("market ") }.map { String($0.dropFirst(7)) }
        }
        return Dictionary(foreign.map { ($0, named[$0] ?? "") }) { first, _ in first }
    }

    /// What sources said last of each coin in a field, by ids, as far as `read` finds something in it.
    private func newest(_ field: CoinField, upTo asOf: AsOf?, _ read: (String) -> String?) throws -> [String: String] {
        let resolution = resolution(at: asOf)
        var newest: [String: (time: Instant, source: String, text: String)] = [:]
        for stored in try reader.details(upTo: asOf, [field], where: { resolution.coin(of: $0) != nil }) {
            guard let coin = resolution.coin(of: stored.detail.coin),
                let text = stored.detail[field]?.text.flatMap(read)
            else { continue }
            let id = resolution.universe.coins[coin].id
            let source = stored.detail.source
            if let known = newest[id], (known.time, known.source) >= (stored.time, source) { continue }
            newest[id] = (stored.time, source, text)
        }
        return newest.mapValues(\.text)
    }
}

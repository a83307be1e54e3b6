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
        let resolution = resolution(at: asOf)
        var newest: [String: (time: Instant, source: String, address: String)] = [:]
        for stored in try reader.details(upTo: asOf, [.image], where: { resolution.coin(of: $0) != nil }) {
            guard let coin = resolution.coin(of: stored.detail.coin), let address = stored.detail[.image]?.text else {
                continue
            }
            let id = resolution.universe.coins[coin].id
            let source = stored.detail.source
            if let known = newest[id], (known.time, known.source) >= (stored.time, source) { continue }
            newest[id] = (stored.time, source, address)
        }
        return newest.mapValues(\.address)
    }
}

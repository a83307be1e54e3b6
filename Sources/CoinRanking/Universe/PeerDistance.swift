internal import CoinModel
internal import CoinTables

/// How far coins are from one coin, by sector, size and prices: the only place where such a distance is defined.
///
/// | Part | From 0, the same, to 1 | Unknown where |
/// | --- | --- | --- |
/// | sector | 1 − Σ w of the tags that both have / Σ w of the tags that either has, w = ln((1 + tagged coins) / coins with the tag) | either has no tag |
/// | size | \|ln of the ratio of capitalisations\| / ln 100, at most 1 | either has none of the last 28 days |
/// | prices | 1 − Pearson's correlation of weekly log returns over the last 52 complete weeks, at most 1 | fewer than 26 weeks have a return of both |
///
/// The distance is the mean of the parts (J. C. Gower, "A General Coefficient of Similarity and Some of Its Properties", 1971).
/// A part that is unknown of a coin counts as the median of the others, so that it makes the coin neither near nor far; one
/// that is unknown of all does not count.
struct PeerDistance {
    /// The fewest weeks of a correlation.
    static let fewestWeeks = 26
    /// The ratio of capitalisations from which on coins have nothing in common in size.
    static let largestRatio = 100.0

    private let section: CrossSection
    /// The row of the coin that it is measured from, and its returns.
    private let own: Int
    private let ownReturns: [Double]
    /// The tags of all coins, by row, and the weight of each tag.
    private let tags: [[String]]
    private let weights: [String: Double]

    /// Measures from the coin in a row.
    init(from row: Int, in section: CrossSection) {
        tags = section.coins.indices.map(section.tags)
        let tagged = tags.count { !$0.isEmpty }
        weights = Dictionary(grouping: tags.joined(), by: \.self).mapValues {
            ln(Double(1 + tagged) / Double($0.count))
        }
        (self.section, own) = (section, row)
        ownReturns = WeeklySeries(section.close[row: row]).logReturns
    }

    /// How the coin in a row lies to it.
    func peer(_ row: Int) -> CoinPeer {
        let returns = WeeklySeries(section.close[row: row]).logReturns
        let weeks = returns.indices.filter { returns[$0].isFinite && ownReturns[$0].isFinite }
        let isLong = weeks.count >= PeerDistance.fewestWeeks
        let r = isLong ? correlation(weeks.map { ownReturns[$0] }, weeks.map { returns[$0] }) : .nan
        let caps = [row, own].map { section.marketCap[$0].amount }
        let ratio = caps.allSatisfy { $0 > 0 } ? caps[0] / caps[1] : .nan
        let areTagged = !tags[own].isEmpty && !tags[row].isEmpty
        return CoinPeer(
            id: section.coins[row].id,
            name: section.coins[row].name,
            sharedTags: areTagged ? sharedTags(with: row) : nil,
            sectorDistance: areTagged ? sectorDistance(to: row) : .nan,
            sizeRatio: Measured(ratio, orMissing: .noFreshCap),
            // What is rounded may be a little beyond 1.
            correlation: Measured(r, orMissing: isLong ? .noValue : .fewWeeks)
                .map(orMissing: .noValue) { max(-1, min(1, $0)) },
            commonWeeks: weeks.count
        )
    }

    /// The tags that both have, the rarest first.
    private func sharedTags(with row: Int) -> [String] {
        Set(tags[own]).intersection(tags[row]).sorted {
            let (first, second) = (weights[$0] ?? 0, weights[$1] ?? 0)
            return first == second ? $0 < $1 : first > second
        }
    }

    private func sectorDistance(to row: Int) -> Double {
        let either = Set(tags[own]).union(tags[row]).sorted()
        return 1 - weight(of: sharedTags(with: row)) / weight(of: either)
    }

    private func weight(of tags: [String]) -> Double { sum(tags.map { weights[$0] ?? 0 }) }

    /// The distance of each coin, to nine decimals; NaN where nothing of it is known.
    static func distances(_ peers: [CoinPeer]) -> [Double] {
        let parts = peers.map(\.parts)
        let medians = CoinPeer.parts.indices.map { part in
            CoinModel.median(parts.map { $0[part] }.filter { !$0.isNaN })
        }
        return parts.map { parts in
            guard parts.contains(where: { !$0.isNaN }) else { return .nan }
            return rounded(knownMean(zip(parts, medians).map { $0.isNaN ? $1 : $0 }))
        }
    }
}

/// How a coin lies to the one that peers are found for.
public struct CoinPeer: Sendable {
    /// The coin's id.
    public let id: String
    /// Its name, which may be empty.
    public let name: String
    /// The tags that both have, the rarest first; nil where one of the two has none at all.
    public let sharedTags: [String]?
    /// 0 where all tags are shared, 1 where none is; NaN where one of the two has none at all.
    let sectorDistance: Double
    /// Its capitalisation by that of the coin.
    let sizeRatio: Measured
    /// Of the weekly returns of both.
    let correlation: Measured
    /// The weeks that have a return of both, of 52.
    let commonWeeks: Int
    /// From 0 to 1; NaN where no part of it is known.
    public internal(set) var distance = Double.nan

    /// The parts of its distance that are unknown: `sector`, `size`, `prices`.
    public var unknown: [String] { zip(CoinPeer.parts, parts).filter(\.1.isNaN).map(\.0) }

    /// The parts of a distance.
    static let parts = ["sector", "size", "prices"]

    /// What each part comes to; NaN where it is unknown.
    var parts: [Double] {
        [
            sectorDistance,
            sizeRatio.map(orMissing: .noFreshCap) { min(1, abs(ln($0)) / ln(PeerDistance.largestRatio)) }.value,
            correlation.map(orMissing: .noValue) { min(1, 1 - $0) }.value,
        ]
    }
}

internal import CoinModel

/// Where ranked coins stand among the ranked ones that have the same first tag.
///
/// This is the only place where coins of a sector are compared with each other: by their scores to nine decimals, five of
/// them at least.
struct TagPeers {
    /// The fewest ranked coins of a tag that are compared, the coin itself among them.
    static let fewest = 5

    /// Where a coin stands: how many of its peers have a lower score, and how many the same, itself among them.
    struct Standing: Hashable, Sendable {
        let tag: String
        let lower: Int
        let equal: Int
        let count: Int

        /// The percentile: 100 (lower + ½ equal) / count, 50 for the middle one.
        var percent: Double { 100 * (Double(lower) + Double(equal) / 2) / Double(count) }
    }

    /// By the coin's place, why there is none where it is nil.
    let standings: [(standing: Standing?, reason: MissingReason)]

    /// The standings of coins by their first tags and scores, both by place; coins without a score have none and count in
    /// none.
    init(_ tags: [String?], scores: [Measured]) {
        let values = scores.map { $0.isThere ? rounded($0.value) : .nan }
        let ranked = tags.indices.filter { scores[$0].isThere && tags[$0] != nil }
        let groups = Dictionary(grouping: ranked) { tags[$0] ?? "" }.mapValues { places in places.map { values[$0] } }
        standings = tags.indices.map { place in
            guard let tag = tags[place] else { return (nil, .untagged) }
            guard scores[place].isThere else { return (nil, .notRanked) }
            let peers = groups[tag, default: []]
            guard peers.count >= TagPeers.fewest else { return (nil, .fewTagPeers) }
            let lower = peers.count { $0 < values[place] }
            let equal = peers.count { $0 == values[place] }
            return (Standing(tag: tag, lower: lower, equal: equal, count: peers.count), .fewTagPeers)
        }
    }
}

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
        let groups = Dictionary(grouping: ranked) { tags[$0] ?? "" }.mapValues { TagPeers.runs($0.map { values[$0] }) }
        standings = tags.indices.map { place in
            guard let tag = tags[place] else { return (nil, .untagged) }
            guard scores[place].isThere else { return (nil, .notRanked) }
            guard let (count, runs) = groups[tag], count >= TagPeers.fewest, let run = runs[values[place]] else {
                return (nil, .fewTagPeers)
            }
            return (Standing(tag: tag, lower: run.lowerBound, equal: run.count, count: count), .fewTagPeers)
        }
    }

    /// How many values there are, and the positions of each when they are ordered.
    private static func runs(_ values: [Double]) -> (count: Int, runs: [Double: Range<Int>]) {
        var runs: [Double: Range<Int>] = [:]
        for (position, value) in values.sorted().enumerated() {
            runs[value] = (runs[value]?.lowerBound ?? position)..<position + 1
        }
        return (values.count, runs)
    }
}

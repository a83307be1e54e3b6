internal import CoinModel
public import CoinTables

/// What the coins of each tag come to, made from the rows of a ranking.
public struct TagTable {
    /// The column that coins are scored by.
    private let score: String

    /// Groups for rankings by a preset.
    public init(_ preset: Preset) { score = preset == .discovery ? "score_pct" : "score" }

    /// The columns of the ranking that the groups are made from.
    public var columns: [String] {
        ["rank", "symbol", "name", score, "theta_median", "p_up", "cap_share", "tags"]
    }

    private var filled: [FilledColumn<TagGroup>] {
        let each = "ranked coins that have the tag"
        return [
            .text("tag", "Tag", "The tag.") { $0.tag },
            .count("ranked", "Ranked", unit: "coins", "How many ranked coins have the tag.") { $0.ranked.count },
            .count("coins", "Coins", unit: "coins", "How many coins have the tag, ranked or not.") { $0.rows.count },
            .number(
                "median_score",
                "Median score",
                .fixed(1),
                orMissing: .notRanked,
                "Median of `\(score)` of the \(each)."
            ) { $0.median(score) },
            .number(
                "median_pace",
                "Median pace",
                .fixed(2),
                orMissing: .notRanked,
                "Median of `theta_median` of the \(each)."
            ) { $0.median("theta_median") },
            .number(
                "share_rising",
                "Rising",
                .fixed(2),
                orMissing: .notRanked,
                "Share of the \(each) whose pace more likely than not rose by over a quarter: p_up of 0.5 or more, 0 to 1."
            ) { group in
                let chances = group.numbers("p_up").count
                return chances == 0 ? .nan : Double(group.rising) / Double(chances)
            },
            .number(
                "cap_share",
                "Cap share",
                .plain,
                orMissing: .noFreshCap,
                "Sum of `cap_share` of all coins that have the tag, 0 to 1."
            ) { group in
                let shares = group.numbers("cap_share", ofAll: true)
                return shares.isEmpty ? .nan : sum(shares)
            },
            .text("best", "Best three", orMissing: .notRanked, "The first three \(each).") {
                $0.best(3).joined(separator: ", ")
            },
        ]
    }

    /// A row for each tag, those of most ranked coins first, then of most coins, then by name; from rows with `columns`, in
    /// their order.
    public func table(of ranking: Table) -> Table {
        let groups = TagGroup.all(of: ranking)
        let tagged = Set(groups.flatMap(\.rows)).count
        var table = Table("Coins by tag", filled, of: groups)
        table.lead = lead(groups)
        table.notes = [
            "A coin with two tags counts in both, so numbers and shares add up to more than the whole. "
                + "\(tagged) of \(ranking.rows.count) coins have tags.",
            ranking.heading,
        ]
        return table
    }

    /// Which tag of five ranked coins or more has the highest median score.
    private func lead(_ groups: [TagGroup]) -> String {
        let compared = groups.filter { $0.ranked.count >= TagPeers.fewest }.map { ($0, $0.median(score)) }
        guard let best = compared.max(by: { $0.1 < $1.1 })?.0 else {
            return "No tag has \(TagPeers.fewest) ranked coins, so no sector can be compared."
        }
        return "Of \(counted(compared.count, "tag")) with \(TagPeers.fewest) ranked coins or more, \(best.tag) has the "
            + "highest median score; its best are \(best.best(3).joined(separator: ", "))."
    }
}

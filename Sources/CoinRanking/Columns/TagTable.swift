internal import CoinModel
public import CoinTables

/// What the coins of each tag come to, made from the rows of a ranking.
///
/// This is the only place where rows of a ranking are grouped by tags; a coin with several tags counts in each.
public struct TagTable {
    /// The column that coins are scored by.
    private let score: String

    /// Groups for rankings by a preset.
    public init(_ preset: Preset) { score = preset == .discovery ? "score_pct" : "score" }

    /// The columns of the ranking that the groups are made from.
    public var columns: [String] {
        ["rank", "symbol", "name", score, "theta_median", "p_up", "cap_share", "tags"]
    }

    /// The rows of one tag, in the ranking's order.
    private struct Group {
        let tag: String
        let rows: [[Cell]]
        let place: (String) -> Int?

        /// The numbers of a column of some rows, where they are there.
        func numbers(_ column: String, of rows: [[Cell]]) -> [Double] {
            place(column).map { place in rows.compactMap { $0[place].value } } ?? []
        }

        var ranked: [[Cell]] { place("rank").map { rank in rows.filter { $0[rank].value != nil } } ?? [] }

        func median(_ column: String) -> Double {
            let numbers = numbers(column, of: ranked)
            return numbers.isEmpty ? .nan : CoinModel.median(numbers)
        }

        var shareRising: Double {
            let chances = numbers("p_up", of: ranked)
            return chances.isEmpty ? .nan : Double(chances.count { $0 >= 0.5 }) / Double(chances.count)
        }

        var best: String {
            let names = ranked.prefix(3).map { row in
                ["name", "symbol"].lazy.compactMap { place($0).flatMap { row[$0].text } }.first { !$0.isEmpty } ?? ""
            }
            return names.joined(separator: ", ")
        }

        var capShare: Double {
            let shares = numbers("cap_share", of: rows)
            return shares.isEmpty ? .nan : sum(shares)
        }
    }

    private var filled: [FilledColumn<Group>] {
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
                "Share of the \(each) whose pace rather rose than not: p_up of 0.5 or more, 0 to 1."
            ) { $0.shareRising },
            .number(
                "cap_share",
                "Cap share",
                .plain,
                orMissing: .noFreshCap,
                "Sum of `cap_share` of all coins that have the tag, 0 to 1."
            ) { $0.capShare },
            .text("best", "Best three", orMissing: .notRanked, "The first three \(each).") { $0.best },
        ]
    }

    /// A row for each tag, those of most ranked coins first, then of most coins, then by name; from rows with `columns`, in
    /// their order.
    public func table(of ranking: Table) -> Table {
        let tags = ranking.place(of: "tags")
        var rows: [String: [[Cell]]] = [:]
        var tagged = 0
        for row in ranking.rows {
            guard let text = tags.flatMap({ row[$0].text }) else { continue }
            tagged += 1
            for tag in text.split(separator: CoinTag.separator) { rows[String(tag), default: []].append(row) }
        }
        let groups = rows.map { Group(tag: $0, rows: $1, place: ranking.place(of:)) }
            .sorted { (-$0.ranked.count, -$0.rows.count, $0.tag) < (-$1.ranked.count, -$1.rows.count, $1.tag) }
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
    private func lead(_ groups: [Group]) -> String {
        let compared = groups.filter { $0.ranked.count >= TagPeers.fewest }.map { ($0, $0.median(score)) }
        guard let best = compared.max(by: { $0.1 < $1.1 })?.0 else {
            return "No tag has \(TagPeers.fewest) ranked coins, so no sector can be compared."
        }
        return "Of \(counted(compared.count, "tag")) with \(TagPeers.fewest) ranked coins or more, \(best.tag) has the "
            + "highest median score; its best are \(best.best)."
    }
}

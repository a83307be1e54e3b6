internal import CoinModel
internal import CoinTables

/// The cells of a ranking's rows by the names of their columns.
struct RankingColumns {
    /// What the page of a ranking shows of its own accord; other columns are offered in the choice of columns.
    static let own: Set<String> = [
        "rank", "rank_low", "rank_high", "coin_id", "symbol", "name", "pace12", "unit",
        "theta_median", "theta_p05", "theta_p95", "state", "score_pct", "change_12w", "because", "reason",
        "rank_without_repositories",
    ]

    /// The quote currency.
    let quote: String
    /// The signals whose contributions add up to the score, in order.
    let signals: [String]
    /// The columns that are offered beside the page's own, in order: numbers of any kind.
    let further: [Column]

    private let places: [String: Int]
    private let rows: [[Cell]]
    private let asides: [String: [String]]

    /// Nil for a table that is no ranking by signals: one of its columns is missing.
    init?(_ table: Table) {
        places = Dictionary(firstOf: table.columns.enumerated().map { ($1.name, $0) })
        rows = table.rows
        asides = table.asides
        let price = table.columns.first { $0.name.hasPrefix("price_") }
        guard let price, RankingColumns.own.isSubset(of: places.keys) else { return nil }
        quote = String(price.name.dropFirst("price_".count))
        guard places["market_cap_" + quote] != nil else { return nil }
        let own = RankingColumns.own.union([price.name, "market_cap_" + quote])
        // What adds nothing to any score weighs nothing: it is shown, and no signal of this ranking.
        signals = table.columns.indices.filter { place in
            table.columns[place].name.hasPrefix("contribution_")
                && table.rows.contains { if case .number(let value) = $0[place] { value != 0 } else { false } }
        }.map { String(table.columns[$0].name.dropFirst("contribution_".count)) }
        further = table.columns.filter {
            $0.type != .text && !own.contains($0.name) && !$0.name.hasPrefix("contribution_") && $0.name != "cap_share"
        }
    }

    /// The number in a row; NaN where it is missing or there is no such column.
    func number(_ name: String, _ row: Int) -> Double {
        cell(name, row)?.value ?? .nan
    }

    /// `11 of 12 weeks` for a coin of which a week of the last 12 was not observed yet; nil for others.
    func observedWeeks(_ row: Int) -> String? {
        let isLate = text("flags", row).split(separator: ", ").contains("late")
        return isLate ? whole("weeks_recent", row).map { "\($0) of 12 weeks" } : nil
    }

    /// A text of a cell with the day that it is of behind it, where it is old.
    func dated(_ text: String, _ name: String, _ row: Int) -> String {
        day(of: name, row).map { "\(text) (\($0))" } ?? text
    }

    /// The day that a cell is of, where it is old; nil where it is not.
    func day(of name: String, _ row: Int) -> String? {
        asides[name].flatMap { $0[row].isEmpty ? nil : PageNumber.date($0[row]) }
    }

    /// The whole number in a row; nil where it is missing.
    func whole(_ name: String, _ row: Int) -> Int? {
        cell(name, row)?.whole
    }

    /// The rank in a row with the bounds that it may lie within; nil without a rank.
    func rank(_ row: Int) -> (rank: Int, low: Int, high: Int)? {
        whole("rank", row).map { ($0, whole("rank_low", row) ?? $0, whole("rank_high", row) ?? $0) }
    }

    /// What the evidence says of a row's coin; empty where it bears no call.
    func call(_ row: Int) -> String {
        let call = text("call", row)
        return call == "NO CALL" ? "" : call
    }

    /// The text in a row; empty where it is missing.
    func text(_ name: String, _ row: Int) -> String {
        cell(name, row)?.text ?? ""
    }

    private func cell(_ name: String, _ row: Int) -> Cell? { places[name].map { rows[row][$0] } }
}

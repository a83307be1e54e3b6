internal import CoinModel
internal import CoinTables

/// The numbers of a coin's row in groups, each with what it means and how it came about.
struct CoinMeasureList {
    private let dossier: Dossier

    init(_ dossier: Dossier) { self.dossier = dossier }

    /// What the template can ask: the title of each group and its measures; a group without values is left out.
    var groups: [[String: Any]] {
        CoinMeasureList.named.compactMap { title, names in
            let measures = names.compactMap(measure)
            return measures.isEmpty ? nil : ["title": title, "measures": measures]
        }
    }

    private func measure(_ name: String) -> [String: Any]? {
        guard let place = dossier.row.columns.firstIndex(where: { matches($0.name, name) }),
            let row = dossier.row.rows.first
        else { return nil }
        let column = dossier.row.columns[place]
        let shown = row[place].display(column)
        var lines = dossier.explanations[column.name] ?? []
        if case .missing(let reason) = row[place] { lines.append(reason.meaning) }
        return [
            "name": column.name, "title": column.title, "unit": shown.isMissing ? "" : column.unit,
            "value": shown.isMissing ? PageNumber.missing : shown.text, "meaning": column.meaning, "lines": lines,
        ]
    }

    /// A column of money is named without its currency.
    private func matches(_ column: String, _ name: String) -> Bool {
        column == name || name.hasSuffix("_") && column.hasPrefix(name) && !column.dropFirst(name.count).contains("_")
    }

    private static let named: [(String, [String])] = [
        (
            "Development",
            [
                "theta_median", "theta_p05", "theta_p95", "p_up", "p_down", "dev12", "dev52", "dev_change_pct",
                "units_recent",
                "units_base", "phi", "developers12", "developers52", "full_time", "part_time", "newcomers", "leavers",
                "top_share", "inherited52", "flags",
            ]
        ),
        (
            "Market",
            [
                "price_", "market_cap_", "cap_share", "change_24h", "change_7d", "change_30d", "change_90d",
                "change_180d",
                "change_1y", "momentum12", "volatility52", "drawdown", "drawdown_ever", "above_low_ever", "vol12",
                "vol52",
                "vol_trend", "turnover", "market_flags",
            ]
        ),
        (
            "Supply, search, score",
            [
                "circulating_supply", "total_supply", "max_supply", "circulating_share", "fully_diluted",
                "supply_growth",
                "search_momentum", "search_low", "search_high", "asvi", "valuation", "coverage", "score", "score_pct",
                "age_weeks",
            ]
        ),
    ]
}

internal import CoinModel
internal import CoinTables

/// The cells of a ranking's rows by the names of their columns.
struct RankingColumns {
    /// What a ranking by signals has at least.
    private static let needed: Set<String> = [
        "rank", "rank_low", "rank_high", "coin_id", "symbol", "name", "pace12", "unit", "theta_median", "theta_p05",
        "theta_p95", "state", "score_pct", "because", "reason", "rank_without_repositories",
    ]
    /// What the page of a ranking is offered and does not draw, for it stands in what it draws.
    private static let offered: Set<String> = [
        "pace40", "change_12w", "weeks_recent", "cap_share", "vol12", "drawdown", "age_weeks", "change_24h",
        "change_7d",
        "change_30d", "change_1y", "call", "p_excess", "flags", "p_up", "p_top10", "worth_a_look", "units_recent",
        "units_base", "price_time", "last_price_time", "coverage", "momentum12", "score", "dev12", "dev52",
        "dev_change_pct", "vol_trend", "search_momentum", "cap_against_volume", "tags", "peer_pct",
    ]

    /// The quote currency.
    let quote: String
    /// The signals whose contributions add up to the score, in order.
    let signals: [String]
    /// The columns that were chosen beside those of the page, in order.
    let further: [Column]

    private let cells: NamedRows
    private let asides: [String: [String]]

    /// Nil for a table that is not a ranking by signals: one of its columns is missing.
    init?(_ table: Table) {
        cells = NamedRows(table)
        asides = table.asides
        let price = table.columns.first { $0.name.hasPrefix("price_") }
        guard let price, RankingColumns.needed.isSubset(of: table.columns.map(\.name)) else { return nil }
        let code = String(price.name.dropFirst("price_".count))
        quote = code
        guard cells.column("market_cap_" + code) != nil else { return nil }
        // What adds nothing to any score weighs nothing: it is shown, and no signal of this ranking.
        signals = table.columns.indices.filter { place in
            table.columns[place].name.hasPrefix("contribution_")
                && table.rows.contains { if case .number(let value) = $0[place] { value != 0 } else { false } }
        }.map { String(table.columns[$0].name.dropFirst("contribution_".count)) }
        let own = RankingColumns.needed.union(RankingColumns.offered)
            .union(["price_", "market_cap_", "last_price_"].map { $0 + code })
        further = table.columns.filter { !own.contains($0.name) && !$0.name.hasPrefix("contribution_") }
    }

    /// The number in a row; NaN where it is missing or there is no such column.
    func number(_ name: String, _ row: Int) -> Double { cells.number(row, name) }

    /// `11 of 12 weeks` for a coin of which a week of the last 12 was not observed yet; nil for others.
    func observedWeeks(_ row: Int) -> String? {
        let isLate = text("flags", row).split(separator: ", ").contains("late")
        return isLate ? whole("weeks_recent", row).map { "\($0) of 12 weeks" } : nil
    }

    /// Why a cell is missing; nil where it is not, or there is no such column.
    func reason(_ name: String, _ row: Int) -> String? { cells.missing(row, name)?.meaning }

    /// A text of a cell with the day that it is of behind it, where it is old.
    func dated(_ text: String, _ name: String, _ row: Int) -> String {
        day(of: name, row).map { "\(text) (\($0))" } ?? text
    }

    /// The day that a cell is of, where it is old; nil where it is not.
    func day(of name: String, _ row: Int) -> String? {
        asides[name].flatMap { $0[row].isEmpty ? nil : PageNumber.date($0[row]) }
    }

    /// The tags of a row's coin.
    func tags(_ row: Int) -> [String] { text("tags", row).split(separator: CoinTag.separator).map(String.init) }

    /// What a row's coin is called, with its symbol.
    func title(_ row: Int) -> String {
        let (name, symbol) = (text("name", row), text("symbol", row))
        return (name.isEmpty ? text("coin_id", row) : name) + (symbol.isEmpty ? "" : " (\(symbol))")
    }

    /// What is to be said of a row's coin and was not said yet; side repositories and late weeks are among the reasons.
    func remarks(_ row: Int, beyond said: String) -> String {
        let flags = text("flags", row).split(separator: ", ").compactMap { ActivityFlag(rawValue: String($0)) }
        let doubts = flags.filter { $0 != .late }.map(\.meaning)
        return ([text("reason", row)] + doubts + [text("market_flags", row)])
            .filter { !$0.isEmpty && !said.contains($0) }.joined(separator: "; ")
    }

    /// How a row's coin stands to the short list.
    func standing(_ row: Int) -> RowStanding { RowStanding { cells.cell(row, $0) } }

    /// The pace of a row's coin with the bounds of its 90 % interval; nil where any is not known.
    func interval(_ row: Int) -> (value: Double, low: Double, high: Double)? {
        let (value, low, high) = (number("theta_median", row), number("theta_p05", row), number("theta_p95", row))
        return value.isFinite && low.isFinite && high.isFinite ? (value, low, high) : nil
    }

    /// A mark at the name of a coin whose work is that of a smaller repository, or another coin's too.
    func mark(_ row: Int) -> String {
        let flags = text("flags", row).split(separator: ", ")
        return (flags.contains("side") ? "†" : "") + (flags.contains("shared") ? "‡" : "")
    }

    /// A price as people read it.
    struct Price {
        /// The amount, `–` where there is none of the last four weeks.
        let text: String
        /// The day that it is of, where it is old; the last known amount with its day, where there is none; else empty.
        let day: String
        /// By how much it changed in seven days; empty where that is not known, and for an old one.
        let change: String
    }

    /// The price in a row of a page of a moment, dated where it is of another day.
    func price(_ row: Int, near asOf: AsOf) -> Price {
        let name = "price_" + quote
        let amount = number(name, row)
        guard amount.isFinite else {
            let last = number("last_" + name, row)
            let day = PageNumber.day(text("last_price_time", row), beside: asOf.description)
            let known = last.isFinite ? "last \(PageNumber.money(last, quote)) of \(day)" : ""
            return Price(text: PageNumber.missing, day: known, change: "")
        }
        let day = asides[name].map { PageNumber.day($0[row], beside: asOf.description) } ?? ""
        let change = number("change_7d", row)
        let isKnown = change.isFinite && day.isEmpty
        let moved = isKnown ? PageNumber.fixed(change, 1, signed: true) + "\u{202F}%" : ""
        return Price(text: PageNumber.money(amount, quote), day: day.isEmpty ? "" : "of " + day, change: moved)
    }

    /// What of a row's coin is worked on, in two figures; why that is not known, where it is not.
    func why(_ row: Int) -> String {
        let (recent, base) = (number("pace12", row), number("pace40", row))
        guard recent.isFinite else {
            let reason = text("reason", row)
            return reason.isEmpty ? "work not known" : reason
        }
        let unit = text("unit", row) == "commits" ? "commits" : "developer-days"
        let before = base.isFinite ? ", \(PageNumber.fixed(base, 1)) before" : ""
        let units = number("units_recent", row) + number("units_base", row)
        let isChance = number("theta_p05", row) <= 1 && number("theta_p95", row) >= 1
        let few = units < RowStanding.fewUnits ? "; few (\(PageNumber.fixed(units, 0)) in the year)" : ""
        let late = observedWeeks(row).map { "; \($0)" } ?? ""
        return "\(PageNumber.fixed(recent, 1)) \(unit) a week\(before)"
            + (few.isEmpty && isChance ? "; may be chance" : few) + late
    }

    /// The whole number in a row; nil where it is missing.
    func whole(_ name: String, _ row: Int) -> Int? { cells.whole(row, name) }

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
    func text(_ name: String, _ row: Int) -> String { cells.text(row, name) }
}

internal import CoinModel
internal import CoinTables
internal import Mustache

/// What the template can ask of a coin's row.
struct RankingRow: MustacheParent {
    private let fields: [String: String]
    /// What adds most to the score or takes most from it.
    private let because: [String]
    /// The coin's image as the template has it; empty where there is none.
    private let image: [String: String]

    /// A row of a ranking of so many coins, with its weekly series.
    init(
        _ row: Int,
        of columns: RankingColumns,
        ranked: Int,
        units: [Double],
        close: [Double],
        page: String?,
        image: CoinPicture?
    ) {
        self.image = image?.view(within: 16) ?? [:]
        func number(_ name: String) -> Double { columns.number(name, row) }
        let state = CoinState(columns.text("state", row))
        let name = columns.text("name", row)
        let symbol = columns.text("symbol", row)
        let (price, cap) = (number("price_" + columns.quote), number("market_cap_" + columns.quote))
        let pace = number("pace12")
        let theta = (value: number("theta_median"), low: number("theta_p05"), high: number("theta_p95"))
        let contributions = columns.signals.map { (signal: $0, value: number("contribution_" + $0)) }
        let known = contributions.filter { $0.value.isFinite }
        var fields = [
            "state": state.name, "sign": state.sign, "tone": state.tone, "name": name.cut(toWidth: 60),
            "symbol": symbol.cut(toWidth: 20), "id": columns.text("coin_id", row), "page": page ?? "",
            "bars": RowPicture.bars(units), "pace": PageNumber.fixed(pace, 1),
            "price": PageNumber.money(price, columns.quote), "line": RowPicture.line(close),
            "cap": PageNumber.money(cap, columns.quote), "share": PageNumber.percent(number("cap_share")),
            "score": PageNumber.fixed(number("score_pct"), 1),
            "stack": RowPicture.stack(known), "known": "\(known.count) of \(contributions.count) signals",
            "reason": columns.text("reason", row), "call": columns.call(row),
        ]
        // The cell has two lines: an old price has its day in the second one.
        fields["change"] =
            columns.day(of: "price_" + columns.quote, row)
            ?? PageNumber.percent(number("change_12w") / 100, signed: true)
        let unit = columns.text("unit", row) == "commits" ? "commits" : nil
        fields["unit"] = [unit, columns.observedWeeks(row)].compactMap(\.self).joined(separator: ", ")
        if theta.value.isFinite, theta.low.isFinite, theta.high.isFinite {
            fields["theta"] = PageNumber.fixed(theta.value, 2) + "×"
            fields["interval"] = RowPicture.ratio(theta.value, low: theta.low, high: theta.high)
            fields["range"] = PageNumber.fixed(theta.low, 2) + "–" + PageNumber.fixed(theta.high, 2)
        }
        let rank = columns.whole("rank", row) ?? columns.whole("rank_without_repositories", row)
        fields["rank"] = rank.map(String.init) ?? "–"
        if let rank, let low = columns.whole("rank_low", row), let high = columns.whole("rank_high", row) {
            fields["band"] = RowPicture.rank(rank, low: low, high: high, of: ranked)
            fields["bounds"] = "\(low)–\(high)"
        }
        because = columns.text("because", row).split(separator: ", ").map {
            String($0).replacingScalars { $0 == "-" ? "\u{2212}" : nil }
        }
        fields["words"] = [name, symbol, columns.text("coin_id", row)].joined(separator: " ")
        let own = [
            number("rank"), .nan, pace, theta.value, Double(state.order), number("score_pct"), price, cap,
            known.map(\.value).max { abs($0) < abs($1) } ?? .nan,
        ]
        let keys = own + columns.further.map { number($0.name) }
        fields["keys"] = keys.map { $0.isFinite ? RankingRow.key($0) : "" }.joined(separator: "|")
        self.fields = fields
    }

    /// The value of a field; an empty one is none.
    func child(named name: String) -> Any? {
        if name == "because" { return because }
        if name == "image" { return image.isEmpty ? false : image }
        return fields[name].flatMap { $0.isEmpty ? nil : $0 } ?? false
    }

    /// Its line in the list of those that the page only finds: rank, score, state, symbol, name.
    var line: String {
        ["rank", "score", "state", "symbol", "name"].map { (fields[$0] ?? "").visible }.joined(separator: "\t")
    }

    /// A number to six digits, for sorting.
    private static func key(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e6 { return "\(Int(value))" }
        return DisplayCell(number: .number(value), .plain)?.text ?? ""
    }
}

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

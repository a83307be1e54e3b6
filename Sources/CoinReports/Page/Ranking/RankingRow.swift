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
        let exact = DisplayCell(number: .number(value), .plain)?.text ?? ""
        return exact
    }
}

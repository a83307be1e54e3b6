internal import CoinModel
internal import CoinTables
internal import Mustache

/// What the template can ask of a coin's row.
struct RankingRow: MustacheParent {
    /// The address of its page; empty where it has none.
    var page = ""
    /// Its first sectors in words, and all of them by the numbers that the page's filter has for them.
    var tags = ""
    var groups = ""

    private let fields: [String: String]
    /// The coin's image as the template has it; empty where there is none.
    private let image: [String: String]

    /// A row of a ranking of so many coins, with its weekly series.
    init(_ row: Int, of columns: RankingColumns, ranked: Int, units: [Double], close: [Double], _ overview: Overview) {
        image = overview.pictures[columns.text("coin_id", row)]?.view(within: 16) ?? [:]
        func number(_ name: String) -> Double { columns.number(name, row) }
        let state = CoinState(columns.text("state", row))
        let name = columns.text("name", row)
        let symbol = columns.text("symbol", row)
        let cap = number("market_cap_" + columns.quote)
        let price = columns.price(row, near: overview.asOf)
        let score = number("score_pct")
        var fields = [
            "state": state.name, "sign": state.sign, "tone": state.tone, "name": name.cut(toWidth: 60),
            "symbol": symbol.cut(toWidth: 20), "mark": columns.mark(row),
            "bars": RowPicture.bars(units), "pace": PageNumber.fixed(number("pace12"), 1),
            "price": price.text, "day": price.day, "change": price.change,
            "line": RowPicture.line(close, leastForLine: RankingRow.leastForLine),
            "cap": PageNumber.money(cap, columns.quote), "share": PageNumber.percent(number("cap_share")),
            "score": PageNumber.fixed(score, 0), "scoreBar": RowPicture.score(score),
            "reason": columns.text("reason", row), "call": columns.call(row), "why": columns.why(row),
            "short": [.standsOut: "clear", .next: "likely"][columns.standing(row)] ?? "",
        ]
        let unit = columns.text("unit", row) == "commits" ? "commits" : ""
        fields["unit"] = unit
        if let theta = columns.interval(row) {
            fields["theta"] = PageNumber.fixed(theta.value, 2) + "×"
            fields["interval"] = RowPicture.ratio(theta.value, low: theta.low, high: theta.high)
            fields["range"] = PageNumber.fixed(theta.low, 2) + "–" + PageNumber.fixed(theta.high, 2)
        }
        fields["rank"] = columns.whole("rank", row).map(String.init) ?? PageNumber.missing
        if let (rank, low, high) = columns.rank(row) {
            fields["band"] = RowPicture.rank(rank, low: low, high: high, of: ranked)
            fields["bounds"] = "\(low)–\(high)"
        }
        fields["words"] = [name, symbol, columns.text("coin_id", row)].joined(separator: " ")
        let keys = [
            number("rank"), .nan, number("theta_median"), number("pace12"), Double(state.order), score,
            number("change_7d"), cap,
        ]
        fields["keys"] = keys.map { $0.isFinite ? RankingRow.key($0) : "" }.joined(separator: "|")
        self.fields = fields
    }

    /// The fewest closes of a year that a line joins; fewer are dots.
    private static let leastForLine = 20

    /// The value of a field; an empty one is none.
    func child(named name: String) -> Any? {
        switch name {
        case "image": image.isEmpty ? false : image
        case "page": page.unlessEmpty
        case "tags": tags.unlessEmpty
        case "groups": groups.unlessEmpty
        default: (fields[name] ?? "").unlessEmpty
        }
    }

    /// Its line in the list of those that the page only finds: rank, score, state, symbol, name, sectors.
    var line: String {
        (["rank", "score", "state", "symbol", "name"].map { (fields[$0] ?? "").visible } + [groups])
            .joined(separator: "\t")
    }

    /// A number to six digits, for sorting.
    private static func key(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e6 { return "\(Int(value))" }
        return DisplayCell(number: .number(value), .plain)?.text ?? ""
    }
}

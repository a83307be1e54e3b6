internal import CoinModel
internal import CoinTables

// The rows of the page.
extension RankingPage {
    /// The fewest closes of a year that a line joins; fewer are dots.
    private static let leastForLine = 20

    /// What the template can ask of a coin's row.
    func view(_ row: Int) -> [String: Any] {
        func number(_ name: String) -> Double { columns.number(name, row) }
        func series(_ name: String) -> [Double] {
            let series = table.traces.first { $0.name == name }?.series ?? []
            return row < series.count ? series[row] : []
        }
        let (id, name, symbol) = (text("coin_id", row), text("name", row), text("symbol", row))
        let state = CoinState(text("state", row))
        let price = columns.price(row, near: overview.asOf)
        let score = number("score_pct")
        var fields: [String: Any] = [
            "image": overview.pictures[id]?.view(within: 16) ?? [:], "page": table.coinPages[id] ?? "",
            "tags": columns.tags(row).prefix(2).map(RankingSectors.name).joined(separator: ", "),
            "groups": sectors.numbers(of: id), "state": state.name, "sign": state.sign, "tone": state.tone,
            "name": name.cut(toWidth: 60), "symbol": symbol.cut(toWidth: 20), "mark": columns.mark(row),
            "rank": rank(row), "bars": RowPicture.bars(series("units")), "pace": PageNumber.fixed(number("pace12"), 1),
            "unit": text("unit", row) == "commits" ? "commits" : "", "price": price.text, "day": price.day,
            "change": price.change, "line": RowPicture.line(series("close"), leastForLine: RankingPage.leastForLine),
            "cap": PageNumber.money(number("market_cap_" + columns.quote), columns.quote),
            "share": PageNumber.percent(number("cap_share")), "score": PageNumber.fixed(score, 0),
            "scoreBar": RowPicture.score(score), "reason": text("reason", row), "call": columns.call(row),
            "why": columns.why(row), "words": [name, symbol, id].joined(separator: " "), "keys": keys(row),
            "short": [.standsOut: "clear", .next: "likely"][columns.standing(row)] ?? "",
        ]
        if let theta = columns.interval(row) {
            fields["theta"] = PageNumber.fixed(theta.value, 2) + "×"
            fields["interval"] = RowPicture.ratio(theta.value, low: theta.low, high: theta.high)
            fields["range"] = PageNumber.fixed(theta.low, 2) + "–" + PageNumber.fixed(theta.high, 2)
        }
        if let (rank, low, high) = columns.rank(row) {
            fields["band"] = RowPicture.rank(rank, low: low, high: high, of: ranked)
            fields["bounds"] = "\(low)–\(high)"
        }
        return fields
    }

    private func text(_ name: String, _ row: Int) -> String { columns.text(name, row) }
    private func rank(_ row: Int) -> String { columns.whole("rank", row).map(String.init) ?? PageNumber.missing }

    /// What the script sorts by, column by column.
    private func keys(_ row: Int) -> String {
        let names = [
            "rank", "", "theta_median", "pace12", "state", "score_pct", "change_7d", "market_cap_" + columns.quote,
        ]
        return names.map { name in
            let value = name == "state" ? Double(CoinState(text("state", row)).order) : columns.number(name, row)
            if value == value.rounded(), abs(value) < 1e6 { return "\(Int(value))" }
            return DisplayCell(number: .number(value), .plain)?.text ?? ""
        }.joined(separator: "|")
    }

    /// The line of a row that the page only finds: rank, score, state, symbol, name, sectors.
    func line(_ row: Int) -> String {
        let texts = [
            rank(row), PageNumber.fixed(columns.number("score_pct", row), 0), CoinState(text("state", row)).name,
            text("symbol", row).cut(toWidth: 20), text("name", row).cut(toWidth: 60),
        ]
        return (texts.map(\.visible) + [sectors.numbers(of: text("coin_id", row))]).joined(separator: "\t")
    }
}

internal import CoinModel
internal import CoinPortfolio
internal import CoinReports
internal import CoinTables

// The tables of the page: what is held, returns, and the newest entries.
extension PortfolioStory {
    var holdings: StoryTable? {
        guard !positions.rows.isEmpty else { return nil }
        let heads: [StoryHead] = [
            .text("Coin"), .number("Worth"), .number("24 h"), .number("Gain"), .number("7 days"), .number("30 days"),
            .number("Price"), .number("Amount"), .number("Cost", isExtra: true), .text("State, rank", isExtra: true),
        ]
        let whole = valuation.pricedValue.double
        let rows = positions.rows.indices.map { row -> [StoryCell] in
            let (value, gain) = (
                positions.number(row, "value_" + currency), positions.number(row, "unrealised_" + currency)
            )
            let of = positions.number(row, "unrealised_pct")
            var price = positions.money(row, "price_" + currency, currency)
            price.date = date(ids[row])
            let coin = rowOfCoin[ids[row]]
            let rank = coin.flatMap { coins.cell($0, "rank")?.whole }.map { "rank \($0)" } ?? ""
            return [
                cell(ids[row]),
                StoryCell(money(value), value.isFinite ? PageNumber.percent(value / whole) : "", isStrong: true),
                positions.change(row, "change_24h_pct"),
                StoryCell(money(gain, signed: true), of.isFinite ? percent(of) : "", isStrong: true),
                positions.change(row, "change_7d_pct"), positions.change(row, "change_30d_pct"), price,
                StoryCell(positions.text(row, "amount")), positions.money(row, "cost_" + currency, currency),
                coin.map { .state(coins.text($0, "state"), rank) } ?? StoryCell(""),
            ]
        }
        var table = StoryTable("Holdings", heads, rows)
        let changes = Valuation.spans.map { StoryCell(percent(summary.changes[$0.name]?.percent ?? .nan)) }
        table.sums = [
            StoryCell("All"), StoryCell(money(whole), isStrong: true), changes[0],
            StoryCell(tiles[3].value, isStrong: true), changes[1], changes[2], StoryCell(""), StoryCell(""),
            StoryCell(valuation.cost.map { money($0.double) } ?? "–"), StoryCell(""),
        ]
        table.note = "“–”: no price near that day, or an unknown cost. Sums leave such coins out."
        return table.leavingOutEmptyColumns()
    }

    var performance: StoryBlock? {
        guard let returns else { return nil }
        let rows = NamedRows(returns)
        let why = returns.notes.filter { $0.hasPrefix("No ") }.joined(separator: " ")
        guard
            rows.rows.indices.contains(where: {
                !rows.change($0, "twr_pct").isEmpty || !rows.change($0, "mwr_pct").isEmpty
            })
        else {
            let fill = "A price of these days, loaded from any source, would fill it."
            return .words("Returns", "Not known: \(why) \(fill)")
        }
        let heads: [StoryHead] = [
            .text("Since"), .number("By time"), .number("By money"), .number("A year"), .number("Gain"),
            .number("Days"),
        ]
        let cells = rows.rows.indices.map { row -> [StoryCell] in
            [StoryCell(PageNumber.date(rows.text(row, "from")))]
                + ["twr_pct", "mwr_pct", "mwr_year_pct"].map { rows.change(row, $0) }
                + [
                    StoryCell(money(rows.number(row, "gain_" + currency), signed: true)),
                    StoryCell("\(rows.cell(row, "days")?.whole ?? 0)"),
                ]
        }
        var table = StoryTable("Returns", heads, cells)
        table.note =
            "By time: chained over the days with entries, which do not weigh. By money: the rate at which all flows come to nothing. No "
            + "return under a year is stretched to a year. \(why)"
        return .table(table)
    }

    var activity: StoryTable {
        let words: [Transaction.Kind: String] = [
            .buy: "bought", .sell: "sold", .receive: "received", .send: "sent", .income: "income",
            .fee: "paid as a fee",
            .set: "set to",
        ]
        let newest = portfolio.entries.sorted { ($1.time.limit, $1.number) < ($0.time.limit, $0.number) }
        let heads: [StoryHead] = [
            .text("Day"), .text("What"), .text("Amount and price"), .number("Total"), .number("Brought"),
        ]
        let rows = newest.prefix(PortfolioStory.mostEntries).map { entry -> [StoryCell] in
            let symbol = cell(entry.coin).aside
            let amount = "\(entry.amount) \(symbol.isEmpty ? name(entry.coin) : symbol)"
            let price = entry.price.map { " at " + PageNumber.money($0.double, entry.currency) } ?? ""
            let total = entry.price.map { PageNumber.money((entry.amount * $0).double, entry.currency) } ?? ""
            let brought = realised[entry.number].map { $0.map { money($0.double, signed: true) } ?? "–" } ?? ""
            return [
                StoryCell(PageNumber.day(entry.time)), StoryCell(words[entry.kind] ?? "\(entry.kind)"),
                StoryCell(amount + price), StoryCell(total), StoryCell(brought),
            ]
        }
        var table = StoryTable("Activity, newest first", heads, rows)
        let left = newest.count - rows.count
        table.note = left > 0 ? "\(left) earlier entries: `assay portfolio activity` lists all." : ""
        return table.leavingOutEmptyColumns()
    }
}

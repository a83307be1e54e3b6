internal import CoinModel
internal import CoinPanel
internal import CoinPortfolio
internal import CoinRanking
internal import CoinReports
internal import CoinTables

/// The page of a portfolio: what it is worth, what today brought, and what came of it.
///
/// A coin whose price is a few days old counts with it, dated, and is left out of the changes; one without a price has a row and
/// counts in no sum of values.
struct PortfolioStory {
    let portfolio: PricedPortfolio
    let valuation: Valuation
    let summary: HoldingsSummary
    /// A row a coin that is held, the most valuable first.
    let positions: NamedRows
    let coins: NamedRows
    let rowOfCoin: [String: Int]
    /// Worth and cost by day; nil without entries.
    private let days: Table?
    let returns: Table?
    /// What each entry realised.
    let realised: [Int: ExactDecimal?]

    var currency: String { portfolio.currency }

    /// The most days that are drawn, and the most entries that are listed.
    private static let mostDays = 400
    static let mostEntries = 100

    /// Works out what the page shows; `returns` is the table of performance, nil where nothing was entered.
    ///
    /// - Throws: an error when the store or an entry does not read.
    init(_ portfolio: PricedPortfolio, _ request: PortfolioRequest, returns: Table?, _ panel: Panel) throws {
        self.portfolio = portfolio
        self.returns = returns
        valuation = portfolio.valuation
        summary = portfolio.summary(of: valuation)
        positions = NamedRows(valuation.table(currency: portfolio.currency))
        let names: Set = ["coin_id", "name", "symbol", "rank", "state"]
        let parts = ColumnDictionary.parts(of: names, quote: RankRequest.dollar, .discovery)
        let section = try panel.wholeSection(at: portfolio.asOf, parts, needsRates: false)
        coins = NamedRows(try ranking(of: section, preset: .discovery, options: RankingOptions(), columns: names))
        rowOfCoin = Dictionary(firstOf: coins.rows.indices.map { [coins] in (coins.text($0, "coin_id"), $0) })
        var holdings = portfolio.none
        holdings.take(portfolio.entries)
        realised = holdings.realised
        let first = request.since ?? portfolio.entries.first?.time.limit.day
        days = try first.flatMap { first in
            let count = first.distance(to: portfolio.asOf.limit.day)
            let step = max(request.step, (count + PortfolioStory.mostDays - 1) / PortfolioStory.mostDays)
            return count > 0 ? try portfolio.value(since: first, each: max(1, step)) : nil
        }
    }

    /// The page; of a portfolio without entries how a first one is entered.
    var story: Story {
        var story = Story("Portfolio", answer: "Nothing was entered yet.", more: PortfolioStory.firstEntry)
        story.asOf = portfolio.asOf
        guard !portfolio.entries.isEmpty else { return story }
        let left = unpriced
        story.answer = money(valuation.pricedValue.double) + moved + "."
        story.more = [largest, dated, left.isEmpty ? nil : "Without a price, and in no sum: \(listed(left))."]
            .compactMap(\.self).joined(separator: " ")
        story.tiles = tiles
        story.blocks = [worth, allocation].compactMap(\.self).map { .charts([$0]) }
        story.blocks += [holdings.map(StoryBlock.table), performance, .table(activity)].compactMap(\.self)
        return story
    }

    private static let firstEntry =
        "`assay portfolio add buy bitcoin 0.25 --price 61000 --time 2024-03-01` enters a first purchase, `assay portfolio import FILE` "
        + "reads the export of an exchange."

    // MARK: Words

    func money(_ amount: Double, signed: Bool = false) -> String {
        (signed && amount > 0 ? "+" : "") + PageNumber.money(amount, currency)
    }

    func percent(_ percent: Double) -> String { PageNumber.percent(percent / 100, signed: true) }

    func name(_ id: String) -> String {
        NamedRows.named(rowOfCoin[id].map { coins.text($0, "name") } ?? "", id)
    }

    func cell(_ id: String) -> StoryCell {
        StoryCell(name(id), rowOfCoin[id].map { coins.text($0, "symbol") } ?? "", coin: id)
    }

    /// The day of a coin's price where it is not the page's; empty for others.
    func date(_ id: String) -> String { summary.oldPrices[id].map { PageNumber.date("\($0)") } ?? "" }

    var ids: [String] { positions.rows.indices.map { positions.text($0, "coin") } }
    private var unpriced: [String] { valuation.unpriced.map(name) }

    private var moved: String {
        guard let change = summary.changes["24h"], change.percent.isFinite else { return "" }
        let way = change.amount < 0 ? "down" : "up"
        return ", \(way) \(money(abs(change.amount))) in 24 hours (\(percent(change.percent)))"
    }

    private var largest: String? {
        guard positions.rows.count > 1 else { return nil }
        let share = positions.number(0, "value_" + currency) / valuation.pricedValue.double
        return share.isFinite ? "\(PageNumber.percent(share)) of it is \(name(ids[0]))." : nil
    }

    private var dated: String? {
        let old = ids.filter { !date($0).isEmpty }.map { "\(name($0)) with its price of \(date($0))" }
        return old.isEmpty ? nil : "Counted, but in no change: \(listed(old))."
    }

    // MARK: Tiles

    private func without(_ ids: [String]) -> String { ids.isEmpty ? "" : "; without \(listed(ids.map(name), most: 2))" }

    var tiles: [PageTile] {
        func change(_ title: String, _ span: String) -> PageTile {
            guard let change = summary.changes[span], change.percent.isFinite else {
                return PageTile(title, "–", note: "no coin has a price at both ends")
            }
            let note = percent(change.percent) + without(change.without)
            return PageTile(title, money(change.amount, signed: true), note: note)
        }
        let gain = summary.gain
        let cost = gain.base > 0 ? "\(percent(gain.percent)) on \(money(gain.base)) of cost" : "no cost"
        let (taken, income) = summary.taken
        let fees = valuation.fees.map { money($0.double) } ?? "unknown"
        let coins =
            counted(positions.rows.count, "coin") + (unpriced.isEmpty ? "" : ", \(unpriced.count) without a price")
        return [
            PageTile("Worth", money(valuation.pricedValue.double), note: coins), change("24 hours", "24h"),
            change("7 days", "7d"),
            gain.amount.isNaN
                ? PageTile("Gain not taken", "–", note: "no coin has both a price and a cost")
                : PageTile("Gain not taken", money(gain.amount, signed: true), note: cost + without(gain.without)),
            PageTile(
                "Gain taken, income",
                money(taken + income, signed: true),
                note: (taken + income).isFinite
                    ? "\(money(taken)) sold, \(money(income)) income; fees \(fees)"
                    : taken.isFinite ? "the price of an income is unknown" : "the cost of a sale is unknown"
            ),
        ]
    }

    // MARK: Charts

    private var worth: StoryChart? {
        guard var table = days else { return nil }
        var panel = Picture.Panel(
            "Worth by day",
            .amounts,
            [
                .init(.line("value_" + currency), .valuation, "worth"),
                .init(.dashes("cost_" + currency), .volume, "cost"),
            ]
        )
        panel.namesEnds = true
        table.pictures = [Picture("Worth by day", note: "", .days("as_of"), [panel])]
        let rows = NamedRows(table)
        let unpriced = rows.rows.indices.flatMap { rows.text($0, "unpriced").split(separator: " ").map(String.init) }
        let counts = Dictionary(grouping: unpriced) { $0 }.mapValues(\.count).sorted {
            ($1.value, $0.key) < ($0.value, $1.key)
        }
        let left = listed(counts.map { "\(name($0.key)) (\($0.value) of \(rows.rows.count))" })
        let gaps = left.isEmpty ? "" : " Gaps are days without a price of a coin: \(left)."
        return StoryChart("Worth by day", note: "Linear from 0; dashed: what it cost." + gaps, .time(table))
    }

    private var allocation: StoryChart? {
        let whole = valuation.pricedValue.double
        let shares = positions.rows.indices.map { row in
            (share: positions.number(row, "value_" + currency) / whole, name: name(ids[row]))
        }.filter(\.share.isFinite)
        return shares.isEmpty ? nil : StoryChart("What it is made of", .shares(shares))
    }
}

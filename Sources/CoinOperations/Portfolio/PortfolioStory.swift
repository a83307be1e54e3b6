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
    /// A row a coin that is held, the most valuable first.
    let held: NamedRows
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
        valuation = try portfolio.valuation()
        held = NamedRows(valuation.table(currency: portfolio.currency))
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
            return count > 0 ? try portfolio.series(from: first, each: max(1, step)) : nil
        }
    }

    /// The page; of a portfolio without entries how a first one is entered.
    var story: Story {
        var story = Story("Portfolio", answer: "Nothing was entered yet.", more: PortfolioStory.firstEntry)
        story.asOf = portfolio.asOf
        guard !portfolio.entries.isEmpty else { return story }
        let (day, left) = (valuation.change(over: 0), silent)
        story.answer = money(valuation.pricedValue.double) + moved(day) + "."
        story.more = [largest, dated, left.isEmpty ? nil : "Without a price, and in no sum: \(listed(left))."]
            .compactMap(\.self).joined(separator: " ")
        story.tiles = tiles
        story.blocks = [worth, allocation].compactMap(\.self).map { .charts([$0]) }
        story.blocks += [holdings, results].compactMap(\.self).map(StoryBlock.table)
        story.blocks += [performance, activity.map(StoryBlock.table)].compactMap(\.self)
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

    /// The day of the price of a row where it is not the page's; empty for others.
    func date(_ row: Int) -> String {
        let day = Day(String(held.text(row, "price_time").prefix(10)))
        let isOld = day.map { $0.distance(to: portfolio.asOf.limit.day) >= Table.datedFrom } ?? false
        return day.map { isOld ? PageNumber.date("\($0)") : "" } ?? ""
    }

    var ids: [String] { held.rows.indices.map { held.text($0, "coin") } }
    private var silent: [String] { valuation.unpriced.map(name) }

    private func moved(_ change: Valuation.KnownChange) -> String {
        guard change.percent.isFinite else { return "" }
        let way = change.gain < 0 ? "down" : "up"
        return ", \(way) \(money(abs(change.gain))) in 24 hours (\(percent(change.percent)))"
    }

    private var largest: String? {
        guard held.rows.count > 1 else { return nil }
        let share = held.number(0, "value_" + currency) / valuation.pricedValue.double
        return share.isFinite ? "\(PageNumber.percent(share)) of it is \(name(ids[0]))." : nil
    }

    private var dated: String? {
        let old = held.rows.indices.filter { !date($0).isEmpty }
        guard !old.isEmpty else { return nil }
        let names = listed(old.map { "\(name(ids[$0])) with its price of \(date($0))" })
        return "Counted, but in no change: \(names)."
    }

    // MARK: Tiles

    private func without(_ ids: [String]) -> String { ids.isEmpty ? "" : "; without \(listed(ids.map(name), most: 2))" }

    var tiles: [PageTile] {
        func sum(_ name: String) -> Double {
            held.rows.indices.map { held.number($0, name) }.filter(\.isFinite).reduce(0, +)
        }
        func change(_ title: String, _ place: Int) -> PageTile {
            let change = valuation.change(over: place)
            let note = change.percent.isFinite ? percent(change.percent) : "no coin has a price at both ends"
            let value = change.percent.isFinite ? money(change.gain, signed: true) : "–"
            return PageTile(title, value, note: note + (change.percent.isFinite ? without(change.without) : ""))
        }
        let known = held.rows.indices.filter { held.number($0, "unrealised_" + currency).isFinite }
        let cost = known.map { held.number($0, "cost_" + currency) }.reduce(0, +)
        let gain = known.map { held.number($0, "unrealised_" + currency) }.reduce(0, +)
        let costless = ids.indices.filter { !known.contains($0) }.map { ids[$0] }
        let (taken, income) = (valuation.realised?.double ?? .nan, valuation.income?.double ?? .nan)
        let fees = valuation.fees.map { money($0.double) } ?? "unknown"
        let coins = counted(held.rows.count, "coin") + (silent.isEmpty ? "" : ", \(silent.count) without a price")
        return [
            PageTile("Worth", money(valuation.pricedValue.double), note: coins), change("24 hours", 0),
            change("7 days", 1),
            PageTile(
                "Gain not taken",
                known.isEmpty ? "–" : money(gain, signed: true),
                note: known.isEmpty
                    ? "no coin has both a price and a cost"
                    : (cost > 0 ? "\(percent(100 * gain / cost)) on \(money(cost)) of cost" : "no cost")
                        + without(costless)
            ),
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
        let silent = rows.rows.indices.flatMap { rows.text($0, "unpriced").split(separator: " ").map(String.init) }
        let counts = Dictionary(grouping: silent) { $0 }.mapValues(\.count).sorted {
            ($1.value, $0.key) < ($0.value, $1.key)
        }
        let left = listed(counts.map { "\(name($0.key)) (\($0.value) of \(rows.rows.count))" })
        let gaps = left.isEmpty ? "" : " Gaps are days without a price of a coin: \(left)."
        return StoryChart("Worth by day", note: "Linear from 0; dashed: what it cost." + gaps, .time(table))
    }

    private var allocation: StoryChart? {
        let whole = valuation.pricedValue.double
        let shares = held.rows.indices.map { row in
            (share: held.number(row, "value_" + currency) / whole, name: name(ids[row]))
        }.filter(\.share.isFinite)
        return shares.isEmpty ? nil : StoryChart("What it is made of", .shares(shares))
    }
}

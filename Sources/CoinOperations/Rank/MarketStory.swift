internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinReports
internal import CoinTables

/// The page of the market: what the coins of the store add up to now and over two years, beside what a source says of all coins,
/// and the largest coins.
struct MarketStory {
    private let section: CrossSection
    private let quote: String
    /// The weeks, and the row of each by its first day.
    private let weeks: NamedRows
    private let rowOfWeek: [String: Int]
    /// Developer-days of each week over all repositories, from the newest backwards.
    private let developerDays: [Double]
    private let largest: NamedRows

    private static let largestCount = 15
    static let shownWeeks = 104

    /// What it reads of the market of a request.
    static func parts(_ request: RankRequest) -> SectionParts {
        MarketSeries.parts.union([.development, .details, .dayFigures])
            .union(ColumnDictionary.parts(of: columns(request.quote), quote: request.quote, .discovery))
    }

    private static func columns(_ quote: String) -> Set<String> {
        [
            "coin_id", "name", "symbol", "market_cap_" + quote, "cap_share", "change_7d", "change_30d", "change_1y",
            "state", "price_time", "price_age_days",
        ]
    }

    /// Takes the weeks of a section and those before from a table, and ranks its coins.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    init(_ section: CrossSection, _ table: Table, _ request: RankRequest, _ panel: Panel) throws {
        self.section = section
        quote = section.shownQuote
        weeks = NamedRows(table)
        rowOfWeek = Dictionary(firstOf: table.rows.indices.map { [weeks] in (weeks.text($0, "week"), $0) })
        let end = section.asOf.lastCompleteWeek.advanced(by: -52).lastDay
        let before = try panel.wholeSection(at: .day(end), .development, needsRates: false)
        developerDays = [section, before].flatMap { section in
            (0..<52).map { weeksBack in
                let known = section.repositories.indices.map { section.developerDays[$0, weeksBack] }.filter(\.isFinite)
                return known.isEmpty ? .nan : known.reduce(0, +)
            }
        }
        let names = MarketStory.columns(request.quote)
        var coins = try ranking(of: section, preset: .discovery, options: request.options, columns: names)
        coins = try coins.sorted(by: SortKey.keys(parsing: "market_cap_\(request.quote):desc"))
        largest = NamedRows(coins)
    }

    /// A figure of the week so many before the newest complete one; NaN where it is missing.
    private func value(_ name: String, _ weeksBack: Int) -> Double {
        let week = section.asOf.lastCompleteWeek.advanced(by: -weeksBack)
        return rowOfWeek["\(week)"].map { weeks.number($0, name) } ?? .nan
    }

    private func money(_ amount: Double) -> String { PageNumber.money(amount, quote) }

    /// The page.
    var story: Story {
        let totals = MarketSeries.newest(of: section)
        let day = PageNumber.day(section.asOf)
        var story = Story(
            "The market",
            answer: "No market capitalisation is known on \(day).",
            more: "A snapshot of a market has them: `\(Staleness.marketRenewal)`."
        )
        if totals.coins > 0 {
            let bitcoin =
                totals.bitcoinShare.isFinite ? ", \(PageNumber.percent(totals.bitcoinShare)) of it Bitcoin" : ""
            story.answer = "\(money(totals.capitalisation)) in \(counted(totals.coins, "coin")) on \(day)\(bitcoin)."
            story.more = [yearBefore, development].filter { !$0.isEmpty }.joined(separator: " ")
        }
        story.asOf = section.asOf
        story.tiles = tiles(totals)
        let charts = [[capChart], [shareChart, volumeChart], [developmentChart]].map { $0.compactMap(\.self) }
        story.blocks = charts.filter { !$0.isEmpty }.map(StoryBlock.charts)
        if story.blocks.isEmpty {
            let why = "Charts by week begin with the first complete week, from Sunday to Saturday, that has figures."
            story.blocks.append(.words("Not drawn yet", why))
        }
        if totals.coins > 0 { story.blocks.append(.table(largestTable(totals))) }
        return story
    }

    private var yearBefore: String {
        let (cap, share) = (value("market_cap_" + quote, 52), value("bitcoin_share", 52))
        guard cap.isFinite else { return "" }
        return "A year before it was \(money(cap))\(share.isFinite ? " and \(PageNumber.percent(share))" : "")."
    }

    private var development: String {
        func mean(_ weeks: Range<Int>) -> Double {
            let known = weeks.map { developerDays[$0] }.filter(\.isFinite)
            return known.reduce(0, +) / Double(known.count)
        }
        let (now, before) = (mean(0..<12), mean(12..<52))
        guard now.isFinite, before.isFinite else { return "" }
        let means =
            "\(PageNumber.fixed(now, 0)) a week in the last 12 weeks, \(PageNumber.fixed(before, 0)) in the 40 before"
        return "Developer-days: \(means)."
    }

    private func tiles(_ totals: MarketSeries.Newest) -> [PageTile] {
        let (change, before) = (value("like_for_like_pct", 0), value("bitcoin_share", 0))
        let oldest = totals.oldest.map { $0.distance(to: section.asOf.limit.day) >= Table.datedFrom ? $0 : nil } ?? nil
        let dated = oldest.map { "; the oldest of \(PageNumber.date("\($0)"))" } ?? ""
        let grown =
            change.isFinite
            ? "\(PageNumber.percent(change / 100, signed: true)) in the last complete week, the same coins"
            : "newest of each"
        let part = PageNumber.percent(totals.volume / totals.capitalisation)
        let all = section.figures.flatMap { figures in figures.newest[.totalMarketCap].map { (figures, $0) } }
        let said = all.map { figures, cap -> PageTile in
            let time = figures.time.map { ", \(PageNumber.date("\($0.day)"))" } ?? ""
            let rate = section.shown.map { $0.rate(at: section.asOf.limit)?.value ?? .nan } ?? 1
            let more = [
                figures.newest[.totalMarketCapRatio].map { "\(PageNumber.percent($0 - 1, signed: true)) in 24 hours" },
                figures.newest[.bitcoinShare].map { "\(PageNumber.percent($0)) Bitcoin" },
                figures.newest[.totalVolume].map { "\(money($0 / rate)) traded in 24 hours" },
            ].compactMap(\.self)
            let note = ([figures.source + time] + more).joined(separator: "; ")
            return PageTile("Whole market, as a source has it", money(cap / rate), note: note)
        }
        let none = "no total of a source was loaded: assay fetch global coingecko --load"
        return [
            PageTile("Market cap, these coins", money(totals.capitalisation), note: grown + dated),
            PageTile(
                "Bitcoin\u{2019}s share",
                PageNumber.percent(totals.bitcoinShare),
                note: before.isFinite
                    ? "\(PageNumber.percent(before)) in the last complete week"
                    : totals.bitcoinShare.isFinite ? "of these coins" : "Bitcoin has no capitalisation among them"
            ),
            PageTile(
                "Traded a day",
                money(totals.volume),
                note: totals.volume.isFinite
                    ? "\(totals.isVolumeOfDay ? "the newest 24 hours" : "median of the last complete week"); \(part) of the cap"
                    : "no volumes were loaded"
            ),
            said ?? PageTile("Whole market, as a source has it", "–", note: none),
        ]
    }
}

// The charts and the table.
extension MarketStory {
    /// A chart over two years; nil where no week has a value.
    private func chart(
        _ title: String,
        note: String = "",
        _ scale: Picture.Scale,
        shaded: [Range<Int>] = [],
        _ marks: [(mark: (String) -> Picture.Form, tone: Picture.Tone, label: String, series: WeekPicture.Series)]
    ) -> StoryChart? {
        var picture = WeekPicture(upTo: section.asOf.lastCompleteWeek)
        let known = marks.filter { mark in (0..<MarketStory.shownWeeks).contains { mark.series.value($0).isFinite } }
        let drawn = known.map { Picture.Mark($0.mark($0.series.column.name), $0.tone, known.count > 1 ? $0.label : "") }
        var panel = Picture.Panel(title, scale, drawn)
        panel.namesEnds = true
        picture.add(panel, of: known.map(\.series))
        let table = picture.table(title, weeks: knownWeeks, heading: title, note: "", shaded: shaded)
        return table.map { StoryChart(title, note: note, .time($0)) }
    }

    /// How many weeks are drawn: two years, and of a shorter history those that have a figure.
    private var knownWeeks: Int {
        let names = ["market_cap_" + quote, "source_market_cap_" + quote, "volume_" + quote]
        let oldest = (0..<MarketStory.shownWeeks).last { weeksBack in
            developerDays[weeksBack].isFinite || names.contains { value($0, weeksBack).isFinite }
        }
        return max(12, (oldest ?? 0) + 1)
    }

    private func money(_ name: String) -> WeekPicture.Series {
        (Column.number(name, name, unit: quote.uppercased(), .money, ""), { value(name, $0) })
    }

    private func percent(_ name: String) -> WeekPicture.Series {
        (Column.number(name, name, unit: "%", .fixed(0), ""), { 100 * value(name, $0) })
    }

    private var capChart: StoryChart? {
        chart(
            "Market cap of these coins",
            note: "Each week\u{2019}s newest cap of each coin, none older than four weeks.",
            .amounts,
            [
                (Picture.Form.line, .valuation, "ours", money("market_cap_" + quote)),
                (Picture.Form.dashes, .volume, "source", money("source_market_cap_" + quote)),
            ]
        )
    }

    private var shareChart: StoryChart? {
        chart(
            "Bitcoin\u{2019}s share",
            .share,
            [
                (Picture.Form.line, .development, "ours", percent("bitcoin_share")),
                (Picture.Form.dashes, .volume, "source", percent("source_bitcoin_share")),
            ]
        )
    }

    private var volumeChart: StoryChart? {
        chart(
            "Traded a day",
            note: "Median of each week.",
            .amounts,
            [(Picture.Form.bars, .volume, "", money("volume_" + quote))]
        )
    }

    private var developmentChart: StoryChart? {
        let days = WeekPicture.series(.number("developer_days", "Developer-days", .fixed(0), ""), developerDays)
        let count = section.repositories.indices.count { row in
            (0..<52).contains { section.developerDays[row, $0].isFinite }
        }
        return chart(
            "Developer-days a week, \(counted(count, "repository"))",
            note: "Dark: the last 12 complete weeks.",
            .amounts,
            shaded: [0..<12],
            [(Picture.Form.bars, .development, "", days)]
        )
    }

    private func largestTable(_ totals: MarketSeries.Newest) -> StoryTable {
        let shown = largest.rows.indices.filter { largest.number($0, "cap_share").isFinite }
        let heads: [StoryHead] = [
            .text("Coin"), .number("Market cap"), .number("Share", "of \(counted(totals.coins, "coin"))"),
            .number("7 days"), .number("30 days"), .number("1 year"), .text("State", isExtra: true),
        ]
        let rows = shown.prefix(MarketStory.largestCount).map { row -> [StoryCell] in
            var cap = largest.money(row, "market_cap_" + quote, quote)
            cap.date = largest.date(row)
            let share = StoryCell(PageNumber.percent(largest.number(row, "cap_share")))
            let changes = ["change_7d", "change_30d", "change_1y"].map { largest.change(row, $0) }
            return [largest.coin(row), cap, share] + changes + [.state(largest.text(row, "state"))]
        }
        var table = StoryTable("The largest", heads, rows)
        table.note =
            "Shares are of \(money(totals.capitalisation)), the newest cap of each of \(counted(totals.coins, "coin")), none older "
            + "than 28 days; the charts add up week by week. Wrapped, staked, bridged and pegged coins are not in the sums. "
            + "“–”: the coin\u{2019}s source has no price near that day."
        return table.leavingOutEmptyColumns()
    }
}

internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinReports
internal import CoinTables
internal import Foundation

/// The page of a comparison: whether the coins differ beyond chance, their prices, work and ranks over one another, and their
/// measures side by side.
struct CompareStory {
    private let section: CrossSection
    private let weekly: CoinWeeks
    /// The rows of the ranking, a row a coin in the order in which they were named.
    private let rows: NamedRows
    private let ids: [String]
    /// The place of each coin in the section.
    private let places: [String: Int]
    private let ranks: RankWeeks

    /// The coins whose lines are drawn over one another; of more, tables have the others.
    private static let drawnCount = 4
    /// From so many coins on a rank of each of 52 weeks takes too long.
    private static let manyCoins = 3000

    /// Ranks the coins of today and of the past year.
    ///
    /// - Throws: an error when a tile is damaged.
    init(_ ids: [String], _ request: RankRequest, _ panel: Panel) throws {
        let (preset, section) = (try request.knownPreset(), try panel.wholeSection(at: panel.asOf(request)))
        let weeks = section.coins.count > CompareStory.manyCoins ? 12 : 52
        let ranks = try RankWeeks(weeks, upTo: section.asOf, preset, request.options, panel, hasBands: false)
        let names = ComparedMeasure.columns(section.quote)
        let table = try ranking(of: section, preset: preset, options: request.options, columns: names)
        self.init(ids, section, table, ranks)
    }

    /// Compares coins of a ranking, whose past ranks are known.
    init(_ ids: [String], _ section: CrossSection, _ ranking: Table, _ ranks: RankWeeks) {
        self.section = section
        self.ranks = ranks
        weekly = CoinWeeks(section)
        places = Dictionary(firstOf: section.coins.enumerated().map { ($1.id, $0) })
        var table = ranking
        let id = table.place(of: "coin_id") ?? 0
        table.rows = ids.compactMap { wanted in table.rows.first { $0[id].text == wanted } }
        rows = NamedRows(table)
        self.ids = table.rows.compactMap { $0[id].text }
    }

    /// The page.
    var story: Story {
        let names = ids.indices.map(name)
        let verdict = verdict
        var story = Story(names.joined(separator: ", "), answer: verdict.answer, more: verdict.more)
        story.asOf = section.asOf
        story.keys = drawn.map { mark($0, "", name($0)) }
        let pairs = [[priceChart], [workChart, rankChart]].map { $0.compactMap(\.self) }
        story.blocks = pairs.filter { !$0.isEmpty }.map(StoryBlock.charts) + [.table(sideBySide)]
        return story
    }

    private var drawn: Range<Int> { 0..<min(ids.count, CompareStory.drawnCount) }

    private func name(_ row: Int) -> String { rows.coin(row).text }

    // MARK: The answer

    private var verdict: (answer: String, more: String) {
        let known = ids.indices.filter { rows.number($0, "theta_median").isFinite }
        let unknown = ids.indices.filter { !known.contains($0) }.map { row in
            let reason = rows.reason(row, "theta_median")
            return "\(name(row)) has no pace\(reason.isEmpty ? "" : ": " + reason)."
        }
        let paces = known.map { "\(name($0)) \(times($0, "theta_median"))" }.joined(separator: ", ")
        // Those whose ranges lie apart, the higher one first.
        let apart = known.flatMap { high in
            known.filter { rows.number(high, "theta_p05") > rows.number($0, "theta_p95") }.map { (high, $0) }
        }
        let answer =
            switch (known.count, apart.count) {
            case (0, _): "No pace of these coins is known."
            case (1, _): "Only \(name(known[0])) has a pace: \(times(known[0], "theta_median"))."
            case (_, 0): "\(none(of: known)) by pace alone: \(paces), and their ranges overlap."
            default:
                listed(apart.map { "\(name($0)) is ahead of \(name($1))" }) + " in pace: their ranges do not overlap."
            }
        let rest = known.count > 1 && !apart.isEmpty ? [paces + "."] : []
        return (answer, (rest + [busiest].compactMap(\.self) + unknown + standIns).joined(separator: " "))
    }

    private func none(of known: [Int]) -> String {
        guard known.count > 2 else { return known.map(name).joined(separator: " and ") + " cannot be told apart" }
        let words = [3: "three", 4: "four", 5: "five", 6: "six"]
        return "None of the \(words[known.count] ?? "\(known.count)") can be told apart from another"
    }

    private var busiest: String? {
        let work = ids.indices.filter { rows.text($0, "unit") != "commits" }.map { ($0, workOfWeek($0)) }
        guard let most = work.filter(\.1.isFinite).max(by: { $0.1 < $1.1 }), work.count > 1, most.1 > 0 else {
            return nil
        }
        return "\(name(most.0)) is worked on most, \(PageNumber.fixed(most.1, 1)) developer-days a week."
    }

    private func workOfWeek(_ row: Int) -> Double {
        rows.number(row, "units_recent") / rows.number(row, "weeks_recent")
    }

    private var standIns: [String] {
        let words = [
            "side": "All counted work on %@ is in side repositories, in place of larger ones.",
            "shared": "%@ shares a repository with other coins.",
        ]
        return ids.indices.flatMap { row in
            rows.text(row, "flags").split(separator: " ").compactMap { words[String($0.filter { $0 != "," })] }
                .map { $0.replacing("%@", with: name(row)) }
        }
    }

    private func times(_ row: Int, _ column: String) -> String { PageNumber.fixed(rows.number(row, column), 2) + "×" }

    // MARK: Charts

    private static let tones: [Picture.Tone] = [.development, .volume, .search, .valuation]

    private func mark(_ row: Int, _ column: String, _ label: String) -> Picture.Mark {
        Picture.Mark(row == 0 ? .line(column) : .dashes(column), CompareStory.tones[row], label)
    }

    /// A line a coin over the year; nil where none has a value.
    private func chart(
        _ title: String,
        note: String,
        _ scale: Picture.Scale,
        _ display: Column.Display,
        _ value: (_ row: Int, _ place: Int) -> [Double]
    ) -> StoryChart? {
        var picture = WeekPicture(upTo: section.asOf.lastCompleteWeek)
        let lines = drawn.compactMap { row in places[ids[row]].map { (row, value(row, $0)) } }
            .filter { $0.1.contains(where: \.isFinite) }
        let series = lines.map { row, values in
            WeekPicture.series(.number("coin\(row)", name(row), display, ""), values)
        }
        let marks = zip(lines, series).map { line, series in
            let symbol = rows.text(line.0, "symbol")
            return mark(line.0, series.column.name, symbol.isEmpty ? name(line.0) : symbol)
        }
        var panel = Picture.Panel(title, scale, marks)
        panel.namesEnds = true
        panel.height = 160
        picture.add(panel, of: series)
        let others = ids.count > drawn.count ? " The first \(drawn.count) coins are drawn." : ""
        return picture.table(title, weeks: 52, heading: title, note: "").map {
            StoryChart(title, note: note + others, .time($0))
        }
    }

    private var priceChart: StoryChart? {
        let closes = ids.map { id in places[id].map { weekly.values(.close, of: $0) } ?? [] }
        func close(_ row: Int, _ weeksBack: Int) -> Double {
            weeksBack < closes[row].count ? closes[row][weeksBack] : .nan
        }
        guard let common = (0..<52).last(where: { weeksBack in drawn.allSatisfy { close($0, weeksBack) > 0 } }),
            common > 0
        else {
            return nil
        }
        let first = PageNumber.date("\(section.asOf.lastCompleteWeek.advanced(by: -common))")
        return chart("Price, week of \(first) = 100", note: "Closes of the week.", .span, .fixed(0)) { row, _ in
            closes[row].prefix(common + 1).map { 100 * $0 / close(row, common) }
        }
    }

    private var workChart: StoryChart? {
        let note =
            "Mean of four weeks. Search interest is not drawn over one another: each term has a scale of its own."
        return chart("Developer-days a week", note: note, .amounts, .fixed(1)) { _, place in
            let days = weekly.values(.developerDays, of: place)
            return (0..<52).map { weeksBack in
                let known = days.dropFirst(weeksBack).prefix(4).filter(\.isFinite)
                return known.isEmpty || days[weeksBack].isNaN ? .nan : known.reduce(0, +) / Double(known.count)
            }
        }
    }

    private var rankChart: StoryChart? {
        let note = "Worked out today from the figures that each week had; gaps: not ranked."
        return chart("Rank, the first on top", note: note, .ranks, .fixed(0)) { row, _ in
            ranks.ranks[ids[row]]?.ranks.reversed() ?? []
        }
    }

    // MARK: Side by side

    private var sideBySide: StoryTable {
        let heads: [StoryHead] = [.text("Measure")] + ids.indices.map { .number(name($0)) }
        let all = ComparedMeasure.all(section.shownQuote)
        let cells = all.map { measure in
            [StoryCell(measure.title)] + ids.indices.map { measure.cell(rows, $0) }
        }
        var table = StoryTable("Side by side", heads, cells.filter { $0.dropFirst().contains { !$0.isEmpty } })
        let left = cells.filter { $0.dropFirst().allSatisfy(\.isEmpty) }.map { $0[0].text }
        table.note =
            "“–”: not known; `assay why COIN` says why."
            + (left.isEmpty ? "" : " No coin has: \(left.joined(separator: "; ")).")
        return table
    }
}

/// A row of the comparison: what it is called, and its cell for a coin.
private struct ComparedMeasure {
    let title: String
    /// The columns of the ranking that it reads; money without its currency.
    let columns: [String]
    let cell: (_ rows: NamedRows, _ row: Int) -> StoryCell

    /// A measure of one column, written in a way.
    init(_ title: String, _ column: String, _ written: @escaping (Double) -> String, isStrong: Bool = false) {
        self.title = title
        columns = [column]
        cell = { rows, row in
            let value = rows.number(row, column)
            return StoryCell(value.isFinite ? written(value) : PageNumber.missing, isStrong: isStrong)
        }
    }

    /// A measure of several columns.
    init(_ title: String, of columns: [String], _ cell: @escaping (_ rows: NamedRows, _ row: Int) -> StoryCell) {
        self.title = title
        self.columns = columns
        self.cell = cell
    }

    /// All columns that the page reads.
    static func columns(_ quote: String) -> Set<String> {
        let named = ["coin_id", "name", "symbol", "flags", "unit", "theta_p05", "theta_p95", "rank_low", "rank_high"]
        return Set(named + all(quote).flatMap(\.columns))
    }

    static func all(_ quote: String) -> [ComparedMeasure] {
        func times(_ value: Double) -> String { PageNumber.fixed(value, 2) + "×" }
        func change(_ percent: Double) -> String { PageNumber.percent(percent / 100, signed: true) }
        func money(_ amount: Double) -> String { PageNumber.money(amount, quote) }
        func band(_ rows: NamedRows, _ row: Int, _ low: String, _ high: String, _ places: Int) -> String {
            let ends = [rows.number(row, low), rows.number(row, high)]
            guard ends.allSatisfy(\.isFinite) else { return "" }
            return ends.map { PageNumber.fixed($0, places) }.joined(separator: "–")
        }
        let dates = ["price_time", "price_age_days"]
        return [
            ComparedMeasure("Pace, 12 by 40 weeks", "theta_median", times, isStrong: true),
            ComparedMeasure("lies between, 90 %", of: ["theta_p05", "theta_p95"]) { rows, row in
                let ends = band(rows, row, "theta_p05", "theta_p95", 2)
                return StoryCell(ends.isEmpty ? PageNumber.missing : ends + "×")
            },
            ComparedMeasure("Chance that it grew by a quarter", "p_up", Overview.chance),
            ComparedMeasure("Rank, and its 80 % band", of: ["rank"]) { rows, row in
                StoryCell(PageNumber.fixed(rows.number(row, "rank"), 0), band(rows, row, "rank_low", "rank_high", 0))
            },
            ComparedMeasure("State", of: ["state"]) { rows, row in .state(rows.text(row, "state")) },
            ComparedMeasure("Developer-days a week, 12 weeks", of: ["units_recent", "weeks_recent"]) { rows, row in
                let amount = rows.number(row, "units_recent") / rows.number(row, "weeks_recent")
                return StoryCell(PageNumber.fixed(amount, 1), rows.text(row, "unit") == "commits" ? "commits" : "")
            },
            ComparedMeasure("Commits by people, 12 by 52 weeks", "dev_change_pct", change),
            ComparedMeasure("Price", of: ["price_" + quote] + dates) { rows, row in
                var cell = rows.money(row, "price_" + quote, quote)
                cell.date = rows.date(row)
                return cell
            },
            ComparedMeasure("7 days", "change_7d", change), ComparedMeasure("30 days", "change_30d", change),
            ComparedMeasure("1 year", "change_1y", change),
            ComparedMeasure("Market cap", "market_cap_" + quote, money),
            ComparedMeasure("Traded a day, 12 weeks", "vol12", money),
            ComparedMeasure("Searches, 12 by 40 weeks", "search_momentum") { change(100 * (exp($0) - 1)) },
            ComparedMeasure("Swing of a year", "volatility52") { PageNumber.percent($0) },
        ]
    }
}

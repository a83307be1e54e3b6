internal import CoinIdentity
internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// Two coins or more side by side: a row for each column of the ranking, a column for each coin.
///
/// - Throws: `OperationError` when a name fits no coin or several, or a coin is named twice.
public func compare(_ words: [String], _ request: RankRequest, in location: StoreLocation) throws -> Table {
    let universe = try location.open(.read).reading(known: request.known) { EntityResolution($0.catalog).universe }
    let ids = try words.map { universe.coins[try oneCoin($0, universe)].id }
    for (place, id) in ids.enumerated() where ids[..<place].contains(id) {
        throw OperationError(.usage, "same-coin", place: words[place], "is \(id), which was named before")
    }
    // What is compared are the columns for rows, whatever it is written for.
    var wanted = request
    wanted.form = .rows
    let scored = try score(wanted, in: location, showing: [wanted], storing: true)
    let place = scored.table.place(of: "coin_id") ?? 0
    let rows = ids.compactMap { id in scored.table.rows.firstIndex { $0[place] == .text(id) } }
    var whole = wanted.whole
    whole.columns = request.columns
    let table = try scored.table(for: whole)
    let sides = ids.map { Column($0, $0, .number, meaning: "The value of \($0).") }
    var compared = Table(
        title: ids.joined(separator: ", ") + " in \(request.preset)",
        columns: [metric, unit] + sides + [ids.count == 2 ? difference : spread],
        rows: table.columns.enumerated().map { place, column in
            let cells = rows.map { table.rows[$0][place] }
            return [.text(column.name), .text(column.unit)] + cells + [span(cells)]
        },
        notes: table.notes
    )
    for (place, id) in zip(rows, ids) {
        compared.asides[id] = table.columns.map { table.asides[$0.name]?[place] ?? "" }
    }
    compared.rowDisplays = table.columns.map { $0.type == .integer ? .fixed(0) : $0.display }
    if request.form == .page {
        compared.annexes = try location.panel(for: request) { try ComparedCoins(ids, request, $0).annexes }
    }
    return compared
}

private let meaning = "The column of rankings; `assay explain` says what it is."
private let metric = Column("column", "Column", .text, meaning: meaning)
private let unit = Column("unit", "Unit", .text, meaning: "The unit of its values.")
private let difference = Column("difference", "Difference", .number, meaning: "The second value less the first.")
private let spread = Column("spread", "Spread", .number, meaning: "The largest value less the smallest.")

/// How far two numbers lie apart with their sign, or more of them without; missing where one is, or is no number.
private func span(_ cells: [Cell]) -> Cell {
    let numbers = cells.compactMap(\.value)
    guard numbers.count == cells.count, let low = numbers.min(), let high = numbers.max() else {
        return .missing(.notComparable)
    }
    return .number(numbers.count == 2 ? numbers[1] - numbers[0] : high - low)
}

/// What a page draws of a comparison: the coins' weeks above one axis, how sure their trends are, what their scores are
/// made of.
struct ComparedCoins {
    private let ids: [String]
    private let preset: Preset
    private let weekly: CoinWeeks
    /// The row of each coin.
    private let places: [String: Int]
    private let ranking: ExplainedRanking

    /// Reads the newest year of the coins.
    ///
    /// - Throws: an error when a tile is damaged.
    init(_ ids: [String], _ request: RankRequest, _ panel: Panel) throws {
        self.ids = ids
        preset = try request.knownPreset()
        let section = try panel.wholeSection(at: panel.asOf(request))
        weekly = CoinWeeks(section)
        places = Dictionary(firstOf: section.coins.enumerated().map { ($1.id, $0) })
        ranking = try ExplainedRanking(section, preset, request.options)
    }

    /// The tables behind the pictures.
    var annexes: [Table] { [weeks, standings].compactMap(\.self) }

    // MARK: Weeks

    private var weeks: Table? {
        let coins = ids.compactMap { id in places[id].map { (id: id, place: $0) } }
        let newest = weekly.section.asOf.lastCompleteWeek
        var picture = WeekPicture(upTo: newest)
        for (id, coin) in coins {
            picture.addCommits(
                "Commits, " + id,
                of: id,
                counted: weekly.drawn(preset == .classic ? .covered : .people, of: coin).value,
                excluded: preset == .classic ? { _ in .nan } : weekly.excluded(of: coin),
                hasMeans: true
            )
        }
        let closes = coins.map { weekly.drawn(.close, of: $0.place) }
        let common = (0..<52).last { ago in closes.allSatisfy { $0.value(ago) > 0 } }
        if let common {
            for (coin, close) in zip(coins, closes) { add(close, from: common, of: coin.id, to: &picture) }
        }
        for (id, coin) in coins {
            let series = weekly.drawn(.interest, of: coin, named: id)
            let mark = Picture.Mark(.line(series.column.name), .search, "interest")
            picture.add(Picture.Panel("Search, " + id, .index, [mark]), of: [series])
        }
        var note =
            "All panels have one axis of 52 weeks. Commits: each coin on a scale of its own, what does not count in grey on top; "
        note += "solid: the mean of the newest 12 weeks, dashed: of 52. "
        note +=
            common.map {
                "Prices are indexed: 100 in the week of \(newest.advanced(by: -$0)), the first in which all have one. "
            } ?? "No week has a price of all of them. "
        note += "Search interest is 0 to 100 of each coin's own export."
        let bounds = coins.filter { weekly.arePeopleAtMost(of: $0.place) }.map(\.id)
        if preset != .classic, !bounds.isEmpty {
            note +=
                " Counted commits of \(bounds.joined(separator: ", ")) are upper bounds: the source does not say which merges "
            note += "are by bots or agents."
        }
        let title = "Weeks of " + ids.joined(separator: ", ")
        return picture.table(title, weeks: 52, heading: "Week by week", note: note)
    }

    /// Closes of a coin by that of the week in which all coins have one, times 100.
    private func add(_ close: WeekPicture.Series, from common: Int, of id: String, to picture: inout WeekPicture) {
        let column = Column.number(
            "price_index_" + id,
            "Price, " + id,
            unit: "index",
            .fixed(1),
            "Weekly close by that of the common week, times 100."
        )
        let mark = Picture.Mark(.line(column.name), .valuation, "index")
        let panel = Picture.Panel("Price, " + id, .span, group: "price", [mark])
        picture.add(panel, of: [(column, { 100 * (close.value($0) / close.value(common)) })])
    }

    // MARK: Standings

    /// A row for each coin: its believed trend with the interval, and what each signal adds to its score.
    private var standings: Table {
        let trend = ["theta_median", "theta_p05", "theta_p95"]
        let contributions = ids.map(ranking.contributions)
        let signals = contributions.first?.map(\.signal) ?? []
        func explanation(_ name: String) -> Explanation? { ids.first.flatMap { ranking.explanation(of: name, $0) } }
        let names = trend + ["score", "rank"]
        let rows = zip(ids, contributions).map { id, contributions -> [Cell] in
            let own = names.map { ranking.explanation(of: $0, id)?.value ?? .missing(.notListed) }
            return [.text(id)] + own + contributions.map(\.amount)
        }
        let coin = Column("coin_id", "Coin", .text, meaning: "The coin's id.")
        let signalColumns = signals.map { signal in
            let title = signal.prefix(1).uppercased() + signal.dropFirst()
            return Column.number("adds_" + signal, title, .signed(2), "What it adds to the score.")
        }
        let columns = [coin] + names.compactMap { explanation($0)?.column } + signalColumns
        var table = Table(title: "Trends and scores of " + ids.joined(separator: ", "), columns: columns, rows: rows)
        let trends: [Picture.Mark] = [
            .init(.band(trend[1], trend[2]), .band, "90 %"), .init(.dots(trend[0]), .valuation, "median"),
        ]
        let parts = signals.enumerated().map { place, signal in
            let tone = Picture.Tone(rawValue: signal) ?? Picture.Tone.allCases[place % 5]
            return Picture.Mark(.bars("adds_" + signal), tone, signal)
        }
        let sure =
            "Developer activity of 12 weeks by that of the 40 before, as it is believed, with the interval that holds 90 %"
        table.pictures = [
            Picture(
                "How sure the trends are",
                note: sure + "; 1 means no change.",
                .rows(label: ["coin_id"], beside: zip(["", " · ", "–"], trend).map { .init($0, $1) }, most: 50),
                [Picture.Panel("Believed ratio", .ratio, trends)]
            ),
            Picture(
                "What the scores are made of",
                note: "What each signal adds to the score, to the left of zero what it takes away.",
                .rows(label: ["coin_id"], beside: [.init("score ", "score"), .init(" · rank ", "rank")], most: 50),
                [Picture.Panel("Contributions", .counts, parts)]
            ),
        ]
        return table
    }
}

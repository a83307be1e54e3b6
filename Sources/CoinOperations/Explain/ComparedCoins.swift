internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinTables

/// What a page draws of a comparison: the coins' weeks above one axis, how sure their trends are, what their scores are
/// made of.
struct ComparedCoins {
    private let ids: [String]
    private let preset: Preset
    /// The newest year, and the one before it.
    private let years: [CoinWeeks]
    private let ranking: ExplainedRanking

    /// Reads two years of the coins, so that each of 52 weeks has a mean of 52.
    ///
    /// - Throws: an error when a tile is damaged.
    init(_ ids: [String], _ request: RankRequest, _ panel: Panel) throws {
        (self.ids, preset) = (ids, try request.knownPreset())
        let asOf = try panel.asOf(request)
        let section = try panel.wholeSection(at: asOf)
        let before = try panel.wholeSection(at: asOf.yearBefore, .development, needsRates: false)
        years = [CoinWeeks(section), CoinWeeks(before)]
        ranking = try ExplainedRanking(section, preset, request.options)
    }

    /// The tables behind the pictures.
    var annexes: [Table] { [weeks, standings] }

    // MARK: Weeks

    /// What is drawn of one coin: its columns, whose values are the newest 52 weeks, oldest first.
    private typealias Series = (column: Column, values: [Double])

    private var weeks: Table {
        let prices = ids.map { values(.close, of: $0, years: 1) }
        let interests = ids.map { values(.interest, of: $0, years: 1) }
        let common = (0..<52).first { week in prices.allSatisfy { $0[week] > 0 } }
        var (series, drawn): ([Series], [Picture.Panel]) = ([], [])
        for id in ids { add(commits(id), &series, &drawn) }
        if let common {
            for (id, prices) in zip(ids, prices) { add(index(id, prices, from: common), &series, &drawn) }
        }
        for (id, values) in zip(ids, interests) { add(interest(id, values), &series, &drawn) }
        let newest = years[0].section.asOf.lastCompleteWeek
        let rows = (0..<52).map { ago -> [Cell] in
            [.text(newest.advanced(by: -ago).description)]
                + series.map { .number($0.values[51 - ago], orMissing: .notObserved) }
        }
        var note =
            "All panels have one axis of 52 weeks. Commits: each coin on a scale of its own, what does not count in grey on top; "
        note += "solid: the mean of the 12 weeks that end there, dashed: of 52. "
        note +=
            common.map {
                "Prices are indexed: 100 in the week of \(newest.advanced(by: $0 - 51)), the first in which all have one. "
            } ?? "No week has a price of all of them. "
        note += "Search interest is 0 to 100 of each coin's own export."
        let bounds = ids.filter { id in places[id].map { years[0].arePeopleAtMost(of: $0) } ?? false }
        if preset != .classic, !bounds.isEmpty {
            note +=
                " Counted commits of \(bounds.joined(separator: ", ")) are upper bounds: the source does not say which merges "
            note += "are by bots."
        }
        let week = Column("week", "Week", .text, meaning: "The Sunday on which the week begins, UTC.")
        var table = Table(
            title: "Weeks of " + ids.joined(separator: ", "),
            columns: [week] + series.map(\.column),
            rows: rows
        )
        table.pictures = [Picture("Week by week", note: note, .weeks("week"), drawn)]
        return table
    }

    /// The row of each coin in the newest year.
    private var places: [String: Int] {
        Dictionary(firstOf: years[0].section.coins.enumerated().map { ($1.id, $0) })
    }

    /// A coin's weeks of some years, oldest first.
    private func values(_ series: CoinWeeks.Series, of id: String, years count: Int) -> [Double] {
        years.prefix(count).reversed().flatMap { year -> [Double] in
            guard let coin = year.section.coins.firstIndex(where: { $0.id == id }) else {
                return Array(repeating: .nan, count: 52)
            }
            return year.values(series, of: coin).prefix(52).reversed()
        }
    }

    private func add(
        _ more: (series: [Series], panel: Picture.Panel),
        _ series: inout [Series],
        _ panels: inout [Picture.Panel]
    ) {
        series += more.series.filter { $0.values.contains(where: \.isFinite) }
        panels.append(more.panel)
    }

    private func commits(_ id: String) -> ([Series], Picture.Panel) {
        let people = values(preset == .classic ? .covered : .people, of: id, years: 2)
        let others =
            preset == .classic
            ? [] : self.places[id].map { (0..<52).reversed().map(years[0].excluded(of: $0)) } ?? []
        /// The mean of what is known of so many weeks up to each of the newest 52.
        func means(of weeks: Int) -> [Double] {
            people.indices.suffix(52).map { end in
                let known = people[max(0, end - weeks + 1)...end].filter(\.isFinite)
                return known.isEmpty ? .nan : known.reduce(0, +) / Double(known.count)
            }
        }
        func column(_ name: String, _ title: String, _ meaning: String, decimals: Int = 0) -> Column {
            let display = Column.Display.fixed(decimals)
            return Column(name + id, title + id, .number, unit: "commits", display: display, meaning: meaning)
        }
        let series: [Series] = [
            (column("commits_", "Commits, ", "Commits that count."), people.suffix(52)),
            (column("others_", "Others, ", "Merges and commits by bots, which do not."), others),
            (column("mean12_", "Mean of 12, ", "Mean of the 12 weeks that end there.", decimals: 1), means(of: 12)),
            (column("mean52_", "Mean of 52, ", "Mean of the 52 weeks that end there.", decimals: 1), means(of: 52)),
        ]
        let marks = [
            Picture.Mark(.bars("commits_" + id), .development, "counted"),
            Picture.Mark(.bars("others_" + id), .excluded, "merges and bots'"),
            Picture.Mark(.line("mean12_" + id), .valuation, "mean of 12 weeks"),
            Picture.Mark(.dashes("mean52_" + id), .valuation, "mean of 52 weeks"),
        ]
        return (series, Picture.Panel("Commits, " + id, .counts, marks))
    }

    private func index(_ id: String, _ prices: [Double], from start: Int) -> ([Series], Picture.Panel) {
        let meaning = "Weekly close by that of the common week, times 100."
        let column = Column(
            "price_index_" + id,
            "Price, " + id,
            .number,
            unit: "index",
            display: .fixed(1),
            meaning: meaning
        )
        let values = prices.map { 100 * ($0 / prices[start]) }
        let mark = Picture.Mark(.line(column.name), .valuation, "index")
        return ([(column, values)], Picture.Panel("Price, " + id, .span, group: "price", [mark]))
    }

    private func interest(_ id: String, _ values: [Double]) -> ([Series], Picture.Panel) {
        let column = Column(
            "interest_" + id,
            "Search, " + id,
            .number,
            unit: "index",
            display: .fixed(0),
            meaning: "Search interest, 0 to 100."
        )
        let mark = Picture.Mark(.line(column.name), .search, "interest")
        return ([(column, values)], Picture.Panel("Search, " + id, .index, [mark]))
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
        let signalColumns = signals.map {
            Column(
                "adds_" + $0,
                $0.prefix(1).uppercased() + $0.dropFirst(),
                .number,
                display: .signed(2),
                meaning: "What it adds to the score."
            )
        }
        var table = Table(
            title: "Trends and scores of " + ids.joined(separator: ", "),
            columns: [coin] + names.compactMap { explanation($0)?.column } + signalColumns,
            rows: rows
        )
        table.pictures = [
            Picture(
                "How sure the trends are",
                note:
                    "Developer activity of 12 weeks by that of the 40 before, as it is believed, with the interval that holds 90 %; 1 is no change.",
                .rows(
                    label: ["coin_id"],
                    beside: [
                        Picture.Words("", trend[0]), Picture.Words(" · ", trend[1]), Picture.Words("–", trend[2]),
                    ],
                    most: 50
                ),
                [
                    Picture.Panel(
                        "Believed ratio",
                        .ratio,
                        [
                            Picture.Mark(.band(trend[1], trend[2]), .band, "90 %"),
                            Picture.Mark(.dots(trend[0]), .valuation, "median"),
                        ]
                    )
                ]
            ),
            Picture(
                "What the scores are made of",
                note: "What each signal adds to the score, to the left of zero what it takes away.",
                .rows(
                    label: ["coin_id"],
                    beside: [Picture.Words("score ", "score"), Picture.Words(" · rank ", "rank")],
                    most: 50
                ),
                [
                    Picture.Panel(
                        "Contributions",
                        .counts,
                        signals.enumerated().map { place, signal in
                            let tone = Picture.Tone(rawValue: signal) ?? Picture.Tone.allCases[place % 5]
                            return Picture.Mark(.bars("adds_" + signal), tone, signal)
                        }
                    )
                ]
            ),
        ]
        return table
    }
}

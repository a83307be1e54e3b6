internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinTables

/// The weeks behind a column of a coin as a table that a page draws: which enter, and what of them does not count.
struct WhyWeeks {
    private let section: CrossSection
    private let weekly: CoinWeeks
    private let coin: Int
    private let uses: [SeriesUse]
    /// Commits of the coin's repositories that are another repository's, by week; nil where nothing is counted in commits.
    private let inherited: [Week: Int]?

    /// What counts and what does not of the commits of 52 weeks.
    static let commits = [SeriesUse.Series.commits, .merges, .botCommits, .botMerges].map {
        SeriesUse(series: $0, weeks: 0..<52)
    }

    /// The weeks of some series.
    ///
    /// - Throws: `StoreError` when commits are damaged.
    init(_ uses: [SeriesUse], _ provenance: SeriesProvenance) throws {
        (section, coin, self.uses) = (provenance.section, provenance.coin, uses)
        weekly = CoinWeeks(section)
        inherited = uses.contains { $0.series == .commits } ? try inheritedCommits(provenance) : nil
    }

    /// A column and its values by weeks back from the newest complete one; -1 is the running week.
    private typealias Series = (column: Column, value: (Int) -> Double)

    /// The table; nil where nothing is known by week.
    var table: Table? {
        var (series, panels): ([Series], [Picture.Panel]) = ([], [])
        for (more, panel) in [commits, developers, days, price, capitalisation, volume, interest].compactMap(\.self) {
            series += more
            panels.append(panel)
        }
        let newest = section.asOf.lastCompleteWeek
        // The newest fact may lie in the running week.
        let first = series.contains { $0.value(-1).isFinite } ? -1 : 0
        let rows = (first..<CrossSection.weeks).map { ago -> [Cell] in
            let enters = windows.filter { $0.contains(ago) }.map { "\($0.count)" }.joined(separator: ", ")
            return [.text(newest.advanced(by: -ago).description), .text(enters)]
                + series.map { .number($0.value(ago), orMissing: .notObserved) }
        }
        guard !panels.isEmpty,
            rows.contains(where: { $0.dropFirst(2).contains { if case .number = $0 { true } else { false } } })
        else { return nil }
        let columns = [
            Column("week", "Week", .text, meaning: "The Sunday on which the week begins, UTC."),
            Column("enters", "Enters", .text, meaning: "The windows that it lies in, by their number of weeks."),
        ]
        var table = Table(title: "Weeks", columns: columns + series.map(\.column), rows: rows)
        table.pictures = [
            Picture("The weeks that enter", note: note, .weeks("week", shaded: shaded.map(weeks)), panels)
        ]
        return table
    }

    // MARK: Windows

    /// The windows of the uses, the longest first; the newest price and capitalisation are points, not windows.
    private var windows: [Range<Int>] {
        Set(uses.filter { ![.price, .marketCap].contains($0.series) }.map(\.weeks)).sorted {
            ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound)
        }
    }

    /// Those that are shaded: all but one that holds the others.
    private var shaded: [Range<Int>] {
        guard let longest = windows.first, windows.count > 1 else { return windows }
        let others = windows.dropFirst()
        // Of neighbours, such as 12 weeks and the 40 before, the newer one is shaded.
        return others.allSatisfy { !$0.overlaps(longest) || longest.contains($0.lowerBound) } ? Array(others) : windows
    }

    private func weeks(_ window: Range<Int>) -> ClosedRange<Week> {
        let newest = section.asOf.lastCompleteWeek
        return newest.advanced(by: 1 - window.upperBound)...newest.advanced(by: -window.lowerBound)
    }

    private var note: String {
        let named = windows.map { window in
            let weeks = weeks(window)
            let count =
                window.count == 1
                ? "the week of \(weeks.lowerBound)"
                : "\(window.count) weeks, \(weeks.lowerBound) to \(weeks.upperBound)"
            return count + (shaded.contains(window) ? " (shaded)" : "")
        }
        let points = has(.price, .marketCap) ? ["the newest value (the dot)"] : []
        return "Enter: \((points + named).joined(separator: "; ")). A gap is missing, never zero."
    }

    private func has(_ series: SeriesUse.Series...) -> Bool { uses.contains { series.contains($0.series) } }

    // MARK: Series

    private var commits: ([Series], Picture.Panel)? {
        guard has(.commits) else { return nil }
        let isClassic = !has(.merges, .botCommits)
        func column(_ name: String, _ title: String, _ meaning: String) -> Column {
            Column(name, title, .number, unit: "commits", display: .fixed(0), meaning: meaning)
        }
        let newest = section.asOf.lastCompleteWeek
        let excluded = "merges and bots'"
        let inherited = inherited ?? [:]
        let series: [Series] = [
            (column("counted", "Counted", "Commits that count."), value(isClassic ? .covered : .people)),
            (
                column("excluded", "Merges and bots'", "Merges and commits by bots, which do not."),
                isClassic ? { _ in .nan } : weekly.excluded(of: coin)
            ),
            (
                column("inherited", "Inherited", "Commits of another repository, which do not count here."),
                { ago in inherited.isEmpty ? .nan : Double(inherited[newest.advanced(by: -ago)] ?? 0) }
            ),
        ]
        let marks = [
            Picture.Mark(.bars("counted"), .development, "counted"),
            Picture.Mark(.bars("excluded"), .excluded, excluded),
            Picture.Mark(.bars("inherited"), .volume, "inherited from other repositories"),
        ]
        return (series, Picture.Panel("Commits", note: "of all its repositories", .counts, marks))
    }

    private var developers: ([Series], Picture.Panel)? {
        guard has(.developers) else { return nil }
        let isSum = weekly.areDevelopersSummed(of: coin)
        let title = isSum ? CoinWeeks.Series.mostDevelopers.column.title : "Developers"
        return bars("developers", title, isSum ? "sum over repositories" : "developers", .developers, .mostDevelopers)
    }

    private var days: ([Series], Picture.Panel)? {
        guard has(.developerDays) else { return nil }
        return bars("developer_days", "Developer-days", "days", .development, .developerDays)
    }

    private var volume: ([Series], Picture.Panel)? {
        guard has(.volumeMean, .volumeMedian) else { return nil }
        let series: CoinWeeks.Series = has(.volumeMedian) ? .volumeMedian : .volume
        return bars("volume", "Volume a day", money, .volume, series, .money)
    }

    /// A series of the coin; the running week has none.
    private func value(_ series: CoinWeeks.Series) -> (Int) -> Double {
        let values = weekly.values(series, of: coin)
        return { values.indices.contains($0) ? values[$0] : .nan }
    }

    private var price: ([Series], Picture.Panel)? {
        guard has(.close, .price) else { return nil }
        return line(
            "close",
            "Price",
            "weekly close",
            value(.close),
            has(.price) ? (section.price[coin], section.priceTime[coin]) : nil
        )
    }

    private var capitalisation: ([Series], Picture.Panel)? {
        guard has(.capitalisation, .marketCap) else { return nil }
        let newest = has(.marketCap) ? (section.marketCap[coin], section.marketCapTime[coin]) : nil
        return line("market_cap", "Market cap", "newest of the week", value(.capitalisation), newest)
    }

    private var interest: ([Series], Picture.Panel)? {
        guard has(.interest) else { return nil }
        let column = Column(
            "interest",
            "Search interest",
            .number,
            unit: "index",
            display: .fixed(0),
            meaning: "0 to 100."
        )
        return (
            [(column, value(.interest))],
            Picture.Panel(column.title, .index, [Picture.Mark(.line(column.name), .search, "interest")])
        )
    }

    private var money: String { section.shownQuote.uppercased() }

    private func bars(
        _ name: String,
        _ title: String,
        _ unit: String,
        _ tone: Picture.Tone,
        _ series: CoinWeeks.Series,
        _ display: Column.Display = .fixed(0)
    ) -> ([Series], Picture.Panel) {
        let column = Column(name, title, .number, unit: unit, display: display, meaning: title + " of the week.")
        return ([(column, value(series))], Picture.Panel(title, .counts, [Picture.Mark(.bars(name), tone, unit)]))
    }

    /// A line, and the point that enters: the newest fact, or the single weeks that are read.
    private func line(
        _ name: String,
        _ title: String,
        _ label: String,
        _ value: @escaping (Int) -> Double,
        _ newest: (value: Double, time: Instant?)?
    ) -> ([Series], Picture.Panel) {
        let column = Column(name, title, .number, unit: money, display: .money, meaning: title + ", " + label + ".")
        let point = Column(
            name + "_read",
            title + " read",
            .number,
            unit: money,
            display: .money,
            meaning: "The value that enters."
        )
        let last = section.asOf.lastCompleteWeek
        let rates = section.shown
        let single = windows.filter { $0.count == 1 }.map(\.lowerBound)
        let read = { (ago: Int) -> Double in
            if let newest, let time = newest.time {
                // Of an earlier week it is known at that week's end, which begins the next one.
                let week = max(time.week, last.advanced(by: 1 - CrossSection.weeks))
                let place = max(-1, week.distance(to: last))
                return place == ago ? newest.value / (rates.map { $0.rate(at: time)?.dollars ?? .nan } ?? 1) : .nan
            }
            return single.contains(ago) ? value(ago) : .nan
        }
        let marks = [Picture.Mark(.line(name), .valuation, label), Picture.Mark(.dots(point.name), .volume, "read")]
        return ([(column, value), (point, read)], Picture.Panel(title, .span, marks))
    }
}

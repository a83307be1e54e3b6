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
    static let commits = SeriesUse.Series.ofPeople.map { SeriesUse(series: $0, weeks: 0..<52) }

    /// The weeks of some series.
    ///
    /// - Throws: `StoreError` when commits are damaged.
    init(_ uses: [SeriesUse], _ provenance: SeriesProvenance) throws {
        (section, coin, self.uses) = (provenance.section, provenance.coin, uses)
        weekly = CoinWeeks(section)
        inherited = uses.contains { $0.series == .commits } ? try InheritedCommits(provenance).byWeek() : nil
    }

    /// The table; nil where nothing is known by week.
    var table: Table? {
        var picture = WeekPicture(upTo: section.asOf.lastCompleteWeek)
        addWork(to: &picture)
        addMarket(to: &picture)
        let enters = Column.text("enters", "Enters", "The windows that include it, by their number of weeks.")
        func entered(_ weeksBack: Int) -> String {
            windows.filter { $0.contains(weeksBack) }.map { "\($0.count)" }.joined(separator: ", ")
        }
        return picture.table(
            "Weeks",
            weeks: CrossSection.weeks,
            heading: "The weeks that enter",
            note: note,
            shaded: shaded,
            beside: (enters, entered)
        )
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

    private var note: String {
        let newest = section.asOf.lastCompleteWeek
        let named = windows.map { window in
            let (first, last) = (newest.advanced(by: 1 - window.upperBound), newest.advanced(by: -window.lowerBound))
            let count = window.count == 1 ? "the week of \(first)" : "\(window.count) weeks, \(first) to \(last)"
            return count + (shaded.contains(window) ? " (shaded)" : "")
        }
        let points = has(.price, .marketCap) ? ["the newest value (the dot)"] : []
        return "Enter: \((points + named).joined(separator: "; ")). A gap is missing, never zero."
    }

    private func has(_ series: SeriesUse.Series...) -> Bool { uses.contains { series.contains($0.series) } }

    // MARK: Series

    private func drawn(_ series: CoinWeeks.Series) -> WeekPicture.Series { weekly.drawn(series, of: coin) }

    private func addWork(to picture: inout WeekPicture) {
        if has(.commits) {
            let isClassic = !has(.merges, .botCommits)
            let (inherited, newest) = (inherited ?? [:], section.asOf.lastCompleteWeek)
            picture.addCommits(
                "Commits",
                note: "of all its repositories",
                counted: drawn(isClassic ? .covered : .people).value,
                excluded: isClassic ? { _ in .nan } : weekly.excluded(of: coin),
                inherited: { weeksBack in
                    inherited.isEmpty ? .nan : Double(inherited[newest.advanced(by: -weeksBack)] ?? 0)
                }
            )
        }
        if has(.developers) {
            let isSum = weekly.areDevelopersSummed(of: coin)
            let title = isSum ? CoinWeeks.Series.mostDevelopers.column.title : "Developers"
            let label = isSum ? "sum over repositories" : "developers"
            picture.addBars(title, .developers, drawn(.mostDevelopers), label: label)
        }
        if has(.developerDays) { picture.addBars("Developer-days", .development, drawn(.developerDays), label: "days") }
    }

    private func addMarket(to picture: inout WeekPicture) {
        if has(.close, .price) {
            let newest = has(.price) ? (section.price[coin].amount, section.price[coin]?.time) : nil
            addLine("Price", "weekly close", drawn(.close), newest, to: &picture)
        }
        if has(.capitalisation, .marketCap) {
            let newest = has(.marketCap) ? (section.marketCap[coin].amount, section.marketCap[coin]?.time) : nil
            addLine("Market cap", "newest of the week", drawn(.capitalisation), newest, to: &picture)
        }
        if has(.volumeMean, .volumeMedian) {
            let series = drawn(has(.volumeMedian) ? .volumeMedian : .volume)
            picture.addBars("Volume a day", .volume, series, label: section.shownQuote.uppercased())
        }
        if has(.interest) {
            let series = drawn(.interest)
            let mark = Picture.Mark(.line(series.column.name), .search, "interest")
            picture.add(Picture.Panel("Search interest", .index, [mark]), of: [series])
        }
    }

    /// A line, and the point that enters: the newest fact, or the single weeks that are read.
    private func addLine(
        _ title: String,
        _ label: String,
        _ line: WeekPicture.Series,
        _ newest: (value: Double, time: Instant?)?,
        to picture: inout WeekPicture
    ) {
        let point = Column.number(
            line.column.name + "_read",
            title + " read",
            unit: line.column.unit,
            .money,
            "The value that enters."
        )
        let last = section.asOf.lastCompleteWeek
        let rates = section.shown
        let single = windows.filter { $0.count == 1 }.map(\.lowerBound)
        let read = { (weeksBack: Int) -> Double in
            guard let newest, let time = newest.time else {
                return single.contains(weeksBack) ? line.value(weeksBack) : .nan
            }
            // Of an earlier week it is known at that week's end, which begins the next one.
            let week = max(time.week, last.advanced(by: 1 - CrossSection.weeks))
            guard max(-1, week.distance(to: last)) == weeksBack else { return .nan }
            return newest.value / (rates.map { $0.rate(at: time)?.value ?? .nan } ?? 1)
        }
        let marks: [Picture.Mark] = [
            .init(.line(line.column.name), .valuation, label), .init(.dots(point.name), .volume, "read"),
        ]
        picture.add(Picture.Panel(title, .span, marks), of: [line, (point, read)])
    }
}

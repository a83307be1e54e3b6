internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinTables

/// The weekly charts of coins as far back as anything of them is known, and no less than a year.
///
/// Weeks come in spans of 52 from the newest on; within each a coin has one source of each metric, the one that a ranking
/// of that span's end would read. One span of all coins is held at a time, and of the coins that have pages their weeks:
/// some 4 kB a coin and year.
struct CoinPanels {
    private let section: CrossSection
    private var histories: [Int: History]

    /// A coin's weeks, from the newest backwards; NaN where missing.
    private struct History {
        private(set) var series: [CoinWeeks.Series: [Double]] = [:]
        /// Commits by people of each repository by its key.
        private(set) var repositories: [String: [Double]] = [:]
        /// Whether commits by people, and developers, are upper bounds in any week.
        private(set) var arePeopleAtMost = false
        private(set) var areDevelopersSummed = false

        static let shown: [CoinWeeks.Series] = [
            .commits, .people, .bots, .mostDevelopers, .developerDays, .close, .volume, .interest,
        ]

        /// How many weeks are shown: all up to the oldest of which something is known.
        var count: Int {
            max(52, series.values.compactMap { $0.lastIndex(where: \.isFinite) }.max().map { $0 + 1 } ?? 0)
        }

        /// Adds a year of a coin; what the year does not know of it is missing.
        mutating func add(_ coin: Int?, of year: CoinWeeks) {
            let place = series[.commits]?.count ?? 0
            for name in History.shown {
                let weeks = coin.map { Array(year.values(name, of: $0).prefix(52)) }
                series[name, default: []] += weeks ?? Array(repeating: .nan, count: 52)
            }
            guard let coin else { return }
            arePeopleAtMost = arePeopleAtMost || year.arePeopleAtMost(of: coin)
            areDevelopersSummed = areDevelopersSummed || year.areDevelopersSummed(of: coin)
            for row in year.section.repositoriesOfCoin[coin] {
                let key = year.section.repositories[row].name.key
                let before = repositories[key] ?? []
                let gap = Array(repeating: Double.nan, count: place - before.count)
                repositories[key] = before + gap + (0..<52).map { year.section.commitsByPeople(row, $0) }
            }
        }
    }

    /// Reads the histories of some coins of a cross-section.
    ///
    /// - Throws: an error when a tile is damaged.
    init(_ section: CrossSection, of coins: [Int], _ panel: Panel) throws {
        self.section = section
        histories = Dictionary(firstOf: coins.map { ($0, History()) })
        let closes = coins.compactMap { section.firstCloseWeek[$0] }
        let commits = coins.flatMap { section.repositoriesOfCoin[$0] }.compactMap {
            section.repositories[$0].firstActiveWeek
        }
        let newest = section.asOf.lastCompleteWeek
        // Search interest is shown as far back as prices or commits are, and two years at least.
        let first = ([newest.advanced(by: -103)] + closes + commits).min() ?? newest
        let parts: SectionParts = [.development, .close, .volumeMean, .interest]
        for (place, end) in section.asOf.years(backTo: first).enumerated() {
            let year =
                place == 0
                ? section : try panel.wholeSection(at: end, parts, needsRates: false, migratedBy: section.asOf)
            let weeks = CoinWeeks(year)
            let places = Dictionary(firstOf: year.coins.enumerated().map { ($1.id, $0) })
            for coin in coins { histories[coin]?.add(places[section.coins[coin].id], of: weeks) }
        }
    }

    /// The weeks of a coin with their charts, its ranks last; what lies before anything of it is known is left out.
    func weeks(of coin: Int, ranks: (ranks: [Double], bounds: [(low: Double, high: Double)])?) -> Table? {
        guard let history = histories[coin] else { return nil }
        let quote = section.shownQuote.uppercased()
        let sum = history.areDevelopersSummed ? ", the sum over its repositories, so at most" : ""
        let most = history.arePeopleAtMost ? ", at most" : ""
        func drawn(_ series: CoinWeeks.Series) -> WeekPicture.Series {
            let column = CoinWeeks.column(series, quote: section.shownQuote, isDrawn: true)
            return WeekPicture.series(column, history.series[series, default: []])
        }
        var picture = WeekPicture(upTo: section.asOf.lastCompleteWeek)
        let days = "people × days with a commit, a week" + sum
        picture.addBars("Developer-days", note: days, .development, drawn(.developerDays), hasMeans: true)
        let (all, people) = (drawn(.commits), drawn(.people))
        picture.addCommits(
            "Commits",
            note: "a week, by people\(most); grey: merges and by bots and agents",
            counted: people.value,
            excluded: { all.value($0) - people.value($0) },
            hasMeans: true
        )
        let developers = "distinct authors a week" + sum
        picture.addBars("Developers", note: developers, .developers, drawn(.mostDevelopers), hasMeans: true)
        addPrice(drawn(.close), of: coin, to: &picture)
        let volume = "\(quote) traded a day, mean of the week"
        picture.addBars("Volume", note: volume, .volume, drawn(.volume), hasMeans: true)
        if let term = section.search[coin]?.term {
            let place = term.region.isEmpty ? "worldwide" : term.region
            let note = "‘\(term.term)’, \(place), 0–100 of its own, ± 0.5"
            let values = history.series[.interest, default: []]
            let bounds = values.map { $0.isFinite ? (low: max(0, $0 - 0.5), high: min(100, $0 + 0.5)) : (.nan, .nan) }
            let tones = (line: Picture.Tone.search, band: Picture.Tone.search)
            picture.addLine("Search interest", note: note, .index, drawn(.interest), within: bounds, tones)
        }
        if let ranks {
            let note = "at the end of each week, worked out from what is known now, with the band of 80 %"
            let line = WeekPicture.series(.number("rank", "Rank", .fixed(0), "1 for the best."), ranks.ranks.reversed())
            picture.addLine("Rank", note: note, .ranks, line, within: ranks.bounds.reversed(), (.valuation, .band))
        }
        return picture.table("Weeks", weeks: history.count, heading: "Weeks", note: "", shaded: [0..<12])
    }

    private func addPrice(_ close: WeekPicture.Series, of coin: Int, to picture: inout WeekPicture) {
        let market = section.marketSource[coin] ?? "no source"
        let note =
            "close in \(section.shownQuote.uppercased()) by \(market); log where it spans 4×; grey: below the highest so far"
        let name = close.column.name
        let marks: [Picture.Mark] = [.init(.peaks(name), .valuation), .init(.line(name), .valuation)]
        picture.add(Picture.Panel("Price", note: note, .span, marks), of: [close])
    }

    /// The share of a coin's commits of the year that bots made; NaN where that is not known.
    func botShare(of coin: Int) -> Double {
        func year(_ name: CoinWeeks.Series) -> Double {
            (histories[coin]?.series[name] ?? []).prefix(52).filter(\.isFinite).reduce(0, +)
        }
        return year(.bots) / year(.commits)
    }

    /// Commits by people by week of each of a coin's repositories, those with most of the year first, at most 12 of them.
    func repositories(of coin: Int) -> [(name: String, commits: [Double])] {
        guard let history = histories[coin] else { return [] }
        let rows = section.repositoriesOfCoin[coin].map { row -> (name: String, commits: [Double]) in
            let name = section.repositories[row].name
            let weeks = history.repositories[name.key, default: []].prefix(history.count)
            let gap = Array(repeating: Double.nan, count: history.count - weeks.count)
            return (name.description, gap + weeks.reversed())
        }
        func total(_ weeks: [Double]) -> Double { weeks.suffix(52).filter(\.isFinite).reduce(0, +) }
        let known = rows.filter { $0.commits.contains(where: \.isFinite) }
        return Array(known.sorted { (total($1.commits), $0.name) < (total($0.commits), $1.name) }.prefix(12))
    }
}

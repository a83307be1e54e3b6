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

        /// The weeks of a series, the oldest first.
        func weeks(_ name: CoinWeeks.Series) -> [Double] { series[name, default: []].prefix(count).reversed() }

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

    /// The charts of a coin, its ranks last; weeks before anything of them is known are left out for all.
    func panels(of coin: Int, ranks: (ranks: [Double], bounds: [(low: Double, high: Double)])?) -> [Dossier.Panel] {
        guard let history = histories[coin] else { return [] }
        let quote = section.shownQuote.uppercased()
        let market = section.marketSource[coin] ?? "no source"
        let sum = history.areDevelopersSummed ? ", the sum over its repositories, so at most" : ""
        let most = history.arePeopleAtMost ? ", at most" : ""
        let (all, people) = (history.weeks(.commits), history.weeks(.people))
        var panels = [
            Dossier.Panel(
                "developer-days",
                note: "people × days with a commit, a week" + sum,
                .bars,
                history.weeks(.developerDays)
            ),
            Dossier.Panel("commits", note: "a week, by people\(most); grey: merges and by bots", .bars, people),
            Dossier.Panel(
                "developers",
                note: "distinct authors a week" + sum,
                .bars,
                history.weeks(.mostDevelopers)
            ),
            Dossier.Panel(
                "price",
                note: "close in \(quote) by \(market); log where it spans 4×; grey: below the highest so far",
                .price,
                history.weeks(.close)
            ),
            Dossier.Panel("volume", note: "\(quote) traded a day, mean of the week", .bars, history.weeks(.volume)),
        ]
        panels[1].others = zip(all, people).map { $0 - $1 }
        if let term = section.interestSeries[coin] {
            let interest = history.weeks(.interest)
            let place = term.region.isEmpty ? "worldwide" : term.region
            var panel = Dossier.Panel(
                "search",
                note: "‘\(term.term)’, \(place), 0–100 of its own, ± 0.5",
                .index,
                interest
            )
            panel.bounds = interest.map { (max(0, $0 - 0.5), min(100, $0 + 0.5)) }
            panels.append(panel)
        }
        panels = panels.filter { $0.values.contains(where: \.isFinite) }
        if let ranks, ranks.ranks.contains(where: \.isFinite) {
            let empty = max(0, history.count - ranks.ranks.count)
            let note = "at the end of each week, worked out from what is known now, with the band of 80 %"
            var panel = Dossier.Panel("rank", note: note, .rank, Array(repeating: .nan, count: empty) + ranks.ranks)
            panel.bounds = Array(repeating: (.nan, .nan), count: empty) + ranks.bounds
            panels.append(panel)
        }
        return panels
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

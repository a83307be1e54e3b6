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
        var days: [Double] = []
        /// Commits by people: without merges, and without bots' ones, which stand beside them.
        var commits: [Double] = []
        var bots: [Double] = []
        var developers: [Double] = []
        var close: [Double] = []
        var volume: [Double] = []
        var interest: [Double] = []
        /// Commits of each repository by its key.
        var repositories: [String: [Double]] = [:]

        /// How many weeks are shown: all up to the oldest of which something is known.
        var count: Int {
            let all = [days, commits, developers, close, volume, interest]
            return max(52, all.compactMap { $0.lastIndex(where: \.isFinite) }.max().map { $0 + 1 } ?? 0)
        }

        /// Adds a span of a coin; what the span does not know of it is missing.
        mutating func add(_ coin: Int?, of section: CrossSection, _ dollars: [Double]) {
            func weeks(_ value: (Int, Int) -> Double) -> [Double] {
                (0..<52).map { ago in coin.map { value($0, ago) } ?? .nan }
            }
            let place = days.count
            days += weeks { section.sum(section.developerDays, of: $0, ago: $1) }
            commits += weeks { section.sum(of: $0, ago: $1, section.commitsByPeople) }
            bots += weeks { section.sum(section.botCommits, of: $0, ago: $1) }
            developers += weeks { section.sum(section.developers, of: $0, ago: $1) }
            close += weeks { section.close[$0, $1] / dollars[$1] }
            volume += weeks { section.volumeMean[$0, $1] / dollars[$1] }
            interest += weeks { section.interest[$0, $1] }
            for row in coin.map({ section.repositoriesOfCoin[$0] }) ?? [] {
                let key = section.repositories[row].name.key
                let before = repositories[key] ?? []
                let gap = Array(repeating: Double.nan, count: place - before.count)
                repositories[key] = before + gap + (0..<52).map { section.commits[row, $0] }
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
        var (span, end) = (section, newest)
        while true {
            let dollars = span.dollarsOfWeeks
            let places = Dictionary(firstOf: span.coins.enumerated().map { ($1.id, $0) })
            for coin in coins { histories[coin]?.add(places[section.coins[coin].id], of: span, dollars) }
            end = end.advanced(by: -52)
            guard end >= first else { break }
            span = try panel.wholeSection(at: .day(end.lastDay), parts, needsRates: false, migratedBy: section.asOf)
        }
    }

    /// The charts of a coin, its ranks last; weeks before anything of them is known are left out for all.
    func panels(of coin: Int, ranks: (ranks: [Double], bounds: [(low: Double, high: Double)])?) -> [Dossier.Panel] {
        guard let history = histories[coin] else { return [] }
        func weeks(_ values: [Double]) -> [Double] { values.prefix(history.count).reversed() }
        let quote = section.shownQuote.uppercased()
        let market = section.marketSource[coin] ?? "no source"
        var panels = [
            Dossier.Panel(
                "developer-days",
                note: "people × days with a commit, a week",
                .bars,
                weeks(history.days)
            ),
            Dossier.Panel(
                "commits",
                note: "a week, by people, without merges; grey: by bots",
                .bars,
                weeks(history.commits)
            ),
            Dossier.Panel("developers", note: "distinct authors a week", .bars, weeks(history.developers)),
            Dossier.Panel(
                "price",
                note: "close in \(quote) by \(market); log where it spans 4×; grey: below the highest so far",
                .price,
                weeks(history.close)
            ),
            Dossier.Panel(
                "volume",
                note: "\(quote) traded a day, mean of the week",
                .bars,
                weeks(history.volume)
            ),
        ]
        panels[1].others = weeks(history.bots)
        if let term = section.interestSeries[coin] {
            let interest = weeks(history.interest)
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

    /// Commits by week of each of a coin's repositories, those with most of the year first, at most 12 of them.
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

internal import CoinModel
internal import CoinTables

/// The weekly charts of coins, over a year and the year before it.
struct CoinPanels {
    private let section: CrossSection
    private let before: CrossSection
    private let dollars: [Double]
    private let dollarsBefore: [Double]
    private let coinBefore: [String: Int]
    private let repositoryBefore: [String: Int]

    /// The weeks of a cross-section, and those of one a year earlier.
    init(_ section: CrossSection, before: CrossSection) {
        (self.section, self.before) = (section, before)
        (dollars, dollarsBefore) = (section.dollarsOfWeeks, before.dollarsOfWeeks)
        coinBefore = Dictionary(uniqueKeysWithValues: before.coins.enumerated().map { ($1.id, $0) })
        repositoryBefore = Dictionary(before.repositories.enumerated().map { ($1.name.key, $0) }) { first, _ in first }
    }

    /// How many weeks the charts have: 52 of the newer section, and all of the older one.
    static let weeks = 52 + CrossSection.weeks

    /// The charts of a coin, its ranks last; weeks before anything of them is known are left out for all.
    func panels(of coin: Int, ranks: (ranks: [Double], bounds: [(low: Double, high: Double)])?) -> [Dossier.Panel] {
        let days = sums(\.developerDays, of: coin)
        let commits = sums(\.commits, of: coin)
        let bots = sums(\.botCommits, of: coin)
        let developers = sums(\.developers, of: coin)
        let quote = section.shownQuote.uppercased()
        let market = section.marketSource[coin] ?? "no source"
        var panels = [
            Dossier.Panel("developer-days", note: "people × days with a commit, a week", .bars, days),
            Dossier.Panel(
                "commits",
                note: "a week, by people; grey: by bots",
                .bars,
                zip(commits, bots).map { $1 > 0 ? $0 - $1 : $0 }
            ),
            Dossier.Panel("developers", note: "distinct authors a week", .bars, developers),
            Dossier.Panel(
                "price",
                note: "close in \(quote) by \(market); log where it spans 4×; grey: below the highest so far",
                .price,
                money(\.close, of: coin)
            ),
            Dossier.Panel(
                "volume",
                note: "\(quote) traded a day, mean of the week",
                .bars,
                money(\.volumeMean, of: coin)
            ),
        ]
        panels[1].others = bots
        let interest = interest(of: coin)
        if let term = section.interestSeries[coin] {
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
            let empty = CoinPanels.weeks - ranks.ranks.count
            let note = "at the end of each week, worked out from what is known now, with the band of 80 %"
            let values = Array(repeating: Double.nan, count: max(0, empty)) + ranks.ranks
            var panel = Dossier.Panel("rank", note: note, .rank, values)
            panel.bounds = Array(repeating: (.nan, .nan), count: max(0, empty)) + ranks.bounds
            panels.append(panel)
        }
        return panels
    }

    /// Commits by week of each of a coin's repositories, those with most of the year first, at most 12 of them.
    func repositories(of coin: Int) -> [(name: String, commits: [Double])] {
        let rows = section.repositoriesOfCoin[coin].map { row -> (name: String, commits: [Double]) in
            let name = section.repositories[row].name
            let older = repositoryBefore[name.key]
            let values = joined(
                { section.commits[row, $0] },
                { week in older.map { before.commits[$0, week] } ?? .nan }
            )
            return (name.description, values)
        }
        func total(_ weeks: [Double]) -> Double { weeks.suffix(52).filter(\.isFinite).reduce(0, +) }
        let known = rows.filter { $0.commits.contains(where: \.isFinite) }
        return Array(known.sorted { (total($1.commits), $0.name) < (total($0.commits), $1.name) }.prefix(12))
    }

    private func sums(_ matrix: KeyPath<CrossSection, WeeklyMatrix>, of coin: Int) -> [Double] {
        let older = coinBefore[section.coins[coin].id]
        return joined(
            { section.sum(section[keyPath: matrix], of: coin, ago: $0) },
            { week in older.map { before.sum(before[keyPath: matrix], of: $0, ago: week) } ?? .nan }
        )
    }

    /// Amounts in the currency that is shown.
    private func money(_ matrix: KeyPath<CrossSection, WeeklyMatrix>, of coin: Int) -> [Double] {
        let older = coinBefore[section.coins[coin].id]
        return joined(
            { section[keyPath: matrix][coin, $0] / dollars[$0] },
            { week in older.map { before[keyPath: matrix][$0, week] / dollarsBefore[week] } ?? .nan }
        )
    }

    private func interest(of coin: Int) -> [Double] {
        let older = coinBefore[section.coins[coin].id]
        return joined(
            { section.interest[coin, $0] },
            { week in older.map { before.interest[$0, week] } ?? .nan }
        )
    }

    /// Both years, oldest week first.
    private func joined(_ newer: (Int) -> Double, _ older: (Int) -> Double) -> [Double] {
        (0..<CrossSection.weeks).reversed().map(older) + (0..<52).reversed().map(newer)
    }
}

internal import CoinIdentity
internal import CoinModel
internal import CoinStore

/// Joins the store's series into the cross-section of a moment.
///
/// 1. `UniverseAssembly` says which entities are which coin.
/// 2. Market: of each metric a coin reads one source, the one with the most observed weeks of the last 52 (ties: the
///    smaller name), so that no window mixes sources; the newest price and cap come from whichever is newest.
/// 3. Commits: a coin reads one source, the one that knows most of its repositories (ties: `commitSources`).
/// 4. Interest: one column of one export, the best matched one with the most weeks.
struct CrossSectionAssembly {
    let reader: StoreReader
    let quote: String
    let identity: UniverseAssembly
    private let rowOfCoinEntity: [Int32]

    /// The sources of weekly commits, the most exact first.
    static let commitSources = [
        "commit-log-csv", "commits-weekly-csv", "github-commit-activity", "github-contributors",
    ]

    init(_ reader: StoreReader, quote: String) {
        self.reader = reader
        self.quote = quote
        identity = UniverseAssembly(reader.catalog)
        rowOfCoinEntity = identity.coinOfEntity
    }

    /// The cross-section at a moment.
    func section(at asOf: AsOf) throws -> CrossSection {
        let coins = identity.universe.coins
        let plan = try RepositoryPlan(reader, coins)
        var section = CrossSection(asOf: asOf, quote: quote, coins: coins, repositories: plan.rows)
        section.repositoriesOfCoin = plan.rowsOfCoin
        try fillMarket(&section)
        try plan.fill(&section, reader)
        try InterestPlan(reader, identity).fill(&section, reader)
        return section
    }

    private func fillMarket(_ section: inout CrossSection) throws {
        let count = section.coins.count
        var chosen = [Set<String>](repeating: [], count: count)
        let marts: [(Metric, WritableKeyPath<CrossSection, WeeklyMatrix>)] = [
            (.close(quote), \.close), (.volumeMean(quote), \.volumeMean), (.volumeMedian(quote), \.volumeMedian),
            (.capitalisation(quote), \.capitalisation),
        ]
        for (metric, matrix) in marts {
            var best = [Int](repeating: 0, count: count)
            var sourceOf = [String?](repeating: nil, count: count)
            for source in try reader.sources(of: metric) {
                var weeks = WeeklyMatrix(rows: count, weeks: CrossSection.weeks)
                try reader.fill(
                    &weeks,
                    metric,
                    source: source,
                    newest: section.asOf.lastCompleteWeek,
                    rowOfEntity: rowOfCoinEntity
                )
                for coin in 0..<count {
                    let row = weeks[row: coin]
                    let observed = row.reduce(0) { $0 + ($1.isNaN ? 0 : 1) }
                    guard observed > best[coin] else { continue }
                    best[coin] = observed
                    sourceOf[coin] = source
                    let start = coin * CrossSection.weeks
                    section[keyPath: matrix].values.replaceSubrange(start..<start + CrossSection.weeks, with: row)
                }
            }
            for coin in 0..<count where metric != .capitalisation(quote) {
                if let source = sourceOf[coin] { chosen[coin].insert(source) }
            }
        }
        section.marketSource = chosen.map { $0.isEmpty ? nil : $0.sorted().joined(separator: ", ") }
        section.price = try newest(.price(quote), .close(quote), section.asOf, count)
        section.marketCap = try newest(.marketCap(quote), .capitalisation(quote), section.asOf, count)
    }

    /// The newest value of each coin over all sources: of the running week from its facts, of earlier weeks from the
    /// mart.
    ///
    /// NaN where the whole window has none.
    private func newest(_ fact: Metric, _ mart: Metric, _ asOf: AsOf, _ count: Int) throws -> [Double] {
        var value = [Double](repeating: .nan, count: count)
        var at = [Instant](repeating: Instant(milliseconds: .min), count: count)
        for source in Set(try reader.sources(of: fact)).sorted() {
            let running = try reader.newestInRunningWeek(
                fact,
                source: source,
                asOf: asOf,
                rowOfEntity: rowOfCoinEntity,
                rows: count
            )
            var weeks = WeeklyMatrix(rows: count, weeks: CrossSection.weeks)
            try reader.fill(
                &weeks,
                mart,
                source: source,
                newest: asOf.lastCompleteWeek,
                rowOfEntity: rowOfCoinEntity
            )
            for coin in 0..<count {
                var found = running[coin]
                if found == nil, let ago = weeks[row: coin].firstIndex(where: { !$0.isNaN }) {
                    let weeksAgo = ago - coin * CrossSection.weeks
                    let week = asOf.lastCompleteWeek.advanced(by: -weeksAgo)
                    found = (weeks[coin, weeksAgo], Instant(lastSecondOf: week.lastDay))
                }
                if let found, found.at > at[coin] { (value[coin], at[coin]) = found }
            }
        }
        return value
    }
}

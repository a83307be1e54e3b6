internal import CoinModel
internal import CoinRanking
internal import CoinTables
internal import Foundation

/// The parts of a score, each timed by the column that takes it, on coins that have every signal.
struct ScoreParts {
    let coins: Int

    /// What is worked out for a column, and for which coins that takes the others too.
    private static let columns = [
        ("development", "mean_development", Preset.activity), ("volume", "vol_trend", .activity),
        ("search", "search_momentum", .activity), ("cap_against_volume", "cap_against_volume", .activity),
        ("discovery-score", "score", .discovery), ("rank-intervals", "rank_low", .discovery),
    ]

    var jobs: [BenchmarkCase] {
        let section = section()
        return ScoreParts.columns.map { name, column, preset in
            BenchmarkCase(name: "part-\(name)", unit: "coins", count: coins) {
                let table = try ranking(of: section, preset: preset, columns: ["coin_id", column])
                precondition(table.rows.count == coins, "every coin is listed")
            }
        }
    }

    private func section() -> CrossSection {
        var random = SplitMix(state: 5)
        let asOf = AsOf.day(Day(index: 19_807))
        let newest = asOf.lastCompleteWeek
        let names = (0..<coins).compactMap { RepositoryName("owner-\($0)/core") }
        let coins = names.enumerated().map { Coin(id: "coin-\($0)", symbol: "", name: "", repositories: [$1]) }
        let first = newest.advanced(by: -80)
        let repositories = names.map { RepositoryHistory(name: $0, firstActiveWeek: first, source: "seeded") }
        var section = CrossSection(asOf: asOf, quote: "usd", coins: coins, repositories: repositories)
        let window = newest.advanced(by: 1 - CrossSection.weeks)...newest
        let term = SearchTerm(term: "", region: "", category: "", granularity: .week, coin: nil, window: window)
        section.seeds = names.map { _ in UInt64.random(in: .min ... .max, using: &random) }
        for coin in names.indices {
            let level = exp(Double.random(in: 0...4, using: &random))
            let (cap, time) = (
                1e6 * exp(Double.random(in: 0...9, using: &random)), Instant(lastSecondOf: newest.lastDay)
            )
            section.price[coin] = DatedFigure(1, at: time, by: "seeded")
            section.marketCap[coin] = DatedFigure(cap, at: time, by: "seeded")
            section.marketSource[coin] = "seeded"
            section.firstCloseWeek[coin] = newest.advanced(by: -Int.random(in: 60...400, using: &random))
            section.search[coin] = CoinSearch(term, export: "")
            for week in 0..<CrossSection.weeks {
                let days = Double.random(in: 0...2 * level, using: &random).rounded(.up)
                section.commits[coin, week] = 2 * days
                section.developerDays[coin, week] = days
                section.developers[coin, week] = max(2, (days / 2).rounded())
                section.close[coin, week] = Double.random(in: 1...2, using: &random)
                section.volumeMedian[coin, week] = Double.random(in: 1e5...1e6, using: &random)
                section.capitalisation[coin, week] = cap
                section.interest[coin, week] = Double(Int.random(in: 5...100, using: &random))
            }
            var facts = DeveloperFacts(weeks: CrossSection.weeks)
            facts.developers = Array(section.developers[row: coin])
            facts.developerDays = Array(section.developerDays[row: coin])
            facts.recentDevelopers = Int.random(in: 2...60, using: &random)
            facts.yearDevelopers = facts.recentDevelopers + 9
            section.developerFacts[coin] = facts
        }
        return section
    }
}

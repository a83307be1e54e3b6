internal import CoinModel

/// A coin's weeks of developer activity, joined from its repositories.
///
/// A week is observed for the coin when it is for every one of its repositories born by then (unborn ones add 0) and
/// when it is not before the coin's first commit ever known. A repository that no input counts is left out.
struct DeveloperWeeks {
    /// All commits, as the sources count them.
    let commits: WeeklySeries
    /// The unit of the robust measure: developer-days where every repository has them, else commits without merges
    /// and bots where the sources tell them apart.
    let units: WeeklySeries
    /// The name of that unit.
    let unitName: String
    /// The largest number of distinct authors of a week in one repository, a lower bound of the developers of Y.
    let leastDevelopers: Double
    /// How many of the coin's repositories were counted, and how many it has.
    let counted: Int
    let listed: Int
    /// Where the counts came from.
    let sources: [String]
    /// The first week with a commit ever known.
    let firstActive: Week?
    /// Observed weeks before that one, in which the plain series is known and 0.
    private let rows: [Int]

    init(_ coin: Int, _ section: CrossSection) {
        let all = section.repositoriesOfCoin[coin]
        let rows = all.filter { section.repositories[$0].source != nil }
        self.rows = rows
        listed = section.coins[coin].repositories.count
        counted = rows.count
        sources = Set(rows.compactMap { section.repositories[$0].source }).sorted()
        firstActive = rows.compactMap { section.repositories[$0].firstActiveWeek }.min()
        commits = DeveloperWeeks.join(section.commits, rows, section, since: firstActive)
        let hasDays =
            !rows.isEmpty
            && rows.allSatisfy { row in
                Window.year.allSatisfy { !section.developerDays[row, $0].isNaN || section.commits[row, $0].isNaN }
            }
        if hasDays {
            units = DeveloperWeeks.join(section.developerDays, rows, section, since: firstActive)
            unitName = "developer-days"
        } else {
            var plain = section.commits
            for row in rows {
                for ago in 0..<CrossSection.weeks {
                    for part in [section.merges[row, ago], section.botCommits[row, ago]] where !part.isNaN {
                        plain[row, ago] = max(0, plain[row, ago] - part)
                    }
                }
            }
            units = DeveloperWeeks.join(plain, rows, section, since: firstActive)
            unitName = "commits"
        }
        leastDevelopers =
            rows.flatMap { row in Window.year.map { section.developers[row, $0] } }
            .filter { !$0.isNaN }.max() ?? .nan
    }

    private static func join(
        _ matrix: WeeklyMatrix,
        _ rows: [Int],
        _ section: CrossSection,
        since first: Week?
    ) -> WeeklySeries {
        guard let first else { return WeeklySeries(repeatElement(.nan, count: CrossSection.weeks)) }
        return WeeklySeries(
            (0..<CrossSection.weeks).map { ago in
                let week = section.asOf.lastCompleteWeek.advanced(by: -ago)
                guard week >= first else { return .nan }
                var total = 0.0
                for row in rows {
                    guard let born = section.repositories[row].firstActiveWeek, born <= week else { continue }
                    let value = matrix[row, ago]
                    if value.isNaN { return .nan }
                    total += value
                }
                return total
            }
        )
    }

    /// All repositories' commits in each week that any of them covers, as the `classic` preset adds them up.
    static func coveredCommits(_ coin: Int, _ section: CrossSection) -> WeeklySeries {
        let rows = section.repositoriesOfCoin[coin]
        return WeeklySeries(
            (0..<CrossSection.weeks).map { ago in
                let covered = rows.map { section.commits[$0, ago] }.filter { !$0.isNaN }
                return covered.isEmpty ? .nan : covered.reduce(0, +)
            }
        )
    }
}

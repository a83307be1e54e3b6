internal import CoinModel
internal import CoinStore

/// This is the only place where the stars of repositories become those of coins.
///
/// A coin's week is the sum over its counted repositories, each by the share of it that is the coin's. It is missing where one of
/// them has no figure of that week: a sum without it would seem to fall. Answers under former names of a repository fill the
/// weeks that those under its current one lack.
struct RepositoryStars {
    private let reader: StoreReader
    private let plan: RepositorySources
    private let section: CrossSection

    /// The stars of the repositories of a cross-section in which they have their places.
    init(_ reader: StoreReader, _ plan: RepositorySources, _ section: CrossSection) {
        (self.reader, self.plan, self.section) = (reader, plan, section)
    }

    /// The weeks of each coin by a source, the newest first; coins without any are absent.
    func weeks(by source: String) throws -> [Int: [Double]] {
        let repositories = plan.distinct
        var stars = WeeklyMatrix(rows: repositories.entities.count, weeks: CrossSection.weeks)
        let mostNames = repositories.entities.lazy.map(\.count).max() ?? 0
        for place in 0..<mostNames {
            var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
            for (number, names) in repositories.entities.enumerated() where place < names.count {
                rowOfEntity[Int(names[place])] = Int32(number)
            }
            let newest = section.asOf.lastCompleteWeek
            try reader.fill(&stars, .stars, source: source, newest: newest, rowOfEntity: rowOfEntity)
        }
        var weeks: [Int: [Double]] = [:]
        for (coin, rows) in plan.rowsOfCoin.enumerated() where !rows.isEmpty {
            let id = section.coins[coin].id
            let sums = (0..<CrossSection.weeks).map { weeksBack in
                rows.reduce(0) { sum, row in
                    sum + section.repositories[row].share(of: id) * stars[repositories.numbers[row], weeksBack]
                }
            }
            if sums.contains(where: { !$0.isNaN }) { weeks[coin] = sums }
        }
        return weeks
    }
}

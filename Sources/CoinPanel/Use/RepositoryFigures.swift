internal import CoinModel
internal import CoinStore

/// What hosts say of repositories beside their commits: days of releases, whether there are only tags, issues and pull requests.
///
/// A list of releases counts where it was read within 28 days, as prices do, so that releases which were published since do not seem
/// to lack; a clone's own tags go before it. Of several sources the first by name counts.
struct RepositoryFigures {
    private let reader: StoreReader
    private let asOf: AsOf
    private let numbers: [Int]
    private let count: Int
    private let rowOfEntity: [Int32]

    /// The figures of the repositories of a plan as of a moment; nil where the store has none.
    init?(_ reader: StoreReader, _ plan: RepositorySources, _ asOf: AsOf) throws {
        let metrics = [.releasesListed, .tagsListed] + RepositoryCount.allCases.map(\.metric)
        guard try metrics.contains(where: { try !reader.sources(of: $0).isEmpty }) else { return nil }
        (self.reader, self.asOf) = (reader, asOf)
        let repositories = plan.distinct
        var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
        for (number, names) in repositories.entities.enumerated() {
            for name in names { rowOfEntity[Int(name)] = Int32(number) }
        }
        (numbers, count, self.rowOfEntity) = (repositories.numbers, repositories.entities.count, rowOfEntity)
    }

    /// Puts them into the rows of a cross-section.
    ///
    /// - Throws: `StoreError` when a tile is damaged.
    func fill(_ section: inout CrossSection) throws {
        let listed = try newest(.releasesListed)
        let tagged = try newest(.tagsListed)
        let days = try releaseDays { listed[$0] != nil }
        let counts = try RepositoryCount.allCases.map { ($0, try newest($0.metric)) }
        for (row, number) in numbers.enumerated() {
            section.repositories[row].releaseDays = days[number]
            section.repositories[row].hasTagsOnly = listed[number] == nil && tagged[number].amount > 0
            section.repositories[row].counts = Dictionary(
                firstOf: counts.compactMap { count, figures in figures[number].map { (count, $0) } }
            )
        }
    }

    /// The newest figure of the last 28 days of each repository.
    private func newest(_ metric: Metric) throws -> [DatedFigure?] {
        let (first, limits) = (DatedFigure.earliest(at: asOf.limit), Array(repeating: asOf.limit, count: count))
        var figures = [DatedFigure?](repeating: nil, count: count)
        for source in try reader.sources(of: metric) {
            let facts = try reader.newest(metric, source: source, since: first, upTo: limits, rowOfEntity: rowOfEntity)
            for (number, fact) in facts.enumerated() where figures[number] == nil {
                figures[number] = fact.map { DatedFigure($0.value, at: $0.at, by: source) }
            }
        }
        return figures
    }

    /// The days of all releases of some repositories up to the moment, in order; those without any are absent.
    private func releaseDays(_ isListed: (Int) -> Bool) throws -> [Int: [Day]] {
        var days: [Int: Set<Day>] = [:]
        for source in try reader.sources(of: .releases) {
            let span = Instant(milliseconds: 0)...asOf.limit
            try reader.facts(.releases, source: source, in: span, rowOfEntity: rowOfEntity) { number, times, values in
                guard isListed(number) else { return }
                for time in times where values[time.index] > 0 { days[number, default: []].insert(time.at.day) }
            }
        }
        return days.mapValues { $0.sorted() }
    }
}

internal import CoinModel
internal import CoinRanking
internal import CoinStore

/// Which source each coin's repositories are read from: one source a coin, so that no window mixes them.
struct RepositoryPlan {
    /// The rows of the repository matrices: a repository as one source counts it.
    private(set) var rows: [RepositoryHistory] = []
    /// Each coin's rows.
    private(set) var rowsOfCoin: [[Int]] = []

    /// The entity of each row, −1 for a repository that the store does not know.
    private(set) var entityOfRow: [Int32] = []

    /// - Parameters:
    ///   - reader: the store.
    ///   - coins: the coins.
    ///   - asOf: the moment: what was observed later only is not known of.
    /// - Throws: `StoreError` when a tile is damaged.
    init(_ reader: StoreReader, _ coins: [Coin], _ asOf: AsOf) throws {
        let entities = reader.catalog.entities
        let entityOfKey = Dictionary(
            entities.lazy.filter { $0.kind == .repository }.map { ($0.key, $0.id) },
            uniquingKeysWith: { first, _ in first }
        )
        let entitiesOfCoins = coins.map { coin in coin.repositories.map { entityOfKey[$0.key] } }
        var isListed = [Bool](repeating: false, count: entities.count)
        for case let entity? in entitiesOfCoins.joined() { isListed[Int(entity)] = true }
        let counted = try reader.sources(of: .commits).sorted(by: RepositoryPlan.isMoreExact).map { source in
            (source: source, has: try reader.entities(with: .commits, source: source, among: isListed, upTo: asOf))
        }
        // A repository has a row for each source that is read for it. Others have none: nothing was counted of them by
        // then, and an ecosystem may name a hundred thousand.
        var rowsOfEntity = [[Int?]](repeating: Array(repeating: nil, count: entities.count), count: counted.count)
        for (coin, named) in zip(coins, entitiesOfCoins) {
            let best = RepositoryPlan.best(counted.map(\.has), for: named)
            var here: [Int] = []
            var seen: Set<Int> = []
            for case (let repository, let entity?) in zip(coin.repositories, named) {
                guard let best, counted[best].has[Int(entity)] else { continue }
                let row = rowsOfEntity[best][Int(entity)] ?? rows.count
                if row == rows.count {
                    rowsOfEntity[best][Int(entity)] = row
                    entityOfRow.append(entity)
                    rows.append(
                        RepositoryHistory(
                            name: repository,
                            firstActiveWeek: entities[Int(entity)].firstActiveWeek
                                .flatMap { $0 <= asOf.lastCompleteWeek ? $0 : nil },
                            source: counted[best].source
                        )
                    )
                }
                if seen.insert(row).inserted { here.append(row) }
            }
            rowsOfCoin.append(here)
        }
    }

    /// The place of the source that has most of a coin's entities, the first of equals; nil without sources.
    private static func best(_ sources: [[Bool]], for entities: [Int32?]) -> Int? {
        let counts = sources.map { has in entities.count { $0.map { has[Int($0)] } ?? false } }
        return counts.max().flatMap(counts.firstIndex)
    }

    /// Puts the rows into a cross-section that was made without repositories, with all their weeks missing.
    func place(in section: inout CrossSection) {
        var coins: [RepositoryName: Int] = [:]
        for rowsOfOne in rowsOfCoin {
            for name in Set(rowsOfOne.map { rows[$0].name }) { coins[name, default: 0] += 1 }
        }
        section.repositories = rows.map { history in
            var history = history
            history.coins = coins[history.name] ?? 1
            return history
        }
        section.repositoriesOfCoin = rowsOfCoin
        let missing = WeeklyMatrix(rows: rows.count, weeks: CrossSection.weeks)
        for matrix in RepositoryPlan.matrices { section[keyPath: matrix.path] = missing }
    }

    /// Fills the matrices of the rows in a cross-section, as far as they are wanted.
    func fill(_ section: inout CrossSection, _ parts: SectionParts, _ reader: StoreReader) throws {
        for source in Set(rows.compactMap(\.source)).sorted() {
            var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
            for (row, history) in rows.enumerated() where history.source == source {
                rowOfEntity[Int(entityOfRow[row])] = Int32(row)
            }
            for matrix in RepositoryPlan.matrices where parts.contains(matrix.part) {
                try reader.fill(
                    &section[keyPath: matrix.path],
                    matrix.metric,
                    source: source,
                    newest: section.asOf.lastCompleteWeek,
                    rowOfEntity: rowOfEntity
                )
            }
        }
    }

    private typealias Matrix = (part: SectionParts, metric: Metric, path: WritableKeyPath<CrossSection, WeeklyMatrix>)

    private static var matrices: [Matrix] {
        [
            (.commits, .commits, \.commits), (.commitKinds, .merges, \.merges),
            (.commitKinds, .botCommits, \.botCommits), (.commitKinds, .developers, \.developers),
            (.commitKinds, .developerDays, \.developerDays),
        ]
    }

    private static func isMoreExact(_ left: String, _ right: String) -> Bool {
        let order = CrossSectionAssembly.commitSources
        let places = (order.firstIndex(of: left) ?? order.count, order.firstIndex(of: right) ?? order.count)
        return (places.0, left) < (places.1, right)
    }
}

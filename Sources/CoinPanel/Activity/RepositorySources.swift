internal import CoinModel
internal import CoinRanking
internal import CoinStore

/// Which source each coin's repositories are read from: one source a coin, so that no window mixes them.
struct RepositorySources {
    /// The rows of the repository matrices: a repository as one source counts it.
    private(set) var rows: [RepositoryHistory] = []
    /// Each coin's rows.
    private(set) var rowsOfCoin: [[Int]] = []

    /// The entity of each row, −1 for a repository that the store does not know.
    private(set) var entityOfRow: [Int32] = []

    /// - Parameters:
    ///   - reader: the store.
    ///   - coins: the coins.
    ///   - repositories: what the store knows of their repositories.
    ///   - asOf: the moment: what was observed later only is not known of.
    /// - Throws: `StoreError` when a tile is damaged.
    init(_ reader: StoreReader, _ coins: [Coin], _ repositories: CoinRepositories, _ asOf: AsOf) throws {
        let entities = reader.catalog.entities
        let counted = try reader.sources(of: .commits).sorted(by: RepositorySources.isMoreExact).map { source in
            (
                source: source,
                has: try reader.entities(with: .commits, source: source, among: repositories.areListed, upTo: asOf)
            )
        }
        // A repository has a row for each source that is read for it. Others have none: nothing was counted of them by
        // then, and an ecosystem may name a hundred thousand.
        var rowsOfEntity = [[Int?]](repeating: Array(repeating: nil, count: entities.count), count: counted.count)
        // The coin that took each row last, for a coin may name a repository twice.
        var takers: [Int] = []
        let known = counted.map(\.has)
        for (place, (coin, named)) in zip(coins, repositories.entities).enumerated() {
            let best = RepositorySources.best(known, for: named)
            var here: [Int] = []
            for case (let repository, let entity?) in zip(coin.repositories, named) {
                guard let best, counted[best].has[Int(entity)] else { continue }
                let row = rowsOfEntity[best][Int(entity)] ?? rows.count
                if row == rows.count {
                    rowsOfEntity[best][Int(entity)] = row
                    entityOfRow.append(entity)
                    takers.append(-1)
                    rows.append(
                        RepositoryHistory(
                            name: repository,
                            firstActiveWeek: entities[Int(entity)].firstActiveWeek
                                .flatMap { $0 <= asOf.lastCompleteWeek ? $0 : nil },
                            source: counted[best].source
                        )
                    )
                }
                if takers[row] != place { here.append(row) }
                takers[row] = place
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
        // All rows of a coin are of one source, so a repository is among them once.
        var coins: [Int32: Int] = [:]
        for row in rowsOfCoin.joined() { coins[entityOfRow[row], default: 0] += 1 }
        section.repositories = rows
        for (row, entity) in entityOfRow.enumerated() { section.repositories[row].coins = coins[entity] ?? 1 }
        section.repositoriesOfCoin = rowsOfCoin
        let missing = WeeklyMatrix(rows: rows.count, weeks: CrossSection.weeks)
        for matrix in RepositorySources.matrices { section[keyPath: matrix.path] = missing }
    }

    /// Begins to read the matrices of the rows, as far as they are wanted.
    func matrices(
        _ parts: SectionParts,
        _ reader: StoreReader,
        _ asOf: AsOf
    ) throws -> [(path: WritableKeyPath<CrossSection, WeeklyMatrix>, weeks: Future<WeeklyMatrix>)] {
        let rowOfEntityBySource = Set(rows.compactMap(\.source)).sorted().map { source in
            var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
            for (row, history) in rows.enumerated() where history.source == source {
                rowOfEntity[Int(entityOfRow[row])] = Int32(row)
            }
            return (source: source, rowOfEntity: rowOfEntity)
        }
        return try RepositorySources.matrices.filter { parts.contains($0.part) }.map { matrix in
            let tiles = try rowOfEntityBySource.map { source, rowOfEntity in
                try reader.weeks(of: matrix.metric, source: source, asOf, rowOfEntity: rowOfEntity)
            }
            return (matrix.path, Future(tiles, rows: rows.count))
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

    /// The sources of weekly commits, the most exact first.
    private static let order = [
        "git-clone", "commit-log-csv", "commits-weekly-csv", "github-commit-activity", "github-contributors",
        "github-graphql-history",
    ]

    private static func isMoreExact(_ left: String, _ right: String) -> Bool {
        let places = (order.firstIndex(of: left) ?? order.count, order.firstIndex(of: right) ?? order.count)
        return (places.0, left) < (places.1, right)
    }
}

/// What a store knows of the repositories of coins.
struct CoinRepositories {
    /// The entities of each coin's repositories in its order; nil for one that the store does not know.
    let entities: [[Int32?]]
    /// For each entity whether it is one of them.
    private(set) var areListed: [Bool]

    init(_ catalog: Catalog, _ coins: [Coin]) {
        let entityOfKey = Dictionary(
            catalog.entities.lazy.filter { $0.kind == .repository }.map { ($0.key, $0.id) },
            uniquingKeysWith: { first, _ in first }
        )
        entities = coins.map { coin in coin.repositories.map { entityOfKey[$0.key] } }
        areListed = Array(repeating: false, count: catalog.entities.count)
        for case let entity? in entities.joined() { areListed[Int(entity)] = true }
    }
}

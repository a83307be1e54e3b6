internal import CoinIdentity
internal import CoinModel
internal import CoinStore

/// Which source each coin's repositories are read from: one source a coin, so that no window mixes them.
struct RepositorySources {
    /// The rows of the repository matrices: a repository as one source counts it.
    private(set) var rows: [RepositoryHistory] = []
    /// The coins, without the repositories of a whole owner of which nothing was observed by then.
    private(set) var coins: [Coin]
    /// Each coin's rows.
    private(set) var rowsOfCoin: [[Int]] = []
    /// What each of these is to the coin.
    private(set) var rolesOfCoin: [[RepositoryRole]] = []

    /// The entities of each row: those of all names of a repository, the current one first.
    private(set) var entitiesOfRow: [[Int32]] = []

    /// The repositories of the rows, each once: the number of each row's, and the entities of each.
    var distinct: (numbers: [Int], entities: [[Int32]]) {
        var found: (numbers: [Int], entities: [[Int32]]) = ([], [])
        var numbers: [Int32: Int] = [:]
        for names in entitiesOfRow {
            let number = numbers[names[0]] ?? found.entities.count
            numbers[names[0]] = number
            found.numbers.append(number)
            if number == found.entities.count { found.entities.append(names) }
        }
        return found
    }

    /// Chooses among what was observed up to the moment.
    init(_ reader: StoreReader, _ coins: [Coin], _ repositories: CoinRepositories, _ asOf: AsOf) throws {
        self.coins = coins
        let sources = try reader.sources(of: .commits).sorted(by: RepositorySources.isMoreExact)
        let known = try sources.map { source in
            try reader.entities(with: .commits, source: source, among: repositories.areListed, upTo: asOf)
        }
        // A repository has a row for each source that is read for it. Others have none: nothing was counted of them by
        // then, and an ecosystem may name a hundred thousand.
        let entities = reader.catalog.entities
        var rowsOfEntity = [[Int?]](repeating: Array(repeating: nil, count: entities.count), count: known.count)
        for (place, (coin, named)) in zip(coins, repositories.entities).enumerated() {
            let best = RepositorySources.best(known, for: named)
            var here: [(row: Int, role: RepositoryRole)] = []
            for (repository, names) in zip(coin.repositories, named) {
                guard let best, let entity = names.first, names.contains(where: { known[best][Int($0)] }) else {
                    continue
                }
                let row = rowsOfEntity[best][Int(entity)] ?? rows.count
                if row == rows.count {
                    rowsOfEntity[best][Int(entity)] = row
                    entitiesOfRow.append(names)
                    let first = names.compactMap { entities[Int($0)].firstActiveWeek }.min()
                    let seen = first.flatMap { $0 <= asOf.lastCompleteWeek ? $0 : nil }
                    rows.append(RepositoryHistory(name: repository, firstActiveWeek: seen, source: sources[best]))
                    rows[row].hasEachCommit = RepositorySources.order.prefix(2).contains(sources[best])
                }
                here.append((row, coin.role(of: repository)))
            }
            // A coin may name a repository twice, also by two of its names.
            var seen: Set<Int> = []
            if !coin.owners.isEmpty {
                let names = Set(here.map { rows[$0.row].name })
                self.coins[place].repositories.removeAll { name in
                    !names.contains(name) && coin.owners.contains { $0.owns(name) }
                }
            }
            let distinct = here.filter { seen.insert($0.row).inserted }
            rowsOfCoin.append(distinct.map(\.row))
            rolesOfCoin.append(distinct.map(\.role))
        }
    }

    /// The place of the source that has most of a coin's entities, on a tie the first; nil without sources.
    private static func best(_ sources: [[Bool]], for entities: [[Int32]]) -> Int? {
        let counts = sources.map { has in entities.count { $0.contains { has[Int($0)] } } }
        return counts.max().flatMap(counts.firstIndex)
    }

    /// Puts the rows into a cross-section that was made without repositories, with all their weeks missing.
    func place(in section: inout CrossSection) {
        // All rows of a coin are of one source, so a repository is among them once.
        var coins: [Int32: [(id: String, weight: Double?)]] = [:]
        for (coin, places) in zip(self.coins, zip(rowsOfCoin, rolesOfCoin)) {
            for (row, role) in zip(places.0, places.1) {
                coins[entitiesOfRow[row][0], default: []].append((coin.id, role.weight))
            }
        }
        section.repositories = rows
        for (row, names) in entitiesOfRow.enumerated() {
            let holders = coins[names[0]] ?? []
            section.repositories[row].coins = max(1, holders.count)
            section.repositories[row].holders = holders.count > 1 ? holders.map(\.id) : []
            section.repositories[row].weights = Dictionary(
                firstOf: holders.compactMap { holder in holder.weight.map { (holder.id, $0) } }
            )
        }
        section.repositoriesOfCoin = rowsOfCoin
        section.rolesOfCoin = rolesOfCoin
        let missing = WeeklyMatrix(rows: rows.count, weeks: CrossSection.weeks)
        for series in RepositorySources.series { section[keyPath: series.matrix] = missing }
    }

    /// Begins to read the matrices of the rows, as far as they are wanted; in blocks of so many rows where a size is given.
    func matrices(
        _ parts: SectionParts,
        _ reader: StoreReader,
        _ asOf: AsOf,
        inBlocksOf size: Int?
    ) throws -> [(path: WritableKeyPath<CrossSection, WeeklyMatrix>, weeks: Future<WeeklyMatrix>)] {
        // A cell that has a value keeps it, so the current names come before the former ones.
        let mostNames = entitiesOfRow.lazy.map(\.count).max() ?? 0
        let rowsBySource = Set(rows.compactMap(\.source)).sorted().flatMap { source in
            (0..<mostNames).map { place in
                var rowOfEntity = [Int32](repeating: -1, count: reader.catalog.entities.count)
                for (row, names) in entitiesOfRow.enumerated() where rows[row].source == source && place < names.count {
                    rowOfEntity[Int(names[place])] = Int32(row)
                }
                return (source: source, rows: EntityRows(rowOfEntity))
            }
        }
        // Where commits are known one by one, rows are counted again and added.
        let size = try reader.commitHistories().isEmpty ? size : nil
        let blocks = size.map { size in
            stride(from: 0, to: rows.count, by: size).map { Array($0..<min($0 + size, rows.count)) }
        }
        return try RepositorySources.series.filter { parts.contains($0.part) }.map { series in
            let tiles = try rowsBySource.map { source, rows in
                try reader.weeks(of: series.metric, source: source, asOf, rows: rows, areInMemory: blocks == nil)
            }
            let fills = tiles.map { tiles -> @Sendable (inout WeeklyMatrix) throws -> Void in { try tiles.fill(&$0) } }
            return (series.matrix, Future(fills, rows: rows.count, in: blocks ?? []))
        }
    }

    /// The weekly series of repositories: their metrics, the parts that they belong to, and their places.
    private static var series:
        [(metric: Metric, part: SectionParts, matrix: WritableKeyPath<CrossSection, WeeklyMatrix>)]
    {
        WeeklyCommitCounter.Series.all.map { ($0.metric, $0.part, $0.matrix) }
            + [(.weeksWithoutRow, .commits, \.weeksWithoutRow)]
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
    /// The entities of each coin's repositories in its order: those of all names of one, the current one first, as far
    /// as the store knows them.
    let entities: [[[Int32]]]
    /// For each entity whether it is one of them.
    private(set) var areListed: [Bool]

    init(_ catalog: Catalog, _ coins: [Coin]) {
        let names = RepositoryNames(catalog.renames)
        let entityOfKey = Dictionary(
            catalog.entities.lazy.filter { $0.kind == .repository }.map { ($0.key, $0.id) },
            uniquingKeysWith: { first, _ in first }
        )
        entities = coins.map { coin in
            coin.repositories.map { names.all(of: $0.key).compactMap { entityOfKey[$0] } }
        }
        areListed = Array(repeating: false, count: catalog.entities.count)
        for entity in entities.joined().joined() { areListed[Int(entity)] = true }
    }
}

public import CoinModel
internal import GRDB

/// What a series in the store is about, under its source's own words.
public struct Entity: Hashable, Sendable {
    /// The dense number.
    public let id: Int32
    /// Coin, repository or search term.
    public let kind: Kind
    /// Whose key it is: empty for the coin list's own ids, else the source's family.
    public let space: String
    /// The key in that space.
    public let key: String
    /// The symbol that a coin was first seen with.
    public let symbol: String?
    /// The name that a coin was first seen with.
    public let name: String?
    /// The first week with a commit, for a repository.
    public let firstActiveWeek: Week?

    /// What kinds of things series are about.
    public enum Kind: String, Sendable {
        case coin, repository, term
    }
}

/// A search-interest column in the store.
public struct StoredTerm: Hashable, Sendable {
    /// Its entity.
    public let entity: Int32
    /// What the export said.
    public let term: SearchTerm
    /// The file name, without folder and endings, that it was loaded from.
    public let stem: String
}

/// The small tables of a store, as they stand in one state.
public struct Catalog: Sendable {
    /// Everything that series are about, by id.
    public let entities: [Entity]
    /// The search terms among them.
    public let terms: [StoredTerm]
    /// The names of the sources, by id.
    public let sources: [Int: String]
    /// The metrics, by id.
    public let metrics: [Int: Metric]
    /// The listed coins.
    public let coins: [Coin]
    /// The number of the newest input: kept scores made at another mark are out of date.
    public let ledgerMark: Int
}

extension Store {
    /// Reads the small tables.
    ///
    /// - Throws: `StoreError`.
    public func catalog() throws -> Catalog {
        try read { try Catalog($0) }
    }
}

extension Catalog {
    init(_ database: Database) throws {
        entities = try Row.fetchAll(database, sql: "SELECT * FROM entity ORDER BY entity_id").map { row in
            Entity(
                id: row["entity_id"],
                kind: Entity.Kind(rawValue: row["kind"]) ?? .coin,
                space: row["space"],
                key: row["key"],
                symbol: row["symbol"],
                name: row["name"],
                firstActiveWeek: (row["first_active_week"] as Int32?).map(Week.init(index:))
            )
        }
        terms = try Row.fetchAll(database, sql: "SELECT * FROM search_term ORDER BY entity_id").map { row in
            StoredTerm(
                entity: row["entity_id"],
                term: SearchTerm(
                    term: row["term"],
                    region: row["region"],
                    category: row["category"],
                    granularity: SearchTerm.Granularity(rawValue: row["granularity"]) ?? .week,
                    coin: row["coin"],
                    partialFrom: (row["partial_from"] as Int32?).map(Week.init(index:))
                ),
                stem: row["stem"]
            )
        }
        sources = try Dictionary(
            uniqueKeysWithValues: Row.fetchAll(database, sql: "SELECT source_id, name FROM source").map { row in
                (row[0], row[1])
            }
        )
        metrics = try Dictionary(
            uniqueKeysWithValues: Row.fetchAll(database, sql: "SELECT metric_id, name, unit FROM metric").map { row in
                (row[0], Metric(name: row[1], unit: row[2]))
            }
        )
        coins = try Catalog.coins(database)
        ledgerMark = try Int.fetchOne(database, sql: "SELECT max(input_id) FROM load") ?? 0
    }

    /// The listed coins with their repositories and tags.
    static func coins(_ database: Database) throws -> [Coin] {
        var repositories: [String: [RepositoryName]] = [:]
        let named = try Row.fetchCursor(
            database,
            sql: "SELECT coin_id, repository FROM coin_repository ORDER BY coin_id, position"
        )
        while let row = try named.next() {
            if let repository = RepositoryName(row[1] as String) {
                repositories[row[0], default: []].append(repository)
            }
        }
        var tags: [String: [String]] = [:]
        let tagged = try Row.fetchCursor(database, sql: "SELECT coin_id, tag FROM coin_tag ORDER BY coin_id, position")
        while let row = try tagged.next() { tags[row[0], default: []].append(row[1]) }
        return try Row.fetchAll(database, sql: "SELECT coin_id, symbol, name FROM coin ORDER BY coin_id").map { row in
            let id: String = row[0]
            return Coin(
                id: id,
                symbol: row[1],
                name: row[2],
                repositories: repositories[id] ?? [],
                tags: tags[id] ?? []
            )
        }
    }
}

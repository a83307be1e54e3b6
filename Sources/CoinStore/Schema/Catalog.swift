public import CoinModel
internal import GRDB

/// What a series in the store is about, under its source's own words.
public struct Entity: Hashable, Sendable {
    /// The dense number.
    public let id: Int32
    /// Coin, repository, search term, currency, or the market as a whole.
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
    /// Whether all facts of it were taken back.
    public let isForgotten: Bool

    /// What kinds of things series are about.
    public enum Kind: String, Sendable {
        case coin, repository, term, currency, market, `protocol`
    }
}

/// A search-interest column in the store.
public struct StoredTerm: Hashable, Sendable {
    /// Its entity.
    public let entity: Int32
    /// What it measures, as the export has it.
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
    /// The listed coins, by the newest list of each.
    public let coins: [Coin]
    /// The renames of repositories, oldest first.
    public let renames: [RepositoryRename]
    /// What sources say of their coins beside facts, by coin, and since when: the day of a list, else when that was loaded.
    public let sourceCoins: [(coin: SourceCoin, since: Instant)]
    /// What is decided about coins, oldest first, and when the store took it.
    public let decisions: [(decision: CoinDecision, since: Instant)]
    /// What lists with a date say of coins, by id; none of the others.
    let histories: [String: ListedCoin]
    /// The formats of the coin lists among what they came from.
    public let coinLists: Set<String>
    /// The number of the newest input: stored rankings made at another mark are out of date.
    public let ledgerMark: Int
}

extension Catalog {
    /// Whether a coin list is among what it came from.
    public var hasCoinList: Bool { !coinLists.isEmpty }

    /// Whether lists with a date say something of a coin.
    public var hasDatedCoins: Bool { !histories.isEmpty }

    /// The listed coins as the lists of a moment have them, nil for the newest.
    public func coins(at moment: AsOf?) -> [Coin] {
        guard moment != nil, hasDatedCoins else { return coins }
        return coins.map { histories[$0.id]?.coin(at: moment) ?? $0 }
    }

    /// The repositories of which the store has facts.
    public var repositories: some Sequence<RepositoryName> {
        entities.lazy.filter { $0.kind == .repository }.compactMap { RepositoryName($0.name ?? $0.key) }
    }

    init(_ database: Database, upTo lastLoad: Int = .max) throws {
        entities = try Catalog.entities(database, lastLoad)
        let entities = entities
        terms = try Catalog.terms(database).filter {
            entities.indices.contains(Int($0.entity)) && !entities[Int($0.entity)].isForgotten
        }
        var (sources, metrics): ([Int: String], [Int: Metric]) = ([:], [:])
        for row in try database.rows("SELECT source_id, name FROM source") { sources[row[0]] = row[1] }
        for row in try database.rows("SELECT metric_id, name, unit FROM metric") {
            metrics[row[0]] = Metric(name: row[1], unit: row[2])
        }
        (self.sources, self.metrics) = (sources, metrics)
        let listed = try CoinTable(database: database).coins(upTo: lastLoad)
        coins = listed.compactMap { $0.listed.coin(at: nil) }
        histories = Dictionary(firstOf: listed.filter { !$0.listed.dated.isEmpty }.map { ($0.id, $0.listed) })
        coinLists = try Ledger.coinLists(database, upTo: lastLoad)
        renames = try RenameTable(database: database).renames(upTo: lastLoad)
        let crosswalk = CrosswalkTable(database: database)
        (sourceCoins, decisions) = (try crosswalk.coins(upTo: lastLoad), try crosswalk.decisions(upTo: lastLoad))
        ledgerMark = try database.value("SELECT max(input_id) FROM load") ?? 0
    }

    private static func entities(_ database: Database, _ lastLoad: Int) throws -> [Entity] {
        var firstWeeks: [Int32: Week] = [:]
        let sql = "SELECT entity_id, min(week) FROM first_activity WHERE \(Ledger.counts("?1")) GROUP BY entity_id"
        for row in try database.rows(sql, [lastLoad]) {
            firstWeeks[try row.written("entity_id", at: 0)] = try row.writtenWeek("week", at: 1)
        }
        let absent = "SELECT entity_id FROM entity_absence WHERE load_id <= ?1 AND ifnull(until, ?1 + 1) > ?1"
        let forgotten = Set(try database.values(absent, [min(lastLoad, Int(Int32.max))]) as [Int32])
        let known = "SELECT entity_id, kind, space, key, symbol, name FROM entity WHERE load_id <= ? ORDER BY entity_id"
        let entities = try database.cursor(known, [lastLoad]).map { row in
            let id: Int32 = try row.written("entity_id", at: 0)
            let (key, name): (String, String?) = (row[3], row[5])
            return Entity(
                id: id,
                kind: Entity.Kind(rawValue: row[1]) ?? .coin,
                space: row[2],
                key: key,
                symbol: row[4],
                // One text serves for both where a repository's name is lower-case.
                name: name == key ? key : name,
                firstActiveWeek: firstWeeks[id],
                isForgotten: forgotten.contains(id)
            )
        }
        return try Array(entities)
    }

    private static func terms(_ database: Database) throws -> [StoredTerm] {
        let sql = """
            SELECT entity_id, term, region, category, granularity, coin, stem, first_week, last_week FROM search_term
            ORDER BY entity_id
            """
        return try database.rows(sql).map { row in
            let last = try row.writtenWeek("last_week", at: 8)
            guard let first = try row.writtenWeek("first_week", at: 7), let last, first <= last else {
                throw BadRow(column: "last_week")
            }
            let term = SearchTerm(
                term: row[1],
                region: row[2],
                category: row[3],
                granularity: SearchTerm.Granularity(rawValue: row[4]) ?? .week,
                coin: row[5],
                window: first...last
            )
            return StoredTerm(entity: try row.written("entity_id", at: 0), term: term, stem: row[6])
        }
    }
}

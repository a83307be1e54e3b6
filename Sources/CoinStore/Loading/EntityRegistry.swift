internal import CoinModel
internal import GRDB

/// The numbers of entities, metrics and sources; new ones are given in order of first sight and written at the end.
struct EntityRegistry {
    private struct EntityKey: Hashable {
        let kind: Entity.Kind
        let space: String
        let key: ExactText

        init(kind: Entity.Kind, space: String, key: String) {
            self.kind = kind
            self.space = space
            self.key = ExactText(key)
        }
    }

    private static let numberingLimit = 64
    /// The space of symbols and names in tables that people write.
    private static let ownTables = "tidy"

    private let database: Database
    /// Numberings within a source, with the entity of each number, −1 where none was looked up yet.
    private var lookedUp: [(numbering: SubjectNumbering, source: String, entities: [Int32])] = []
    private var entities: [EntityKey: Int32] = [:]
    private var added: [(key: EntityKey, subject: Subject, stem: String)] = []
    private var metrics: [Metric: Int] = [:]
    private(set) var metricOfNumber: [Int: Metric] = [:]
    private var sources: [String: Int] = [:]
    /// The first week with a commit of repositories, as stored, and among what this load brings.
    private var (storedFirst, broughtFirst) = ([Int32: Int32](), [Int32: Int32]())
    /// Entities of which no fact is left, and those of them that this load names again.
    private var (forgotten, named) = (Set<Int32>(), [Int32]())
    private var readKinds: Set<Entity.Kind> = []
    private let storedCount: Int32
    /// The greatest number of a source that was there before the load.
    private let lastStoredSource: Int
    /// How many of the new ones `takeNewCoins` has handed out.
    private var reportedCount = 0

    init(_ database: Database) throws {
        self.database = database
        // Entities are numbered from 0 without a gap: tiles have their place by these numbers.
        let numbers = try database.row("SELECT count(*), min(entity_id), max(entity_id) FROM entity")
        let count: Int = numbers?[0] ?? 0
        guard let stored = Int32(exactly: count), count == 0 || numbers?[1] == 0 && numbers?[2] == count - 1 else {
            throw BadRow(column: "entity_id")
        }
        storedCount = stored
        lastStoredSource = try database.value("SELECT max(source_id) FROM source") ?? 0
        for row in try database.rows("SELECT metric_id, name, unit FROM metric") {
            remember(Metric(name: row[1], unit: row[2]), row[0])
        }
        for row in try database.rows("SELECT source_id, name FROM source") { sources[row[1]] = row[0] }
        forgotten = Set(try database.values("SELECT entity_id FROM entity_absence WHERE until IS NULL"))
    }

    /// Reads the entities of a kind, once: a load mostly brings facts of one.
    private mutating func read(_ kind: Entity.Kind) throws {
        guard readKinds.insert(kind).inserted else { return }
        let rows = try database.cursor("SELECT entity_id, space, key FROM entity WHERE kind = ?", [kind.rawValue])
        while let row = try rows.next() {
            entities[EntityKey(kind: kind, space: row[1], key: row[2])] = try row.written("entity_id", at: 0)
        }
        guard kind == .repository else { return }
        let sql = "SELECT entity_id, min(week) FROM first_activity WHERE \(Ledger.counts("?1")) GROUP BY entity_id"
        let weeks = try database.cursor(sql, [Int(Int32.max)])
        while let row = try weeks.next() {
            storedFirst[try row.written("entity_id", at: 0)] = try row.writtenWeek("week", at: 1)?.index
        }
    }

    /// The numbers of what a block is about; a subject is looked up once in its numbering.
    mutating func entities(of block: ObservationBlock, digest: String, stem: String) throws -> [Int32] {
        // Readers of many small files have a numbering for each.
        if lookedUp.count > EntityRegistry.numberingLimit { lookedUp = [] }
        let place = lookedUp.firstIndex { $0.numbering === block.numbering && $0.source == block.source }
        // Taken out while it is changed, so that it is not copied.
        var known = place.map { lookedUp.remove(at: $0).entities } ?? []
        defer { lookedUp.append((block.numbering, block.source, known)) }
        var entities: [Int32] = []
        entities.reserveCapacity(block.subjectNumbers.count)
        // Most are known, and then their names are not even looked at.
        for number in block.subjectNumbers.map(Int.init) {
            if number < known.count, known[number] >= 0 {
                entities.append(known[number])
                continue
            }
            let subject = block.numbering[number]
            try read(subject.kind)
            let entity = entity(subject, source: block.source, digest: digest, stem: stem)
            entities.append(entity)
            if number >= known.count {
                known.append(contentsOf: repeatElement(-1, count: max(number + 1 - known.count, known.count)))
            }
            known[number] = entity
        }
        return entities
    }

    mutating func repository(_ name: RepositoryName) throws -> Int32 {
        try read(.repository)
        return entity(.repository(name), source: "", digest: "", stem: "")
    }

    /// The number of a subject that the store knows; nil for another one.
    mutating func knownEntity(_ subject: Subject, source: String) throws -> Int32? {
        try read(subject.kind)
        return entities[key(of: subject, source, "")]
    }

    /// How a subject is known: a coin without the list's own id is known by the source's id, else by symbol and name;
    /// a search term by the export that it stands in, which has a scale of its own and is named in a source of several.
    private func key(of subject: Subject, _ source: String, _ digest: String) -> EntityKey {
        switch subject {
        case .coin(let coin):
            // A person may name another source's coin: `coinpaprika:btc-bitcoin`.
            coin.isListed
                ? named(CoinArgument(coin.id ?? ""))
                : EntityKey(
                    kind: .coin,
                    space: coin.id != nil ? IdentifierSpace(source: source).name : family(source),
                    key: coin.id ?? [coin.symbol ?? "", coin.name ?? ""].joined(separator: "\u{1F}")
                )
        case .repository(let name): EntityKey(kind: .repository, space: "", key: name.key)
        case .searchTerm(let term):
            EntityKey(
                kind: .term,
                space: digest + source.drop { $0 != ":" },
                key: [term.coin ?? "", term.term, term.region, term.category, term.granularity.rawValue]
                    .joined(separator: "\u{1F}")
            )
        case .currency(let code): EntityKey(kind: .currency, space: "", key: code)
        case .market: EntityKey(kind: .market, space: "", key: "all")
        case .protocol(let key): EntityKey(kind: .protocol, space: family(source), key: key.text)
        }
    }

    /// The number of a subject, a new one if it was never seen.
    private mutating func entity(_ subject: Subject, source: String, digest: String, stem: String) -> Int32 {
        let key = key(of: subject, source, digest)
        if let number = entities[key] {
            if forgotten.remove(number) != nil { named.append(number) }
            return number
        }
        let number = storedCount + Int32(added.count)
        entities[key] = number
        added.append((key, subject, stem))
        return number
    }

    /// The coins by ids of the coin list's own that the store had never seen before, each once.
    mutating func takeNewCoins() -> [CoinKey] {
        defer { reportedCount = added.count }
        return added[reportedCount...].compactMap { entry in
            guard case .coin(let coin) = entry.subject else { return nil }
            // Symbols and names are a person's in a table of their own alone.
            return entry.key.space == (coin.id == nil ? EntityRegistry.ownTables : "") ? coin : nil
        }
    }

    private func named(_ coin: CoinArgument) -> EntityKey { EntityKey(kind: .coin, space: coin.space, key: coin.id) }

    private func family(_ source: String) -> String { String(source.prefix { $0 != "-" && $0 != ":" }) }

    mutating func metric(_ metric: Metric) throws -> Int {
        if let number = metrics[metric] { return number }
        try database.run("INSERT INTO metric (name, unit) VALUES (?, ?)", [metric.name, metric.unit])
        let number = Int(database.lastInsertedRowID)
        remember(metric, number)
        return number
    }

    private mutating func remember(_ metric: Metric, _ number: Int) {
        metrics[metric] = number
        metricOfNumber[number] = metric
    }

    mutating func source(_ name: String) throws -> Int {
        if let number = sources[name] { return number }
        try database.run("INSERT INTO source (name) VALUES (?)", [name])
        let number = Int(database.lastInsertedRowID)
        sources[name] = number
        return number
    }

    /// Whether a source was never heard of before the load.
    func isNew(source: Int) -> Bool { source > lastStoredSource }

    /// Whether a metric is made from facts.
    func isMart(_ number: Int) -> Bool { metricOfNumber[number].map { WeeklyMart($0) != nil } ?? false }

    func firstActivity(of entity: Int32) -> Week? {
        [storedFirst[entity], broughtFirst[entity]].compactMap(\.self).min().map { Week(index: $0) }
    }

    mutating func sawActivity(of entity: Int32, in week: Int32) {
        if week < broughtFirst[entity] ?? .max { broughtFirst[entity] = week }
    }

    /// Writes what is new when all inputs are accepted.
    func write(load: Int) throws {
        for number in named {
            let sql = "UPDATE entity_absence SET until = ? WHERE entity_id = ? AND until IS NULL"
            try database.run(sql, [load, number])
        }
        for (number, entry) in zip(storedCount..., added) {
            let (symbol, name): (String?, String?) =
                switch entry.subject {
                case .coin(let coin): (coin.symbol, coin.name)
                case .repository(let repository): (nil, repository.description)
                case .protocol(let key): (nil, key.name)
                case .searchTerm, .currency, .market: (nil, nil)
                }
            try database.insert(
                "INSERT INTO entity (entity_id, kind, space, key, symbol, name, load_id) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [number, entry.key.kind.rawValue, entry.key.space, entry.key.key.text, symbol, name, load]
            )
            guard case .searchTerm(let term) = entry.subject else { continue }
            let values: [any StatementBinding] = [
                number, term.term, term.region, term.category, term.granularity.rawValue, term.coin, entry.stem,
                term.window.lowerBound.index, term.window.upperBound.index,
            ]
            try database.insert("INSERT INTO search_term VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        }
        for (entity, week) in broughtFirst.sorted(by: { $0.key < $1.key }) {
            try database.insert("INSERT INTO first_activity VALUES (?, ?, ?)", [entity, load, week])
        }
    }
}

extension Subject {
    fileprivate var kind: Entity.Kind {
        switch self {
        case .coin: .coin
        case .repository: .repository
        case .searchTerm: .term
        case .currency: .currency
        case .market: .market
        case .protocol: .protocol
        }
    }
}

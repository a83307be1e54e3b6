internal import CoinModel
internal import GRDB

/// What the crosswalk of coins is made from: the details of sources about their coins, and what is decided.
///
/// A row of `source_coin` holds from its `since` until the next one of the same coin.
struct CrosswalkTable {
    let database: Database

    /// The tables.
    static let schema = """

        -- What sources say of their coins: contracts and other sources' ids are a line each.
        CREATE TABLE source_coin (
          space TEXT NOT NULL, source_id TEXT NOT NULL, load_id INTEGER NOT NULL, since TEXT NOT NULL,
          symbol TEXT NOT NULL, name TEXT NOT NULL, addresses TEXT NOT NULL, pointers TEXT NOT NULL,
          status TEXT NOT NULL,
          PRIMARY KEY (space, source_id, load_id)
        ) STRICT, WITHOUT ROWID;
        -- What is decided about coins of sources, by a person or by what agrees.
        CREATE TABLE coin_decision (
          load_id INTEGER NOT NULL, coin TEXT NOT NULL, relation TEXT NOT NULL, target TEXT NOT NULL,
          evidence TEXT NOT NULL, since TEXT NOT NULL,
          PRIMARY KEY (load_id, coin, relation, target)
        ) STRICT, WITHOUT ROWID;

        """

    /// What sources were known to say after a load, by coin.
    func coins(upTo lastLoad: Int) throws -> [(coin: SourceCoin, since: Instant)] {
        try newest(upTo: lastLoad).values.map { ($0.coin, $0.since) }
            .sorted { $0.coin.reference < $1.coin.reference }
    }

    /// What was said last of a coin, and by which load.
    typealias Known = (coin: SourceCoin, since: Instant, load: Int32)

    private func newest(upTo lastLoad: Int) throws -> [CoinArgument: Known] {
        let sql = """
            SELECT space, source_id, symbol, name, addresses, pointers, status, since, load_id FROM source_coin
            WHERE \(Ledger.counts("?1")) ORDER BY space, source_id, load_id
            """
        var found: [CoinArgument: Known] = [:]
        let rows = try database.cursor(sql, [lastLoad])
        while let row = try rows.next() {
            guard let since = Instant(row[7] as String) else { throw BadRow(column: "since") }
            let coin = SourceCoin(
                CoinArgument(space: row[0], id: row[1]),
                symbol: row[2],
                name: row[3],
                addresses: lines(row[4]).compactMap { ContractAddress($0) },
                pointers: lines(row[5]).map { CoinArgument($0) },
                status: row[6]
            )
            found[coin.reference] = (coin, since, row[8])
        }
        return found
    }

    /// Takes what a source says of coins since a moment; `cached` is what was said before, read once for a load.
    func merge(
        _ coins: [SourceCoin],
        since: Instant,
        load: Int,
        _ links: inout LoadLinks,
        _ cached: inout [CoinArgument: Known]?
    ) throws {
        guard !coins.isEmpty else { return }
        var known = try cached ?? newest(upTo: load)
        cached = nil
        defer { cached = known }
        let sql = "INSERT OR REPLACE INTO source_coin VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        for entry in coins {
            let before = known[entry.reference]
            let new = entry.filled(from: before?.coin)
            // What it does not say again, and what it says as it was, it has from the one before.
            if let before, new == before.coin || new != entry { links.restsOn(before.load) }
            guard new != before?.coin else { continue }
            if let before { links.replaces(before.load) }
            known[new.reference] = (new, since, Int32(load))
            let values: [any StatementBinding] = [
                new.reference.space, new.reference.id, load, since.description, new.symbol, new.name,
                written(new.addresses.map(\.description)), written(new.pointers.map(\.description)), new.status,
            ]
            try database.insert(sql, values)
        }
    }

    /// The decisions that were known after a load, oldest first, those of one load by coin.
    func decisions(upTo lastLoad: Int) throws -> [(decision: CoinDecision, since: Instant)] {
        let sql = """
            SELECT coin, relation, target, evidence, since FROM coin_decision WHERE \(Ledger.counts("?1"))
            ORDER BY load_id, coin, target, relation
            """
        return try database.rows(sql, [lastLoad]).map { row in
            guard let relation = CoinDecision.Relation(row[1] as String), let since = Instant(row[4] as String) else {
                throw BadRow(column: "relation")
            }
            let ends = [CoinArgument(row[0] as String), CoinArgument(row[2] as String)]
            return (CoinDecision(ends[0], relation, ends[1], evidence: row[3]), since)
        }
    }

    /// Takes decisions, each over what was decided of its two coins before.
    func merge(_ decisions: [CoinDecision], at moment: Instant, load: Int, _ links: inout LoadLinks) throws {
        let newest = """
            SELECT load_id, relation FROM coin_decision
            WHERE (coin, target) IN (VALUES (?1, ?2), (?2, ?1)) AND \(Ledger.counts("?3")) ORDER BY load_id DESC LIMIT 1
            """
        for decision in decisions {
            let pair: StatementArguments = [decision.coin.description, decision.target.description, load]
            if let before = try database.row(newest, pair), before[1] != decision.relation.description {
                links.replaces(before[0])
            }
            let values: [any StatementBinding] = [
                load, decision.coin.description, decision.relation.description, decision.target.description,
                decision.evidence, moment.description,
            ]
            try database.insert("INSERT OR REPLACE INTO coin_decision VALUES (?, ?, ?, ?, ?, ?)", values)
        }
    }
}

internal import CoinModel
internal import GRDB

/// What the inputs of a load say of coins and repositories beside facts and commits, on its way into the tables.
struct LoadedCoins {
    private let database: Database
    private let load: Int
    private let acceptedAt: Instant
    /// The listed coins with what the load's inputs said of them so far; read when they are first needed.
    private var known: ListedCoins?
    private var knownSourceCoins: [CoinArgument: CrosswalkTable.Known]?
    /// The coins that a person decided about and no list has.
    private var decidedUnlisted: [CoinKey] = []
    private var details = NewestDetails()
    /// Whether the ledger has a coin list; nil where a list may have come since it was asked.
    private var hasList: Bool?

    init(_ database: Database, load: Int, acceptedAt: Instant) {
        (self.database, self.load, self.acceptedAt) = (database, load, acceptedAt)
    }

    /// The listed coins with what this load's inputs said of them so far.
    mutating func listed() throws -> ListedCoins {
        if let known { return known }
        let coins = ListedCoins(try CoinTable(database: database).coins(upTo: load))
        known = coins
        return coins
    }

    /// Brings what an input says into the tables; returns how much of it was known.
    mutating func merge(_ input: CurrentInput, _ links: inout LoadLinks) throws -> Int {
        var unchanged = try EcosystemTable(database: database).merge(input.ecosystems, load: load, &links)
        unchanged += try RenameTable(database: database).merge(input.renames, load: load, &links)
        details.take(input.details)
        let crosswalk = CrosswalkTable(database: database)
        let since = input.coinsSince ?? acceptedAt
        try crosswalk.merge(input.sourceCoins, since: since, load: load, &links, &knownSourceCoins)
        try crosswalk.merge(input.decisions, at: acceptedAt, load: load, &links)
        guard !input.coins.isEmpty else { return unchanged }
        var listed = try listed()
        decidedUnlisted += input.coins.filter { $0.isDecisionAlone && listed[$0.id] == nil }.map { CoinKey(id: $0.id) }
        // Not held twice while it is changed.
        known = nil
        unchanged += try CoinTable(database: database)
            .merge(input.coins, since: input.coinsSince, into: &listed, load: load, &links)
        known = listed
        return unchanged
    }

    /// Those of some new coins whose ids no list has, or that have none, and those that a person decided about, with the listed
    /// coins; none without a list.
    mutating func unlisted(among new: [CoinKey]) throws -> (coins: [CoinKey], listed: [Coin]) {
        let decided = decidedUnlisted
        decidedUnlisted = []
        guard !new.isEmpty || !decided.isEmpty else { return ([], []) }
        // The ledger has a row for every page, so it is not read again for every page.
        let hasList = try hasList ?? !Ledger.coinLists(database).isEmpty
        self.hasList = hasList
        guard hasList else { return ([], []) }
        let listed = try listed()
        let unlisted = new.filter { coin in coin.id.map { listed[$0] == nil } ?? true } + decided
        guard !unlisted.isEmpty else { return ([], []) }
        // A decision lists the coin that it is about, which makes it near itself.
        let own = Set(decided.compactMap(\.id))
        return (unlisted, listed.all.filter { !own.contains($0.id) })
    }

    /// Takes note that the ledger has a further input.
    mutating func sawInput(of kind: LoadKind?) {
        if kind == .coins { hasList = nil }
    }

    /// Writes the newest details, when the load ends.
    func writeDetails(_ links: inout LoadLinks) throws {
        try DetailTable(database: database).merge(details.all, load: load, acceptedAt: acceptedAt, &links)
    }
}

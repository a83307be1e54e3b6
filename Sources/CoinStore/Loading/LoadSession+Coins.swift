public import CoinModel

extension LoadSession {
    /// Takes entries of a coin list, which hold since a moment where it has one.
    public func add(_ list: [Coin], since: Instant? = nil) {
        input.coins += list
        input.coinsSince = since
        input.outcome.accepted += list.count
    }

    /// Takes what a coin has by an ecosystem.
    public func add(_ entry: CoinEcosystem) {
        input.ecosystems.append(entry)
        input.outcome.accepted += entry.ecosystem.repositories.count
    }

    /// Takes the renames of repositories.
    public func add(_ list: [RepositoryRename]) {
        input.renames += list
        input.outcome.accepted += list.count
    }

    /// Takes what a source says of its coins beside facts, since a moment where its list has one; it counts as no row.
    public func add(_ list: [SourceCoin], since: Instant? = nil) {
        input.sourceCoins += list
        input.coinsSince = since
    }

    /// Takes the list of a source as what it says of its coins, which lists none.
    public func addCrosswalk(_ list: [Coin], since: Instant? = nil) {
        add(list.map { SourceCoin(CoinArgument($0.id), symbol: $0.symbol, name: $0.name) }, since: since)
        input.outcome.accepted += list.count
    }

    /// Takes what a source says of coins beside facts, where it names no moment since one of the load; it counts as no row.
    public func add(_ list: [CoinDetail], since: Instant? = nil) {
        input.details += list.map { detail in
            var detail = detail
            detail.time = detail.time ?? since ?? ledger.acceptedAt
            return detail
        }
    }

    /// Takes decisions about coins.
    public func add(_ list: [CoinDecision]) {
        input.decisions += list
        input.outcome.accepted += list.count
    }

    /// Where repositories come from by the coin lists, as far as what the current input says leads.
    public func upstreams() throws -> [RepositoryUpstream] { try listedCoins().upstreams(ledToBy: input.coins) }

    /// The coins that inputs of the load named for the first time by ids that no list has, with the listed coins; none
    /// without a list.
    public func newUnlistedCoins() throws -> (coins: [CoinKey], listed: [Coin]) {
        let (new, decided) = (numbers.takeNewCoins(), decidedUnlisted)
        decidedUnlisted = []
        guard !new.isEmpty || !decided.isEmpty, try !Ledger.coinLists(database).isEmpty else { return ([], []) }
        let listed = try listedCoins()
        let unlisted = new.filter { coin in coin.id.map { listed[$0] == nil } ?? false } + decided
        return unlisted.isEmpty ? ([], []) : (unlisted, listed.all)
    }

    /// Brings what the current input says of coins into the tables; returns how much of it was known.
    func mergeCoins() throws -> Int {
        var unchanged = try EcosystemTable(database: database).merge(input.ecosystems, load: load, &links)
        unchanged += try RenameTable(database: database).merge(input.renames, load: load, &links)
        details.take(input.details)
        let crosswalk = CrosswalkTable(database: database)
        let since = input.coinsSince ?? ledger.acceptedAt
        try crosswalk.merge(input.sourceCoins, since: since, load: load, &links, &knownSourceCoins)
        try crosswalk.merge(input.decisions, at: ledger.acceptedAt, load: load, &links)
        guard !input.coins.isEmpty else { return unchanged }
        var listed = try listedCoins()
        decidedUnlisted += input.coins.filter { $0.isDecisionAlone && listed[$0.id] == nil }.map { CoinKey(id: $0.id) }
        // Not held twice while it is changed.
        self.listed = nil
        unchanged += try CoinTable(database: database)
            .merge(input.coins, since: input.coinsSince, into: &listed, load: load, &links)
        self.listed = listed
        return unchanged
    }

    /// The listed coins with what this load's inputs said of them so far.
    private func listedCoins() throws -> ListedCoins {
        if let listed { return listed }
        let coins = ListedCoins(try CoinTable(database: database).coins(upTo: load))
        listed = coins
        return coins
    }
}

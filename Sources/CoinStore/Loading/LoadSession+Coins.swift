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

    /// Takes the details of a source about its coins, since a moment where its list has one; it counts as no row.
    public func add(_ list: [SourceCoin], since: Instant? = nil) {
        input.sourceCoins += list
        input.coinsSince = since
    }

    /// Takes the list of a source as what it says of its coins, which lists none.
    public func addCrosswalk(_ list: [Coin], since: Instant? = nil) {
        add(list.map { SourceCoin(CoinArgument($0.id), symbol: $0.symbol, name: $0.name) }, since: since)
        input.outcome.accepted += list.count
    }

    /// Takes the details of a source about coins, where it names no moment since one of the load; it counts as no row.
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
    public func upstreams() throws -> [RepositoryUpstream] { try coins.listed().upstreams(ledToBy: input.coins) }

    /// The coins that inputs of the load named for the first time by ids that no list has, or in tables of a person's own by
    /// symbols and names alone, with the listed coins; none without a list.
    public func newUnlistedCoins() throws -> (coins: [CoinKey], listed: [Coin]) {
        try coins.unlisted(among: numbers.takeNewCoins())
    }
}

public import CoinModel

/// Puts what an input says on one coin of the coin list, whatever its source calls the coin: `--coin`.
public struct CoinAssignment {
    private let coin: String
    /// The coins that the input names itself.
    private var named: Set<CoinKey> = []

    /// An assignment to the coin with an id.
    public init(to coin: String) { self.coin = coin }

    /// The same piece of the input, about the coin.
    ///
    /// - Throws: `SourceError` where it is about no coin.
    public mutating func assign(_ item: SourceItem) throws(SourceError) -> SourceItem {
        switch item {
        case .observations(var block):
            var subjects: [Subject] = []
            for subject in block.subjects { subjects.append(try assign(subject)) }
            block.subjects = subjects
            return .observations(block)
        case .coins(let coins):
            named.formUnion(coins.map { CoinKey(id: $0.id) })
            return .coins(
                coins.map { entry in
                    var entry = entry
                    entry.id = coin
                    return entry
                }
            )
        case .details(var details):
            for place in details.indices { details[place].coin = CoinArgument(coin) }
            return .details(details)
        case .decisions(let decisions):
            return .decisions(decisions.map { CoinDecision($0.coin, $0.relation, CoinArgument(coin)) })
        case .commits, .ecosystem: throw CoinAssignment.impossible
        case .sourceCoins, .renames, .reject, .rejectedCell, .assumedQuote, .unreadColumns, .warning, .note, .again:
            return item
        }
    }

    private mutating func assign(_ subject: Subject) throws(SourceError) -> Subject {
        switch subject {
        case .coin(let key):
            named.insert(key)
            return .coin(CoinKey(id: coin, symbol: key.symbol, name: key.name, isListed: true))
        case .searchTerm(var term):
            if let own = term.coin { named.insert(CoinKey(id: own)) }
            term.coin = coin
            return .searchTerm(term)
        case .repository: throw CoinAssignment.impossible
        case .currency, .market, .protocol: throw CoinAssignment.ofNoCoin
        }
    }

    /// Checks that the input, which has been read, is about one coin.
    ///
    /// - Throws: `SourceError` `several-coins` with their number.
    public func check() throws(SourceError) {
        guard named.count > 1 else { return }
        let next = "load it without --coin, or give each coin a file of its own"
        throw SourceError("several-coins", detail: "names \(named.count) coins, and --coin is for one: \(next)")
    }

    /// Why inputs are refused that are about currencies, protocols or the market as a whole.
    private static let ofNoCoin = SourceError(
        "not-of-a-coin",
        detail: "is about currencies, protocols or the market as a whole, not about one coin: leave out --coin"
    )

    /// Why inputs are refused that say nothing of coins.
    public static let impossible = SourceError(
        "not-of-a-coin",
        detail: "is about repositories, and coin lists say which coin has them (column `repos`): leave out --coin"
    )
}

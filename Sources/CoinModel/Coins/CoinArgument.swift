/// A coin in one source's own words: `coinpaprika:btc-bitcoin`, or `bitcoin` by an id of the coin list's own.
public struct CoinArgument: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Whose id it is, as `IdentifierSpace` names it: empty for the coin list's.
    public let space: String
    /// The id, which is a key in that space alone.
    public let id: String

    /// The spaces whose ids a text may name; any other word before a colon is part of a coin list's id.
    public static let spaces: Set = ["coinpaprika", "coinmarketcap", "cryptocompare"]

    /// The spaces of names that only a coin list can give to a coin, in columns called as they are: Coin Metrics' assets and
    /// Wikipedia's articles.
    public static let namesOnly: Set = ["coinmetrics", "wikipedia"]

    /// What may stand before a colon.
    private static let known = spaces.union(namesOnly).union(["coingecko"])

    /// The coin of an id in a space.
    public init(space: String, id: String) { (self.space, self.id) = (space, id) }

    /// Reads `SPACE:ID`, `coingecko:ID` or an id of the coin list, which speaks CoinGecko's language.
    public init(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let space = parts.count == 2 ? String(parts[0]) : ""
        guard parts.count == 2, !parts[1].isEmpty, CoinArgument.known.contains(space) else {
            self.init(space: "", id: String(text))
            return
        }
        self.init(space: space == "coingecko" ? "" : space, id: String(parts[1]))
    }

    /// As it is read.
    public var description: String { space.isEmpty ? id : "\(space):\(id)" }

    /// The names that a coin list gives as one, the oldest first: of an article that was moved its former titles, `former>title`.
    public var names: [CoinArgument] {
        guard CoinArgument.namesOnly.contains(space) else { return [self] }
        return id.split(separator: ">").map { CoinArgument(space: space, id: String($0)) }
    }

    /// Equal when the bytes are.
    public static func == (left: CoinArgument, right: CoinArgument) -> Bool {
        left.space == right.space && ExactText(left.id) == ExactText(right.id)
    }

    /// The coin list's ids first, then by space and id in byte order.
    public static func < (left: CoinArgument, right: CoinArgument) -> Bool {
        left.space == right.space
            ? left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
            : left.space.utf8.lexicographicallyPrecedes(right.space.utf8)
    }
}

/// Where a token's contract lies: `ethereum/0xdac17f958d2ee523a2206206994597c13d831ec7`.
public struct ContractAddress: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The chain by CoinGecko's name for it; by the source's own, behind the source, where none is known.
    public let chain: String
    /// The address as chains compare it: hexadecimal ones in lower case, others as written.
    public let address: String

    /// An address of a source; nil where the chain or the address is empty or has a blank in it.
    public init?(source: String, chain: String, address: String) {
        let chain = chain.lowercased()
        guard !chain.isEmpty, !address.isEmpty, !(chain + address).contains(where: \.isWhitespace) else { return nil }
        self.chain = ContractAddress.chains[chain] ?? (source == "coingecko" ? chain : "\(source).\(chain)")
        let isHexadecimal = address.utf8.count == 42 && address.lowercased().hasPrefix("0x")
        self.address = isHexadecimal ? address.lowercased() : address
    }

    /// Reads `chain/address` as `description` writes it.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        (chain, address) = (String(parts[0]), String(parts[1]))
    }

    /// `chain/address`.
    public var description: String { "\(chain)/\(address)" }

    /// By chain and address in byte order.
    public static func < (left: ContractAddress, right: ContractAddress) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }

    /// What other sources call chains, and CoinGecko's name: CoinPaprika by the chain's own coin, CoinMarketCap by a slug.
    private static let chains = [
        "eth-ethereum": "ethereum", "ethereum": "ethereum", "bnb-binance-coin": "binance-smart-chain",
        "bnb": "binance-smart-chain", "binance-smart-chain": "binance-smart-chain", "sol-solana": "solana",
        "solana": "solana", "trx-tron": "tron", "tron": "tron", "matic-polygon": "polygon-pos",
        "polygon": "polygon-pos", "polygon-ecosystem-token": "polygon-pos",
        "pol-polygon-ecosystem-token": "polygon-pos",
        "avax-avalanche": "avalanche", "avalanche": "avalanche", "ftm-fantom": "fantom", "fantom": "fantom",
        "arb-arbitrum": "arbitrum-one", "arbitrum": "arbitrum-one", "op-optimism": "optimistic-ethereum",
        "optimism-ethereum": "optimistic-ethereum", "base-base": "base", "base": "base", "algo-algorand": "algorand",
        "algorand": "algorand", "ada-cardano": "cardano", "cardano": "cardano",
        "near-near-protocol": "near-protocol", "near-protocol": "near-protocol", "sui-sui": "sui", "sui": "sui",
        "apt-aptos": "aptos", "aptos": "aptos", "cro-cryptocom-chain": "cronos", "cronos": "cronos",
        "toncoin": "the-open-network", "ton-toncoin": "the-open-network", "stellar": "stellar",
        "xlm-stellar": "stellar", "xrp": "xrp", "xrp-xrp": "xrp",
    ]
}

/// What a source says of one of its coins beside facts: the raw material of the crosswalk.
public struct SourceCoin: Hashable, Sendable {
    /// The coin in the source's words.
    public let reference: CoinArgument
    /// The ticker symbol; empty where the source does not say.
    public var symbol: String
    /// The name; empty where the source does not say.
    public var name: String
    /// Its contracts, in order.
    public var addresses: [ContractAddress]
    /// Ids of other sources that it gives for the same coin, in order.
    public var pointers: [CoinArgument]
    /// `inactive` where the source says that a coin is traded no more, `untracked` where it follows it not yet; else empty.
    public var status: String

    /// A coin of a source; lists are put in order, each entry once.
    public init(
        _ reference: CoinArgument,
        symbol: String = "",
        name: String = "",
        addresses: [ContractAddress] = [],
        pointers: [CoinArgument] = [],
        status: String = ""
    ) {
        (self.reference, self.symbol, self.name, self.status) = (reference, symbol, name, status)
        self.addresses = addresses.count < 2 ? addresses : Set(addresses).sorted()
        self.pointers = pointers.count < 2 ? pointers : Set(pointers).sorted()
    }

    /// Whether its id and all that it points to are in NFC.
    public var hasFitIDs: Bool { ([reference] + pointers).allSatisfy(\.id.isNormalized) }

    /// The entry with what another one leaves out taken from it.
    public func filled(from older: SourceCoin?) -> SourceCoin {
        guard let older else { return self }
        return SourceCoin(
            reference,
            symbol: symbol.isEmpty ? older.symbol : symbol,
            name: name.isEmpty ? older.name : name,
            addresses: addresses.isEmpty ? older.addresses : addresses,
            pointers: pointers.isEmpty ? older.pointers : pointers,
            status: status.isEmpty ? older.status : status
        )
    }
}

internal import CoinModel

/// The formats of coin lists in JSON.
extension CoinsJSON {
    /// CoinGecko's `/coins/list`: all coins, with contracts where they were asked for, in one array.
    static let coinGeckoList = CoinsJSON(
        id: "coingecko-list",
        title: "CoinGecko /coins/list: ids, symbols and names of all coins (JSON)",
        shows: [["*/id", "*/symbol", "*/name"]],
        isOther: { !$0.names(below: "*").isSubset(of: ["id", "symbol", "name", "platforms"]) },
        places: ["*"],
        contracts: ContractReader.platforms
    )

    /// CoinGecko's `/coins/{id}`: one coin with its repositories and categories.
    static let coinGeckoCoin = CoinsJSON(
        id: "coingecko-coin",
        title: "CoinGecko /coins/{id}: one coin with repositories and categories (JSON)",
        shows: ["platforms", "asset_platform_id"].map { ["id", "symbol", "name", "categories", $0] },
        places: [""],
        addresses: [("links/repos_url/github/*", "")],
        tags: [("categories/*", "")],
        contracts: ContractReader.platforms
    )

    /// CoinPaprika's `/coins`: all coins, those that are traded no more among them.
    static let coinPaprikaList = CoinsJSON(
        id: "coinpaprika-list",
        title: "CoinPaprika /coins: ids, symbols, names and activity of all coins (JSON)",
        shows: [["*/id", "*/symbol", "*/name", "*/is_active", "*/type"]],
        places: ["*"],
        space: .coinPaprika,
        contracts: ContractReader.coinPaprika
    )

    /// CoinPaprika's `/coins/{id}`: one coin with its source code and tags, under its id as `coinpaprika:ID`.
    static let coinPaprikaCoin = CoinsJSON(
        id: "coinpaprika-coin",
        title: "CoinPaprika /coins/{id}: one coin with repositories and tags (JSON)",
        shows: [["id", "symbol", "name", "is_active", "links"]],
        places: [""],
        space: .coinPaprika,
        addresses: [("links/source_code/*", ""), ("links_extended/*", "url")],
        tags: [("tags/*", "name")],
        contracts: ContractReader.coinPaprika
    )

    /// CoinMarketCap's `/cryptocurrency/map`: all coins under their ids as `coinmarketcap:ID`, with contracts, whether they are
    /// traded, and since when and until when it has data of them.
    static let coinMarketCapMap = CoinsJSON(
        id: "coinmarketcap-list",
        title: "CoinMarketCap /cryptocurrency/map: ids, symbols, names, activity and contracts of coins (JSON)",
        shows: ["data/*", "*"].flatMap { row in
            ["is_active", "first_historical_data"].map { ["\(row)/id", "\(row)/slug", "\(row)/\($0)"] }
        },
        // Quotes say whether a coin is active, too.
        isOther: { sketch in ["data/*", "*"].contains { sketch.names(below: $0).contains("quote") } },
        places: ["data/*", "*"],
        space: .coinMarketCap,
        hasEnvelope: true,
        contracts: ContractReader.coinMarketCap
    )

    /// CoinMarketCap's `/cryptocurrency/info`: coins with source code, tags and links.
    static let coinMarketCapInfo = CoinsJSON(
        id: "coinmarketcap-info",
        title: "CoinMarketCap /cryptocurrency/info: coins with repositories, tags and links (JSON)",
        shows: [["data/?/id", "data/?/symbol", "data/?/name", "data/?/urls", "data/?/logo"]],
        places: ["data/?"],
        space: .coinMarketCap,
        addresses: [("urls/source_code/*", "")],
        tags: [("tags/*", "")],
        hasEnvelope: true,
        contracts: ContractReader.coinMarketCap
    )

    /// CryptoCompare's `/data/all/coinlist`: all coins, or the one that was asked for, under their ids as `cryptocompare:ID`.
    ///
    /// Symbols change, so they are not keys here either.
    static let cryptoCompareList = CoinsJSON(
        id: "cryptocompare-list",
        title: "CryptoCompare /data/all/coinlist: ids, symbols and names of coins, with algorithms and images (JSON)",
        shows: [["Data/?/Id", "Data/?/Symbol", "Data/?/CoinName"]],
        places: ["Data/*"],
        columns: ["Id", "Symbol", "CoinName"],
        space: .cryptoCompare
    )
}

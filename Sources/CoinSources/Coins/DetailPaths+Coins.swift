internal import CoinModel

/// Where the details of one coin have what a list of coins does not tell.
extension DetailPaths {
    /// CoinGecko's `/coins/{id}`, whose market data, where they were asked for, have an amount for each currency.
    static func coinGecko(_ quote: String) -> DetailPaths {
        let names: KeyValuePairs<CoinField, String> = [
            .high24h: "high_24h", .low24h: "low_24h", .ath: "ath", .athDate: "ath_date", .atl: "atl",
            .atlDate: "atl_date", .change1h: "price_change_percentage_1h_in_currency",
        ]
        let money = names.map { Field(field: $0.key, path: "market_data/\($0.value)/\(quote)") }
        let changes: KeyValuePairs<CoinField, String> = [
            .change24h: "24h", .change7d: "7d", .change30d: "30d", .change1y: "1y",
        ]
        let percent = changes.map {
            Field(field: $0.key, path: "market_data/price_change_percentage_\($0.value)_in_currency/\(quote)")
        }
        let fields = fields([
            .rank: "market_cap_rank", .description: "description/en", .hashingAlgorithm: "hashing_algorithm",
            .blockTime: "block_time_in_minutes", .genesis: "genesis_date", .image: "image/large",
            .lastData: "last_updated",
        ])
        let lists = [
            List(field: .notices, rows: "public_notice"), List(field: .notices, rows: "additional_notices/*"),
            List(field: .categories, rows: "categories/*"),
            List(field: .links, rows: "links/homepage/*", kind: "homepage"),
            List(field: .links, rows: "links/whitepaper", kind: "whitepaper"),
            List(field: .links, rows: "links/whitepaper/*", kind: "whitepaper"),
            List(field: .links, rows: "links/blockchain_site/*", kind: "explorer"),
            List(field: .links, rows: "links/official_forum_url/*", kind: "forum"),
            List(field: .links, rows: "links/chat_url/*", kind: "chat"),
            List(field: .links, rows: "links/announcement_url/*", kind: "announcement"),
            List(field: .links, rows: "links/subreddit_url", kind: "reddit"),
            List(field: .links, rows: "links/twitter_screen_name", kind: "twitter", prefix: "https://x.com/"),
            List(field: .links, rows: "links/telegram_channel_identifier", kind: "telegram", prefix: "https://t.me/"),
        ]
        return DetailPaths(source: "coingecko-coin", quote: quote, fields: fields + money + percent, lists: lists)
    }

    /// CoinPaprika's `/coins/{id}`.
    static let coinPaprika = DetailPaths(
        source: "coinpaprika-coin",
        fields: fields([
            .rank: "rank", .description: "description", .hashingAlgorithm: "hash_algorithm", .genesis: "started_at",
            .image: "logo", .firstData: "first_data_at", .lastData: "last_data_at",
        ]),
        lists: [List(field: .categories, rows: "tags/*", column: "name")]
            + ["website", "explorer", "reddit", "facebook", "youtube"].map {
                List(field: .links, rows: "links/\($0)/*", kind: $0)
            } + [
                List(field: .links, rows: "whitepaper", column: "link", kind: "whitepaper"),
                List(field: .links, rows: "links/medium", kind: "medium"),
            ]
    )

    /// CoinMarketCap's `/cryptocurrency/map`.
    static let coinMarketCapMap = DetailPaths(
        source: "coinmarketcap-list",
        fields: fields([.rank: "rank", .firstData: "first_historical_data", .lastData: "last_historical_data"])
    )

    /// CryptoCompare's `/data/all/coinlist`.
    static let cryptoCompareList = DetailPaths(source: "cryptocompare-list", id: "Id", fields: cryptoCompare(below: ""))

    /// What CryptoCompare says of a coin in lists and rankings, below a path.
    static func cryptoCompare(below path: String) -> [Field] {
        // The source's own addresses begin there, and its blocks take seconds.
        let image = Field(field: .image, path: "ImageUrl", prefix: "https://www.cryptocompare.com")
        let others = fields([.hashingAlgorithm: "Algorithm", .genesis: "AssetLaunchDate"])
        return (others + [Field(field: .blockTime, path: "BlockTime", scale: 1.0 / 60), image]).map { $0.below(path) }
    }

    /// CoinMarketCap's `/cryptocurrency/info`, below the id of each coin.
    static let coinMarketCap = DetailPaths(
        source: "coinmarketcap-info",
        fields: fields([.description: "description", .image: "logo", .genesis: "date_launched"]),
        lists: [List(field: .categories, rows: "tags/*")]
            + [
                ("website", "website"), ("technical_doc", "whitepaper"), ("explorer", "explorer"),
                ("message_board", "forum"), ("chat", "chat"), ("announcement", "announcement"), ("reddit", "reddit"),
                ("twitter", "twitter"), ("facebook", "facebook"),
            ].map { List(field: .links, rows: "urls/\($0.0)/*", kind: $0.1) }
    )
}

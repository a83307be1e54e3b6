internal import CoinModel

extension DailyCSV {
    /// The history that coinmarketcap.com offers on a coin's page: semicolons, quoted times, newest first.
    ///
    /// A row describes the day of its `timeClose`, 23:59:59.999. A spreadsheet that saves such a file again can write
    /// 105703.09985518 as `1.057.030.998.551.800`: where the decimal point stood is lost, and the file is refused.
    static let coinMarketCapSite = DailyCSV(
        id: "coinmarketcap-site-csv",
        title: "CoinMarketCap history of one coin: timeOpen;timeClose;…;close;volume;marketCap (CSV)",
        matches: { $0.header.first == "timeopen" && $0.has("timeclose", "close") },
        times: ["timeclose"],
        takesZoneless: false,
        otherEnd: "timeopen",
        subject: inDollars,
        values: [.price("close"), .volume("volume"), .cap("marketcap"), .supply("circulatingsupply").ifAny],
        refine: { columns, table, _ in
            let (numbers, quote) = (columns.values.map(\.column), table.column("name"))
            columns.check = { row in
                for column in numbers { try refuseLostPoint(row, column) }
                // `name` is CoinMarketCap's number of the currency that the prices are in: 2781 is the US dollar.
                if let quote, row.text(quote) != "2781" {
                    throw RowError("other-quote", column: quote, "\(row.excerpt(quote)) is not 2781, the US dollar")
                }
            }
        }
    )

    private static func refuseLostPoint(_ row: borrowing CSVScanner, _ column: Int) throws(SourceError) {
        let text = row.text(column)
        let isComma = row.cells.notation.decimal == .comma
        guard text.count(where: { $0 == "." }) > 1 || (text.contains(",") && !isComma) else { return }
        let what = "\(row.excerpt(column)) was rewritten by a spreadsheet"
        let detail = "\(what); download the file again and leave it as it is"
        throw SourceError("decimal-point-lost", line: row.line, detail: detail)
    }

    /// The CoinMarketCap histories of a well-known Kaggle data set.
    ///
    /// `Date` is the end of the day described, 23:59:59. Copies write `4/29/2013 23:59`.
    static let coinMarketCapKaggle = DailyCSV(
        id: "coinmarketcap-kaggle-csv",
        isNamed: false,
        title: """
            CoinMarketCap history from Kaggle: SNo, Name, Symbol, Date, High, Low, Open, Close, Volume, Marketcap (CSV)
            """,
        matches: { $0.has("name", "symbol", "date", "high", "low", "open", "close", "volume", "marketcap") },
        coins: ["symbol", "name"],
        subject: inDollars,
        values: [.price("close"), .volume("volume"), .cap("marketcap")]
    )

    /// CoinMarketCap's historical top list as scraped from its page, many dates in a file.
    ///
    /// The date is the end of the day described. Amounts stand as printed (`"$1,375,690,608.12"`, `19,664,293BTC`), and
    /// in most files the name has the symbol in front (`BTCBitcoin`).
    static let coinMarketCapWeekly = DailyCSV(
        id: "coinmarketcap-weekly-csv",
        isNamed: false,
        title: """
            CoinMarketCap top list, scraped: snapshot_date, rank, name, symbol, market_cap, price, circulating, \
            volume_24h (CSV)
            """,
        matches: { $0.has("snapshot_date", "name", "symbol", "market_cap", "price", "circulating", "volume_24h") },
        times: ["snapshot_date"],
        takesZoneless: false,
        coins: ["symbol", "name"],
        subject: inDollars,
        values: [
            .price("price", form: .money), .cap("market_cap", form: .money), .volume("volume_24h", form: .money),
            .supply("circulating", form: .supply),
        ],
        refine: { columns, _, _ in columns.namedCoins = withoutSymbolsInNames }
    )

    /// The coins of a file without the symbols before their names, where most names have them: `XRP` alone is a name, and so
    /// is `Sonic` of the symbol S.
    private static func withoutSymbolsInNames(_ coins: [CoinKey]) -> [CoinKey] {
        func rest(_ coin: CoinKey) -> Substring? {
            guard let symbol = coin.symbol, let name = coin.name, name.hasPrefix(symbol) else { return nil }
            return name.dropFirst(symbol.count)
        }
        let joined = coins.count { rest($0)?.first.map { !$0.isLowercase && !$0.isWhitespace } ?? false }
        guard 2 * joined > coins.count else { return coins }
        return coins.map { coin in
            guard let rest = rest(coin), !rest.isEmpty else { return coin }
            return CoinKey(symbol: coin.symbol, name: String(rest))
        }
    }

    /// CoinMarketCap's historical top list with plain numbers, one date a file: `snapshot_date` is `20220401`.
    ///
    /// The date is the end of the day described: Bitcoin's price equals Yahoo's close of that same day.
    static let coinMarketCapMonthly = DailyCSV(
        id: "coinmarketcap-monthly-csv",
        isNamed: false,
        title: """
            CoinMarketCap top list: Rank, Name, Symbol, Market Cap, Price, Circulating Supply, Volume (24h), \
            snapshot_date (CSV)
            """,
        matches: { $0.has("name", "symbol", "market cap", "price", "volume (24h)", "snapshot_date") },
        times: ["snapshot_date"],
        takesZoneless: false,
        coins: ["symbol", "name"],
        subject: inDollars,
        values: [.price("price"), .cap("market cap"), .volume("volume (24h)"), .supply("circulating supply")]
    )
}

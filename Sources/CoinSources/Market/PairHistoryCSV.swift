internal import CoinModel

/// Histories of one pair of a coin and a currency, which the file's name or its own ticker names.
extension DailyCSV {
    /// Yahoo Finance's candles of one pair, as its site gave them or as yfinance writes them; a row describes its own day.
    ///
    /// The file's name is the pair, `BTC-USD`: symbol and quote. Volume is that of all exchanges, in the quote. yfinance's
    /// `download` has the tickers in a line of their own; of several the one is read that the file's name is.
    static let yahoo = DailyCSV(
        id: "yahoo-csv",
        title: "Yahoo Finance candles of one pair, by its site or yfinance: Date, Open, High, Low, Close, Volume (CSV)",
        matches: { sketch in
            let isHistory =
                ["date", "datetime"].contains(sketch.header.first)
                && sketch.has("open", "high", "low", "close", "volume")
                && !Set(sketch.header).isDisjoint(with: ["adj close", "dividends"])
            return isHistory || hasTickers(sketch)
        },
        header: { sketch, context in
            guard hasTickers(sketch) else { return nil }
            let (tickers, own) = (tickers(sketch), try ownTicker(sketch, context))
            let names = zip(sketch.header, tickers).enumerated().map { place, names in
                place == 0 ? "date" : names.1 == own ? names.0 : "\(names.0) of \(names.1)"
            }
            return (3, names)
        },
        times: ["date", "datetime"],
        subject: { _, context in
            let ticker = try context.sketch.flatMap { hasTickers($0) ? try ownTicker($0, context) : nil }
            let pair = try context.pair(ticker ?? context.stem)
            return (pair?.coin, pair?.quote ?? context.hints.money)
        },
        values: [.price("close"), .volume("volume")]
    )

    /// Whether names, tickers and the name of the dates stand in a line each.
    private static func hasTickers(_ sketch: TextSketch) -> Bool {
        sketch.header.first == "price" && sketch.has("close") && sketch.lines.count > 2
            && sketch.lines[1].hasPrefix("Ticker") && sketch.lines[2].hasPrefix("Date")
    }

    /// The ticker of each column.
    private static func tickers(_ sketch: TextSketch) -> [String] { sketch.fields(ofLine: 1) }

    private static func ownTicker(_ sketch: TextSketch, _ context: ReadContext) throws(SourceError) -> String {
        let all = Set(tickers(sketch).dropFirst())
        if let only = all.first, all.count == 1 { return only }
        if all.contains(context.stem) { return context.stem }
        let detail =
            "has \(all.count) tickers; save one in a file, or name the file after the one to read, such as BTC-USD.csv"
        throw SourceError("several-coins", line: 2, detail: detail)
    }

    /// Investing.com's history of one coin, whose file's name begins with the coin's: `Bitcoin Historical Data.csv`.
    ///
    /// A row describes its own day. Volumes such as `63.95K` count coins of one market and are left out.
    static let investing = DailyCSV(
        id: "investing-csv",
        title: "Investing.com history of one coin: Date, Price, Open, High, Low, Vol., Change % (CSV)",
        matches: { $0.has("date", "price", "open", "high", "low", "vol.", "change %") },
        warning: "the volumes count coins and are left out",
        takesZoneless: false,
        subject: { _, context in
            let name = context.stem.firstRange(of: " Historical Data").map { context.stem[..<$0.lowerBound] } ?? ""
            let pair = try context.pair(String(name).replacingUnderscores)
            let id = name.lowercased().split(separator: " ").joined(separator: "-")
            let named = name.isEmpty ? nil : CoinKey(id: id, name: String(name), isListed: true)
            return (pair?.coin ?? named, pair?.quote ?? context.hints.money)
        },
        values: [.price("price")]
    )

    /// CoinCodex's history of one coin: a row describes the day of its `Start`, and `End` is where the next one begins.
    static let coinCodex = DailyCSV(
        id: "coincodex-csv",
        title: "CoinCodex history of one coin: Start, End, Open, High, Low, Close, Volume, Market Cap (CSV)",
        matches: { $0.has("start", "end", "open", "high", "low", "close", "volume", "market cap") },
        times: ["start"],
        otherEnd: "end",
        subject: { _, context in (CoinKey(id: try context.coinOfCSV().id, isListed: true), context.hints.money) },
        values: [.price("close"), .volume("volume"), .cap("market cap")]
    )
}

extension String {
    /// `BTC-USD` of `BTC_USD`.
    fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? "-" : $0 }) }
}

extension ReadContext {
    /// Symbol and quote of a market, by its name.
    typealias Pair = (coin: CoinKey, quote: String)

    /// The pair that a text begins with, such as `BTC-USD`, be it with ` (1)` or `_2024` behind it; nil for other texts.
    ///
    /// - Throws: `SourceError` `unknown-currency` for capitals in the place of a quote, where the caller names none.
    func pair(_ text: String) throws(SourceError) -> Pair? {
        let isWord = { (character: Character) in character.isASCII && (character.isLetter || character.isNumber) }
        let symbol = text.prefix(while: isWord)
        guard !symbol.isEmpty, text.dropFirst(symbol.count).first == "-" else { return nil }
        let quote = text.dropFirst(symbol.count + 1).prefix(while: isWord)
        if let known = Currency(quote) { return (CoinKey(symbol: String(symbol)), known.code) }
        guard quote.utf8.count > 2, quote.allSatisfy({ $0.isUppercase }) else { return nil }
        if let said = hints.quote { return (CoinKey(symbol: String(symbol)), said) }
        let detail =
            "its name ends in `\(quote.prefix(20))`, an unknown currency; say the one of its prices with --quote"
        throw SourceError("unknown-currency", detail: detail)
    }
}

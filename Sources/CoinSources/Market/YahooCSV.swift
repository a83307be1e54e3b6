internal import CoinModel
internal import RawInput

/// Yahoo Finance's daily candles of one pair: `Date,Open,High,Low,Close,Adj Close,Volume`; a row describes its own day.
///
/// The file's name is the pair, `BTC-USD`: symbol and quote. Volume is that of all exchanges, in the quote.
struct YahooCSV: CSVSource {
    let id = "yahoo-csv"
    let kind = LoadKind.market
    let title = "Yahoo Finance daily candles of one pair: Date, Open, High, Low, Close, Adj Close, Volume (CSV)"

    func recognises(_ sketch: TextSketch) -> Bool {
        sketch.header == ["date", "open", "high", "low", "close", "adj close", "volume"]
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let table = try CSVTable(&file)
        let (date, close, volume) = (
            try table.required("date"), try table.required("close"), try table.required("volume")
        )
        let parts = context.stem.split(separator: "-").map(String.init)
        let isPair = parts.count == 2
        let coin = try coinOfFile(context, naming: isPair ? CoinKey(symbol: parts[0]) : nil)
        let quote = isPair ? parts[1].lowercased() : context.quote
        let columns = DailyColumns(
            time: TimeColumn(date, .zoneless),
            coin: { _ in coin },
            values: [
                (.price(quote), close, .plain),
                (.volume(quote), volume, .plain),
            ]
        )
        try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
    }
}

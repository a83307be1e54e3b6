internal import CoinModel

/// CoinPaprika's `/tickers` and `/tickers/{id}`: all coins, or one.
///
/// The whole list comes at once and has no time of its own: where neither folder nor caller nor a stored HTTP answer
/// gives one, each ticker stands at its own `last_updated`, when its values were so; and where that is over 48 hours away
/// from the given time.
struct CoinPaprikaTickers: JSONSource {
    let id = "coinpaprika-tickers"
    let kind = LoadKind.market
    let title = "CoinPaprika /tickers and /tickers/{id} (JSON)"
    let shows = [["*/id", "*/quotes/?/price"], ["id", "quotes/?/price"]]

    /// It writes 0 for a change that it has no data of, and for the rank of a coin that has none.
    private static let details = (
        ofCoin: DetailPaths.fields([.rank: "rank", .firstData: "first_data_at", .lastData: "last_updated"]),
        ofQuote: DetailPaths.fields(
            [
                .change1h: "percent_change_1h", .change24h: "percent_change_24h", .change7d: "percent_change_7d",
                .change30d: "percent_change_30d", .change1y: "percent_change_1y", .ath: "ath_price",
                .athDate: "ath_date",
            ],
            isZeroUnknown: true
        )
    )

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let rows = document["id"] == .missing ? "*" : ""
        try QuotedTickers(source: id, rows: rows, quotes: "quotes", details: CoinPaprikaTickers.details)
            .read(document, context.knownTime(document.answer), context, emit: emit)
    }
}

/// CoinPaprika's `/tickers/{id}/historical`: snapshots of one coin that the file or the caller names.
struct CoinPaprikaHistorical: JSONSource {
    let id = "coinpaprika-historical"
    let kind = LoadKind.market
    let title = "CoinPaprika /tickers/{id}/historical; file named by the coin, or --coin (JSON)"
    let shows = [["*/timestamp", "*/price", "*/volume_24h"]]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let coin = try context.coinOfFile(document.answer)
        let answer = document.answer
        var facts = JSONFacts(id, .snapshot, priceCapVolume(context.quote(of: answer)), context, answer: answer)
        let subject = facts.numbering.add(.coin(coin))
        try facts.takeAll("*", ["timestamp", "price", "market_cap", "volume_24h"], of: document, emit) { row in
            let time = FactTime.moment(try row.requiredInstant(0))
            return try row.priceCapVolume(1, of: subject, at: time)
        }
    }
}

/// CoinPaprika's `/coins/{id}/ohlcv`: bars of one coin, each from `time_open` to `time_close`.
///
/// A bar of a day that is not a whole one, or that is not over when it was observed, is rejected.
struct CoinPaprikaBars: JSONSource {
    let id = "coinpaprika-ohlcv"
    let kind = LoadKind.market
    let title = "CoinPaprika /coins/{id}/ohlcv; file named by the coin, or --coin (JSON)"
    let shows = [["*/time_open", "*/time_close", "*/close"]]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let coin = try context.coinOfFile(document.answer)
        let observed = context.observed(document.answer) ?? .instant(context.now)
        let columns = ["time_open", "time_close", "close", "market_cap", "volume"]
        var spans: [Int64] = []
        try document.forEachRow("*", columns) { row in
            // A row without its times is rejected when it is read for its values.
            try rejecting(row.line, { _ in }) {
                spans.append(try row.requiredInstant(1).milliseconds - row.requiredInstant(0).milliseconds)
            }
        }
        let found = try BarLength(opens: [], spans: spans)
        if !spans.isEmpty { try BarLength.report(found, emit) }
        let length = found ?? .day
        let metrics = length.metrics(priceCapVolume(context.quote(of: document.answer)))
        var facts = JSONFacts(id, length.resolution, metrics, context)
        let subject = facts.numbering.add(.coin(coin))
        try facts.takeAll("*", columns, of: document, emit) { row in
            let (open, close) = (try row.requiredInstant(0), try row.requiredInstant(1))
            let end = length.lastSecond(from: open, to: close)
            guard open == Instant(startOf: open.day), length != .day || end == Instant(lastSecondOf: open.day) else {
                throw RowError("not-a-day", "its bar from \(open) to \(close) is not a whole day")
            }
            guard end <= observed.limit else {
                throw RowError("partial", "\(open.day) was not over when it was observed")
            }
            var fact = try row.priceCapVolume(2, of: subject, at: length.time(end))
            fact.values = Array(fact.values.prefix(metrics.count))
            return fact
        }
    }
}

internal import CoinModel

extension MarketJSON {
    /// CoinPaprika's `/tickers` and `/tickers/{id}`: all coins, or one.
    ///
    /// The whole list comes at once and has no time of its own: where neither folder nor caller nor a stored HTTP answer
    /// gives one, each ticker stands at its own `last_updated`, when its values were so; and where that is over 48 hours away
    /// from the given time. It writes 0 for a change that it has no data of, and for the rank of a coin that has none.
    static let coinPaprikaTickers = MarketJSON(
        id: "coinpaprika-tickers",
        title: "CoinPaprika /tickers and /tickers/{id} (JSON)",
        shows: [["*/id", "*/quotes/?/price"], ["id", "quotes/?/price"]],
        rows: { document, context, emit in
            let (path, source) = (document["id"] == .missing ? "*" : "", "coinpaprika-tickers")
            let time = context.knownTime
            return [try MarketRows.tickers(at: path, "quotes", time, of: source, document, context, emit)]
        }
    )

    /// CoinPaprika's `/tickers/{id}/historical`: snapshots of one coin that the file or the caller names.
    static let coinPaprikaHistorical = MarketJSON(
        id: "coinpaprika-historical",
        title: "CoinPaprika /tickers/{id}/historical; file named by the coin, or --coin (JSON)",
        shows: [["*/timestamp", "*/price", "*/volume_24h"]],
        rows: { _, context, _ in
            let coin = try context.coinOfFile()
            return [MarketRows(path: "*", coin: coin, updated: "timestamp", quotes: [(context.priceQuote, "")])]
        }
    )
}

/// CoinPaprika's `/coins/{id}/ohlcv`: bars of one coin, each from `time_open` to `time_close`.
///
/// A bar of a day that is not a whole one, or that is not over when it was observed, is rejected.
struct CoinPaprikaBars: JSONSource {
    let id = "coinpaprika-ohlcv"
    let kind = LoadKind.market
    let title = "CoinPaprika /coins/{id}/ohlcv; file named by the coin, or --coin (JSON)"
    let shows = [["*/time_open", "*/time_close", "*/close"]]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let coin = try context.coinOfFile()
        let observed = context.askedAt ?? .instant(context.now)
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
        let metrics = length.metrics(priceCapVolume(context.priceQuote))
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
            var fact = JSONFact(subject: subject, time: length.time(end), values: [try row.number(2)])
            let others = [row.amount(3, &fact.faults).zeroAsMissing, row.amount(4, &fact.faults)]
            fact.values += others.prefix(metrics.count - 1)
            return fact
        }
    }
}

internal import CoinModel

/// Bars of CryptoCompare: histoday and histohour in both versions, and the index that succeeds them.
///
/// A bar is of the hour, day, week or month that starts at its time. Rows of zeros, which come without end before a coin existed,
/// are left out and counted in a warning. The newest row is of a running bar unless that was over when the answer was
/// observed (`--observed-at`, or the `Date` of a stored HTTP answer): it is rejected as `partial`.
struct CryptoCompareDays: JSONSource {
    let id: String
    let kind = LoadKind.market
    let title: String
    /// Where its bars may lie.
    let rows: [String]
    /// The columns of a bar: start, close, volume in the quote, and the pair, such as `STARK-EUR`, where bars name it.
    let columns: [String]
    let open: String

    /// `/data/histoday`, `/data/histohour` and their second versions, which name neither coin nor currency.
    static let histoday = CryptoCompareDays(
        id: "cryptocompare-histoday",
        title: "CryptoCompare histoday or histohour; file named by the coin, or --coin (JSON)",
        rows: ["Data/Data/*", "Data/*"],
        columns: ["time", "close", "volumeto"],
        open: "open"
    )

    /// `/index/cc/v1/historical/days` and `hours`: another series, an index over more markets, that names its pair.
    static let index = CryptoCompareDays(
        id: "cryptocompare-index",
        title: "CryptoCompare (CoinDesk Data) index days or hours, such as cadli (JSON)",
        rows: ["Data/*"],
        columns: ["TIMESTAMP", "CLOSE", "QUOTE_VOLUME", "INSTRUMENT"],
        open: "OPEN"
    )

    private var namesPair: Bool { columns.count > 3 }

    var shows: [[String]] { rows.map { row in columns.map { "\(row)/\($0)" } } }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let rows = document["Data/Data"] == .missing ? "Data/*" : "Data/Data/*"
        let opens = try opens(document, rows)
        let found = try BarLength(opens: [opens], takesHours: true)
        if !opens.isEmpty { try BarLength.report(found, emit) }
        let length = found ?? .day
        let running = opens.max().flatMap { open in
            let isOver = context.askedAt.map { $0.limit > length.lastSecond(from: open) }
            return isOver ?? false ? nil : open
        }
        let pair = try pair(document, rows, context)
        let metrics = length.metrics([.price(pair.quote), .volume(pair.quote)])
        var facts = JSONFacts(id, length.resolution, metrics, context, asked: context.asked?.snapshot)
        let subject = facts.numbering.add(.coin(pair.coin))
        var emptyRows = 0
        try facts.takeAll(rows, [open] + columns, of: document, emit) { row in
            let time = try row.requiredInstant(1)
            guard length == .hour || time == Instant(startOf: time.day) else {
                throw RowError("off-midnight", "its bar at \(time) starts within a day")
            }
            var faults: [RowError] = []
            let values = [try row.number(2), row.amount(3, &faults)]
            if values == [0, 0], try row.number(0) == 0 {
                emptyRows += 1
                return nil
            }
            if namesPair, row[4] != .text(pair.instrument) {
                throw RowError("other-pair", "its pair is \(row[4].name)")
            }
            guard time != running else {
                let bar = length == .hour ? "the hour from \(time)" : "\(time.day)"
                throw RowError("partial", "\(bar) may not have been over when it was observed")
            }
            let end = length.time(length.lastSecond(from: time))
            return JSONFact(subject: subject, time: end, values: Array(values.prefix(metrics.count)), faults: faults)
        }
        guard emptyRows > 0 else { return }
        try emit(.warning("left out: \(counted(emptyRows, "row")) of zeros, from before the first trade"))
    }

    /// When the rows' bars begin.
    private func opens(_ document: borrowing JSONDocument, _ rows: String) throws -> [Instant] {
        var times: [Instant] = []
        try document.forEachRow(rows, [columns[0]]) { row in
            // A row without a time is rejected when it is read for its values.
            try rejecting(row.line, { _ in }) { times.append(try row.requiredInstant(0)) }
        }
        return times
    }

    private func pair(
        _ document: borrowing JSONDocument,
        _ rows: String,
        _ context: ReadContext
    ) throws -> (coin: CoinKey, quote: String, instrument: String) {
        let quote = context.priceQuote
        guard namesPair else { return (try context.coinOfFile(), quote, "") }
        guard let instrument = document.text("Data/0/INSTRUMENT"), let dash = instrument.lastIndex(of: "-"),
            case let quote = instrument[dash...].dropFirst().lowercased(), Currency(quote) != nil
        else { throw SourceError("no-coin", detail: "its INSTRUMENT is not a pair such as BTC-USD; fetch it again") }
        return (CoinKey(id: context.hints.coin, symbol: String(instrument[..<dash])), quote, instrument)
    }
}

extension MarketJSON {
    /// CryptoCompare's `/data/pricemultifull`: prices of several coins in several currencies, each at its own time.
    ///
    /// Only `RAW` is read: `DISPLAY` is the same as text for people. Coins are named by symbol.
    static let cryptoComparePrices = MarketJSON(
        id: "cryptocompare-prices",
        title: "CryptoCompare pricemultifull (JSON)",
        shows: [["RAW/?/?/PRICE", "RAW/?/?/LASTUPDATE"]],
        rows: { document, _, emit in
            try MarketRows.currencies("", rows: "RAW/*", document, emit).known.map { quote in
                MarketRows(
                    path: "RAW/*/\(quote.name)",
                    names: ["FROMSYMBOL"],
                    updated: "LASTUPDATE",
                    supplies: [(.circulatingSupply, "CIRCULATINGSUPPLY"), (.totalSupply, "SUPPLY")],
                    quotes: [(quote.name, "")],
                    values: ["PRICE", "MKTCAP", "VOLUME24HOURTO"]
                )
            }
        }
    )

    /// A page of CryptoCompare's `/data/top/mktcapfull`: coins by rank with their prices in several currencies.
    ///
    /// The time is that of the page; where a coin was last updated over 48 hours away from it, that coin stands there. A coin
    /// without `RAW` has no price: it is left out. Coins have ids of their own, for symbols change.
    static let cryptoCompareTop = MarketJSON(
        id: "cryptocompare-top",
        title: "CryptoCompare /data/top/mktcapfull and totalvolfull pages (JSON)",
        shows: [["Data/*/CoinInfo/Id", "Data/*/CoinInfo/Name"]],
        rows: { document, context, emit in
            let time = try context.snapshotTime()
            let found = try MarketRows.currencies("RAW", rows: "Data/*", document, emit).known
            let agreed = MarketRows.agreed(found, context)
            return found.map { quote in
                var rows = MarketRows(
                    path: "Data/*",
                    names: ["CoinInfo/Id", "CoinInfo/Name", "CoinInfo/FullName"],
                    time: time,
                    updated: quote.place + "LASTUPDATE",
                    isStamped: true,
                    needs: "RAW/\(quote.name)",
                    supplies: [
                        (.circulatingSupply, quote.place + "CIRCULATINGSUPPLY"),
                        (.totalSupply, quote.place + "SUPPLY"), (.maxSupply, "CoinInfo/MaxSupply"),
                    ],
                    quotes: [quote],
                    values: ["PRICE", "MKTCAP", "TOTALVOLUME24HTO"]
                )
                if quote.name == agreed?.name {
                    let (source, currency) = ("cryptocompare-top", quote.name.lowercased())
                    rows.details = DetailPaths(of: source, in: currency, id: rows.names[0], at: quote.place)
                }
                return rows
            }
        }
    )
}

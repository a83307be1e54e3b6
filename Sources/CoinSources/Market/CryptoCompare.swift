internal import CoinModel

/// Daily bars of CryptoCompare: histoday in both versions, and the index that succeeds it.
///
/// A bar is of the day that starts at its time. Rows of zeros, which come without end before a coin existed, are left
/// out and counted in a warning. The newest row is of a running day unless that day was over when the answer was
/// observed (`--observed-at`, or the `Date` of a stored HTTP answer): it is rejected as `partial`.
struct CryptoCompareDays: JSONSource {
    let id: String
    let kind = LoadKind.market
    let title: String
    private let layout: Layout

    /// `/data/histoday` and `/data/v2/histoday`, which name neither coin nor currency.
    static let histoday = CryptoCompareDays(
        id: "cryptocompare-histoday",
        title: "CryptoCompare histoday; file named by the coin, or --coin (JSON)",
        layout: Layout(
            rows: ["Data/Data/*", "Data/*"],
            time: "time",
            close: "close",
            volume: "volumeto",
            open: "open",
            instrument: nil
        )
    )

    /// `/index/cc/v1/historical/days`: another series, an index over more markets, that names its pair.
    static let index = CryptoCompareDays(
        id: "cryptocompare-index",
        title: "CryptoCompare (CoinDesk Data) index days, such as cadli (JSON)",
        layout: Layout(
            rows: ["Data/*"],
            time: "TIMESTAMP",
            close: "CLOSE",
            volume: "QUOTE_VOLUME",
            open: "OPEN",
            instrument: "INSTRUMENT"
        )
    )

    private struct Layout {
        var rows: [String]
        var time: String
        var close: String
        var volume: String
        var open: String
        /// The pair, such as `STARK-EUR`.
        var instrument: String?
    }

    func recognises(_ sketch: JSONSketch) -> Bool {
        let columns = [layout.time, layout.close, layout.volume, layout.instrument].compactMap(\.self)
        return layout.rows.contains { rows in sketch.shows(columns.map { "\(rows)/\($0)" }) }
    }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let rows = document["Data/Data"] == .missing ? "Data/*" : "Data/Data/*"
        let newest = try checkSteps(document, rows)
        let running = newest.flatMap { day in
            let isOver = context.observed(document.answer).map { $0.limit >= Instant(startOf: day.advanced(by: 1)) }
            return isOver ?? false ? nil : day
        }
        let pair = try pair(document, rows, context)
        var facts = JSONFacts(id, .day, [.price(pair.quote), .volume(pair.quote)], context)
        var emptyRows = 0
        let columns = [layout.time, layout.close, layout.volume, layout.open] + [layout.instrument].compactMap(\.self)
        try facts.takeAll(rows, columns, of: document, emit) { row in
            let time = try row.requiredInstant(0, unit: .seconds)
            guard time == Instant(startOf: time.day) else {
                throw RowError("off-midnight", "its bar at \(time) starts within a day")
            }
            let values = [try row.number(1), try row.number(2)]
            if values == [0, 0], try row.number(3) == 0 {
                emptyRows += 1
                return nil
            }
            if columns.count > 4, row[4] != .text(pair.instrument) {
                throw RowError("other-pair", "its pair is \(row[4].name)")
            }
            guard time.day != running else {
                throw RowError("partial", "\(time.day) may not have been over when it was observed")
            }
            return JSONFact(subject: .coin(pair.coin), time: .day(time.day), values: values)
        }
        if emptyRows > 0 { try emit(.warning("\(emptyRows) rows of zeros, from before the first trade, are left out")) }
    }

    /// The newest day of the rows.
    ///
    /// - Throws: `SourceError` `not-daily` when their times are not days apart.
    private func checkSteps(_ document: borrowing JSONDocument, _ rows: String) throws -> Day? {
        var times: [Instant] = []
        try document.forEachRow(rows, [layout.time]) { row in
            do {
                times.append(try row.requiredInstant(0, unit: .seconds))
            } catch is RowError {
                // The row is rejected when it is read for its values.
            }
        }
        times.sort()
        let step = zip(times.dropFirst(), times).map { $0.milliseconds - $1.milliseconds }.min()
        guard step == nil || step == Instant.millisecondsPerDay, document["Data/0/UNIT"] != .text("HOUR") else {
            throw SourceError("not-daily", detail: "its bars are not of one day each; fetch days, with aggregate=1")
        }
        return times.last?.day
    }

    private func pair(
        _ document: borrowing JSONDocument,
        _ rows: String,
        _ context: ReadContext
    ) throws -> (coin: CoinKey, quote: String, instrument: String) {
        guard layout.instrument != nil else { return (try context.coinOfFile(), context.quote, "") }
        guard case .text(let instrument) = document["Data/0/INSTRUMENT"], let dash = instrument.lastIndex(of: "-"),
            QuotedTickers.isCurrency(instrument[instrument.index(after: dash)...].lowercased())
        else {
            throw SourceError("no-coin", detail: "its INSTRUMENT is no pair such as BTC-USD; fetch it again")
        }
        let quote = instrument[instrument.index(after: dash)...].lowercased()
        return (CoinKey(id: context.coin, symbol: String(instrument[..<dash])), quote, instrument)
    }
}

/// CryptoCompare's `/data/pricemultifull`: prices of several coins in several currencies, each at its own time.
///
/// Only `RAW` is read: `DISPLAY` is the same as text for people. Coins are named by symbol.
struct CryptoComparePrices: JSONSource {
    let id = "cryptocompare-prices"
    let kind = LoadKind.market
    let title = "CryptoCompare pricemultifull (JSON)"

    func recognises(_ sketch: JSONSketch) -> Bool {
        sketch.shows(["RAW/?/?/PRICE", "RAW/?/?/LASTUPDATE"])
    }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        for quote in try document.names(of: "", rows: "RAW/*", limit: 128) {
            guard QuotedTickers.isCurrency(quote.lowercased()) else {
                try emit(.warning("the member \(quote.prefix(20)) is no currency and is left out"))
                continue
            }
            var facts = JSONFacts(id, .snapshot, marketMetrics(quote.lowercased()), context)
            let columns = [
                "LASTUPDATE", "FROMSYMBOL", "PRICE", "MKTCAP", "VOLUME24HOURTO", "CIRCULATINGSUPPLY",
            ]
            try facts.takeAll("RAW/*/\(quote)", columns, of: document, emit) { row in
                JSONFact(
                    subject: .coin(CoinKey(symbol: try row.id(1))),
                    time: .moment(try row.requiredInstant(0, unit: .seconds)),
                    values: [
                        try row.number(2), try row.number(3).zeroAsMissing, try row.number(4),
                        try row.number(5).zeroAsMissing,
                    ]
                )
            }
        }
    }
}

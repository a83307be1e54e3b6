internal import CoinModel
internal import RawInput

/// Market facts in long form: a time, a coin's id or symbol, and a column for each metric.
///
/// The time column is `snapshot_time`, `observed_at`, `timestamp`, `time` or `date`: an instant with its zone or a unix
/// time is a snapshot, a date a fact of that day. `price_usd`, `market_cap_eur`, `volume_btc` … name their quote, bare
/// `price`, `market_cap`, `volume` are in the caller's. A value of `source` keeps its rows in a series of their own,
/// `tidy-market:<value>`. Empty is missing; a price of 0 or below rejects its row, another bad value its cell alone.
struct TidyMarketCSV: CSVSource {
    let id = "tidy-market"
    let dependsOnName = false
    let kind = LoadKind.market
    let title = "Market facts in long form: time, coin_id or symbol, price_usd, market_cap_usd, volume_usd, … (CSV)"

    private static let times = ["snapshot_time", "observed_at", "timestamp", "time", "date"]
    /// What a metric column's last part may be: codes of currencies, so that `volume_24h` is not one.
    private static let quotes = Set(
        """
        aed ars aud bch bdt bhd bmd bnb brl btc cad chf clp cny czk dai dkk dot eos eth eur gbp gel hkd huf idr ils inr \
        jpy krw kwd lkr ltc mmk mxn myr ngn nok nzd php pkr pln rub sar sats sek sgd sol thb try twd uah usd usdc usdt \
        vef vnd xag xau xdr xlm xrp yfi zar
        """.split(separator: " ").map(String.init)
    )

    func recognises(_ sketch: TextSketch) -> Bool {
        let header = Set(sketch.header)
        return !header.isDisjoint(with: TidyMarketCSV.times) && !header.isDisjoint(with: ["coin_id", "id", "symbol"])
            && sketch.header.contains { name in
                guard let metric = metric(name, quote: "usd") else { return false }
                return metric.name.hasPrefix("price") || metric.name.hasPrefix("market_cap")
            }
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        var table = try CSVTable(&file, context.notation)
        let time = TimeColumn(try table.required("snapshot_time", "observed_at", "timestamp", "time", "date"), .unix)
        let coins = try CoinColumns(table)
        var metrics: [(metric: Metric, column: Int)] = []
        for (column, name) in table.header.enumerated() {
            if let metric = metric(name, quote: context.quote), !metrics.contains(where: { $0.metric == metric }) {
                metrics.append((metric, column))
            }
        }
        guard !metrics.isEmpty else { throw SourceError("wrong-header", line: 1, detail: "no column names a metric") }
        var facts = TidyFacts(
            time: time,
            coins: coins,
            source: SourceColumn(table.column("source"), id),
            columns: metrics.map { ($0.column, $0.metric.isPrice) },
            bounds: context.bounds,
            blocks: FactBlocks(metrics: metrics.map(\.metric)),
            values: Array(repeating: .nan, count: metrics.count)
        )
        try table.forEachRow(&file, emit) { row in
            try facts.take(row)
            if facts.blocks.isFull { try facts.flush(emit) }
        }
        try facts.flush(emit)
    }

    /// The metric that a column's name means; nil for other columns.
    private func metric(_ name: String, quote: String) -> Metric? {
        let parts = name.split(separator: "_").map(String.init)
        let named = parts.last.map(TidyMarketCSV.quotes.contains) == true
        let currency = named ? parts.last ?? quote : quote
        switch (named ? parts.dropLast() : parts[...]).joined(separator: "_") {
        case "price": return .price(currency)
        case "market_cap": return .marketCap(currency)
        case "volume": return .volume(currency)
        case "circulating_supply" where !named: return .circulatingSupply
        case "total_supply" where !named: return .totalSupply
        case "max_supply" where !named: return .maxSupply
        default: return nil
        }
    }
}

/// The columns of a table in long form, and the facts that its rows say.
private struct TidyFacts {
    var time: TimeColumn
    var coins: CoinColumns
    var source: SourceColumn
    let columns: [(place: Int, isPrice: Bool)]
    let bounds: TimeBounds
    var blocks: FactBlocks
    var values: [Double]

    mutating func take(_ row: borrowing CSVScanner) throws(RowError) {
        let when = try time.read(row)
        try bounds.check(when.start, column: time.column)
        try coins.check(row)
        for index in columns.indices {
            values[index] = try row.amount(columns[index].place, isPrice: columns[index].isPrice)
        }
        let (resolution, count) = TidyFacts.placed(when)
        let coin = coins.number(row)
        blocks.add(source.read(row), resolution, of: coin, at: count, values, line: row.line) { .coin(coins[coin]) }
    }

    mutating func flush(_ emit: (SourceItem) throws -> Void) throws {
        try blocks.flush(emit)
        guard coins.areTooMany else { return }
        coins.removeAll()
        blocks.renumber()
    }

    private static func placed(_ time: TimeText) -> (Resolution, Int64) {
        switch time {
        case .day(let day): (.day, Int64(day.index))
        case .instant(let instant): (.snapshot, instant.milliseconds)
        }
    }
}

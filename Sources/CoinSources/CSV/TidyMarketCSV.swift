internal import CoinModel
internal import RawInput

/// Market facts in long form: a time, a coin's id or symbol, and a column for each metric.
///
/// The time column is `snapshot_time`, `observed_at`, `timestamp`, `time` or `date`: an instant with its zone or a unix
/// time is a snapshot, a date a fact of that day. `price_usd`, `market_cap_eur`, `volume_btc` … name their quote, bare
/// `price`, `market_cap`, `volume` are in the caller's. A value of `source` keeps its rows in a series of their own,
/// `tidy-market:<value>`. Values are taken as written, 0 included; empty is missing.
struct TidyMarketCSV: CSVSource {
    let id = "tidy-market"
    let kind = LoadKind.market
    let title = "Market facts in long form: time, coin_id or symbol, price_usd, market_cap_usd, volume_usd, … (CSV)"

    private static let times = ["snapshot_time", "observed_at", "timestamp", "time", "date"]
    /// What a metric column's last part may be: codes of currencies, so that `volume_24h` is not one.
    private static let quotes = Set(
        """
        aed ars aud bch bdt bhd bmd bnb brl btc cad chf clp cny czk dai dkk dot eos eth eur gbp gel hkd huf idr ils inr \
        jpy krw kwd lkr ltc mmk mxn myr ngn nok nzd php pkr pln rub sar sats sek sgd sol thb try twd uah usd usdc usdt \
        vef vnd xag xau xdr xlm xrp yfi zar
        """.split(separator: " ").map(String.init))

    func recognises(_ sketch: TextSketch) -> Bool {
        let header = Set(sketch.header)
        return !header.isDisjoint(with: TidyMarketCSV.times) && !header.isDisjoint(with: ["coin_id", "id", "symbol"])
            && sketch.header.contains { name in
                guard let metric = metric(name, quote: "usd") else { return false }
                return metric.name.hasPrefix("price") || metric.name.hasPrefix("market_cap")
            }
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        var table = try CSVTable(&file)
        var time = TimeColumn(
            try table.required("snapshot_time", "observed_at", "timestamp", "time", "date"), .unix)
        let coin = try CoinColumns(table)
        var metrics: [(metric: Metric, column: Int)] = []
        for (column, name) in table.header.enumerated() {
            guard let metric = metric(name, quote: context.quote), !metrics.contains(where: { $0.metric == metric })
            else { continue }
            metrics.append((metric, column))
        }
        guard !metrics.isEmpty else { throw SourceError("wrong-header", line: 1, detail: "no column names a metric") }
        let columns = metrics.map(\.column)
        var source = SourceColumn(table.column("source"), id)
        var blocks = FactBlocks(metrics: metrics.map(\.metric))
        var values = [Double](repeating: .nan, count: metrics.count)
        var key: [UInt8] = []
        let limit = context.futureLimit

        while try table.next(&file, emit) {
            do throws(RowError) {
                guard let when = time.read(table.row) else {
                    throw RowError(
                        "bad-time", column: time.column,
                        "\(table.row.excerpt(time.column)) is neither a date nor an instant with its zone")
                }
                try coin.check(table.row)
                for index in columns.indices { values[index] = try table.row.amount(columns[index]) }
                let (resolution, count) = try placed(when, notAfter: limit)
                key.removeAll(keepingCapacity: true)
                coin.append(table.row, to: &key)
                let subject = blocks.subject(key) { .coin(coin.key(table.row)) }
                blocks.add(
                    source: source.read(table.row), resolution, subject: subject, time: count, values: values,
                    line: table.row.line)
            } catch {
                try emit(.reject(error.reject(table.row.line)))
            }
            if blocks.isFull { try blocks.flush(emit) }
        }
        try blocks.flush(emit)
    }

    /// The resolution of a time and its number.
    private func placed(_ time: TimeText, notAfter limit: Instant) throws(RowError) -> (Resolution, Int64) {
        switch time {
        case .day(let day) where Instant(startOf: day) <= limit: return (.day, Int64(day.index))
        case .instant(let instant) where instant <= limit: return (.snapshot, instant.milliseconds)
        default: throw RowError("future-time", "the row's time is more than a day ahead of the clock")
        }
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
        default: return nil
        }
    }
}

/// The columns that name a row's coin.
struct CoinColumns {
    private let id: Int?
    private let symbol: Int?
    private let name: Int?

    /// Those of `coin_id` or `id`, `symbol` and `name` that a table has.
    ///
    /// - Throws: `SourceError` `wrong-header` when it has neither id nor symbol.
    init(_ table: CSVTable) throws(SourceError) {
        id = table.column("coin_id", "id")
        symbol = id == nil ? try table.required("symbol") : table.column("symbol")
        name = table.column("name")
    }

    /// Checks that the row names a coin.
    func check(_ row: borrowing CSVScanner) throws(RowError) {
        if let id, !row.isEmpty(id) { return }
        if let symbol, !row.isEmpty(symbol) { return }
        throw RowError("missing-coin", column: id ?? symbol, "the row names no coin")
    }

    /// Adds the bytes that tell the row's coin from others.
    func append(_ row: borrowing CSVScanner, to key: inout [UInt8]) {
        if let id { row.append(id, to: &key) }
        if let symbol { row.append(symbol, to: &key) }
        if let name { row.append(name, to: &key) }
    }

    /// The row's coin.
    func key(_ row: borrowing CSVScanner) -> CoinKey {
        CoinKey(id: part(id, row), symbol: part(symbol, row), name: part(name, row))
    }

    private func part(_ column: Int?, _ row: borrowing CSVScanner) -> String? {
        guard let column, !row.isEmpty(column) else { return nil }
        return row.text(column)
    }
}

/// The column that says where each row comes from; the last value is remembered.
struct SourceColumn {
    private let column: Int?
    private let format: String
    private var lastText: [UInt8] = []
    private var last: String

    /// The series of a format, parted by the values of a column if there is one.
    init(_ column: Int?, _ format: String) {
        self.column = column
        self.format = format
        last = format
    }

    /// The current row's series.
    mutating func read(_ row: borrowing CSVScanner) -> String {
        guard let column else { return format }
        var text: [UInt8] = []
        row.append(column, to: &text)
        if text != lastText {
            lastText = text
            last = row.isEmpty(column) ? format : format + ":" + row.text(column)
        }
        return last
    }
}

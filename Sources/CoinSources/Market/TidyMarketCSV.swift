internal import CoinModel
internal import RawInput

/// Market facts in long form: a time, a coin's id or symbol, and a column for each metric.
///
/// The time column is `snapshot_time`, `observed_at`, `timestamp`, `time` or `date`: an instant with its zone or a unix
/// time is a snapshot, a date a fact of that day. `price_usd`, `market_cap_eur`, `volume_btc` … name their quote, bare
/// `price`, `market_cap`, `volume` are in the caller's. A value of `source` keeps its rows in a series of their own,
/// `tidy-market:<value>`. Empty is missing; a price of 0 or below rejects its row, another bad value its cell alone.
/// Rows with an open, a high or a low are bars.
struct TidyMarketCSV: CSVSource {
    let id: String
    let kind = LoadKind.market
    let title: String
    /// What the time's column may be called.
    let times: [String]
    /// Other names of columns of metrics.
    var synonyms: [String: String] = [:]
    /// Whether a capitalisation or supply of 0 means unknown.
    var isZeroUnknown = false
    /// The bytes of a piece of a file that one core reads.
    var pieceSize = CSVTable.pieceSize

    private static let coins = ["coin_id", "id", "symbol"]

    static let plain = TidyMarketCSV(
        id: "tidy-market",
        title: "Market facts in long form: time, coin_id or symbol, price_usd, market_cap_usd, volume_usd, … (CSV)",
        times: ["snapshot_time", "observed_at", "timestamp", "time", "date"]
    )

    /// CoinGecko's `/coins/markets` as pandas writes it: a snapshot in which each coin stands where it was last updated.
    static let coinGeckoMarkets = TidyMarketCSV(
        id: "coingecko-markets-csv",
        title:
            "CoinGecko /coins/markets as a table: id, current_price, market_cap, total_volume, last_updated, … (CSV)",
        times: ["last_updated"],
        synonyms: ["current_price": "price", "total_volume": "volume"],
        isZeroUnknown: true
    )

    func dependsOnName(_ head: InputHead) -> Bool { false }

    func recognises(_ sketch: TextSketch) -> Bool {
        let header = Set(sketch.header)
        return !header.isDisjoint(with: times) && !header.isDisjoint(with: TidyMarketCSV.coins)
            && header.isSuperset(of: synonyms.keys)
            && sketch.header.contains { name in
                guard let metric = metric(name, quote: "usd") else { return false }
                return metric.name.hasPrefix("price") || metric.name.hasPrefix("market_cap")
            }
    }

    func read(_ file: inout InputFile, _ context: ReadContext, emit: ItemSink) throws {
        var table = try CSVTable(&file, context.hints.notation, columns: context.hints.columns)
        let (time, quote) = (TimeColumn(try table.required(among: times)), context.hints.money)
        var values: [DailyColumns.Value] = []
        for (column, name) in table.header.enumerated() {
            guard let metric = metric(name, quote: quote), !values.contains(where: { $0.metric == metric }) else {
                continue
            }
            table.take(column)
            let isKnown = !isZeroUnknown || metric.isPrice || metric.name.hasPrefix("volume")
            values.append((metric, column, isKnown ? .plain : .zeroIsUnknown))
        }
        guard !values.isEmpty else { throw SourceError("wrong-header", line: 1, detail: "no column names a metric") }
        if !synonyms.isEmpty, context.hints.quote == nil { try emit(.assumedQuote(quote)) }
        // A table without a column of coins is about the one that the caller names.
        let coin = Set(table.header).isDisjoint(with: TidyMarketCSV.coins) ? context.hints.coin : nil
        let coins = try coin.map { CoinColumns(of: CoinKey(id: $0)) } ?? CoinColumns(table)
        if DailyColumns.areBars(table.header) {
            let columns = DailyColumns(
                time: TimeColumn(time.column, takesZoneless: true),
                areBars: true,
                coins: coins,
                values: values.filter(\.metric.isPrice) + values.filter { !$0.metric.isPrice }
            )
            return try DailyTable.read(&file, table, columns, source: id, context, emit: emit)
        }
        let numbering = SubjectNumbering()
        for coin in coins.coins { numbering.add(.coin(coin)) }
        let facts = TidyFacts(
            time: time,
            coins: coins,
            source: SourceColumn(table.column("source"), id),
            columns: values,
            arePrices: values.map(\.metric.isPrice),
            bounds: context.bounds,
            numbering: numbering,
            blocks: ObservationBatches(metrics: values.map(\.metric), numbering: numbering),
            values: Array(repeating: .nan, count: values.count)
        )
        try table.forEachRow(&file, facts, pieceSize: pieceSize, emit)
    }

    /// The metric that a column's name means; nil for other columns.
    private func metric(_ name: String, quote: String) -> Metric? {
        let parts = (synonyms[name] ?? name).split(separator: "_").map(String.init)
        let named = parts.last.flatMap { Currency($0) }
        switch (named == nil ? parts[...] : parts.dropLast()).joined(separator: "_") {
        case "price": return .price(named?.code ?? quote)
        case "market_cap": return .marketCap(named?.code ?? quote)
        case "volume": return .volume(named?.code ?? quote)
        case "circulating_supply" where named == nil: return .circulatingSupply
        case "total_supply" where named == nil: return .totalSupply
        case "max_supply" where named == nil: return .maxSupply
        default: return nil
        }
    }
}

/// The columns of a table in long form, and the facts that its rows say.
private struct TidyFacts: PieceTaker {
    var time: TimeColumn
    var coins: CoinColumns
    var source: SourceColumn
    let columns: [DailyColumns.Value]
    /// Computed once, for a metric derives it from its name.
    let arePrices: [Bool]
    let bounds: TimeBounds
    /// The numbers of the coins, in which each has its place in `coins`.
    var numbering: SubjectNumbering
    var blocks: ObservationBatches
    var values: [Double]

    mutating func take(_ row: borrowing CSVScanner) throws(RowError) {
        let when = try time.read(row)
        try bounds.check(when.start, column: time.column)
        try coins.check(row)
        for index in columns.indices {
            let value = try row.amount(columns[index].column, isPrice: arePrices[index])
            values[index] = columns[index].form == .zeroIsUnknown ? value.zeroAsMissing : value
        }
        let fact = FactTime.at(when)
        let source = source.read(row)
        blocks.add(source, fact.resolution, of: coins.number(row), at: fact.index, values, line: row.line)
    }

    var isFull: Bool { blocks.isFull }

    mutating func flush(_ emit: ItemSink) throws { try blocks.flush(emit) }

    func finds(since original: TidyFacts) -> CoinColumns.Finds { coins.finds(since: original.coins) }

    mutating func learn(_ finds: CoinColumns.Finds, _ items: [SourceItem]) -> [SourceItem] {
        let known = coins.coins.count
        let numbers = coins.learn(finds)
        for coin in coins.coins[known...] { numbering.add(.coin(coin)) }
        guard !numbers.isEmpty else { return items }
        return items.map { item in
            guard case .observations(var block) = item else { return item }
            for (place, number) in block.subjectNumbers.enumerated() where number >= finds.first {
                block.subjectNumbers[place] = numbers[Int(number) - finds.first]
            }
            return .observations(block)
        }
    }

    mutating func forgetTooMany() {
        guard coins.areTooMany else { return }
        coins.removeAll()
        numbering = SubjectNumbering()
        blocks = ObservationBatches(metrics: columns.map(\.metric), numbering: numbering)
    }
}

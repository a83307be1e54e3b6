internal import CoinModel

/// Reads rows that carry `{price, volume, market cap}` once for each of several currencies, as CoinPaprika's and
/// CoinMarketCap's do.
///
/// Every currency of the document becomes three metrics of its own. A market cap or supply of 0 means unknown.
struct QuotedTickers {
    let source: String
    let rows: String
    /// Where a row has its currencies: `quote` or `quotes`.
    let quotes: String
    /// What it says of a coin beside facts, and below each currency.
    var details: (ofCoin: [DetailPaths.Field], ofQuote: [DetailPaths.Field])

    /// More currencies than any plan allows at once.
    private static let quoteLimit = 64

    /// Emits a document's facts, at a time or each row's at its own `last_updated`.
    ///
    /// - Throws: `SourceError`, and what `emit` throws.
    func read(
        _ document: borrowing JSONDocument,
        _ time: FactTime?,
        _ context: ReadContext,
        emit: (SourceItem) throws -> Void
    ) throws {
        let names = try document.names(of: quotes, rows: rows, limit: QuotedTickers.quoteLimit)
        var metrics = supplies
        var columns = ["id", "symbol", "name", "last_updated", "circulating_supply", "total_supply", "max_supply"]
        for name in names {
            let quote = name.lowercased()
            guard Self.isCurrency(quote) else {
                try emit(.warning("\(quotes) has the member \(name.prefix(20)), which is no currency and is left out"))
                continue
            }
            metrics += priceCapVolume(quote)
            columns += ["price", "market_cap", "volume_24h"].map { "\(quotes)/\(name)/\($0)" }
        }
        let resolution = time?.resolution ?? .snapshot
        let paths = details(in: names, context.quote(of: document.answer))
        try context.names.withNumbers { coins in
            var facts = JSONFacts(source, resolution, metrics, context, isStamped: true, numbering: coins.numbering)
            try facts.takeAll(rows, columns, of: document, details: paths, emit) { row in
                let updated = try row.instant(3)
                guard let time = time ?? updated.map({ .moment($0) }) else {
                    throw RowError("bad-time", "it has no last_updated")
                }
                var fact = JSONFact(subject: try row.coin(in: &coins), time: time, values: [], stamp: updated)
                // The three supplies come first, then price, market cap and volume of each currency.
                for column in 4..<columns.count {
                    let isPrice = column >= 7 && column % 3 == 1
                    let value = isPrice ? try row.number(column) : row.amount(column, &fact.faults)
                    fact.values.append(column < 7 || column % 3 == 2 ? value.zeroAsMissing : value)
                }
                return fact
            }
        }
    }

    /// Where details are: their money is in the currency that was asked for, else in the first one.
    private func details(in names: [String], _ wanted: String) -> DetailPaths {
        let currencies = names.filter { Self.isCurrency($0.lowercased()) }
        let name = currencies.first { $0.lowercased() == wanted } ?? currencies.first
        var paths = DetailPaths(source: source, quote: name?.lowercased() ?? "", fields: details.ofCoin)
        if let name { paths.fields += details.ofQuote.map { $0.below("\(quotes)/\(name)/") } }
        return paths
    }

    /// Whether a name can be part of a metric's: a few lower-case letters and digits.
    static func isCurrency(_ name: String) -> Bool {
        (1...12).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
    }
}

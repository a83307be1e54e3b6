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

    /// Where the values of a currency are below `quotes`: a member that is named by it, or a place in a list.
    private typealias Quote = (name: String, step: String)

    /// Emits a document's facts, at a time or each row's at its own `last_updated`.
    ///
    /// - Throws: `SourceError`, and what `emit` throws.
    func read(
        _ document: borrowing JSONDocument,
        _ time: FactTime?,
        _ context: ReadContext,
        emit: (SourceItem) throws -> Void
    ) throws {
        let (found, areAlike) = try currencies(document, emit)
        var codes: [String] = []
        for quote in found where !codes.contains(quote.name) { codes.append(quote.name) }
        var columns = ["id", "symbol", "name", "last_updated", "circulating_supply", "total_supply", "max_supply"]
        for quote in found {
            columns += ["price", "market_cap", "volume_24h", "symbol"].map { "\(quotes)/\(quote.step)/\($0)" }
        }
        let metrics = supplies + codes.flatMap { priceCapVolume($0.lowercased()) }
        let resolution = time?.resolution ?? .snapshot
        let paths = details(in: areAlike ? found : [], context.quote(of: document.answer))
        try context.names.withNumbers { coins in
            var facts = JSONFacts(source, resolution, metrics, context, isStamped: true, numbering: coins.numbering)
            try facts.takeAll(rows, columns, of: document, details: paths, emit) { row in
                let updated = try row.instant(3)
                guard let time = time ?? updated.map({ .moment($0) }) else {
                    throw RowError("bad-time", "it has no last_updated")
                }
                var fact = JSONFact(subject: try row.coin(in: &coins), time: time, values: [], stamp: updated)
                for column in 4...6 { fact.values.append(row.amount(column, &fact.faults).zeroAsMissing) }
                fact.values += Array(repeating: .nan, count: 3 * codes.count)
                for (place, quote) in found.enumerated() {
                    let first = 7 + 4 * place
                    let name = quote.name == quote.step ? .text(quote.name) : row[first + 3]
                    guard let code = codes.firstIndex(where: { name == .text($0) }) else { continue }
                    let values = try row.priceCapVolume(first, &fact.faults)
                    fact.values.replaceSubrange(3 + 3 * code..<6 + 3 * code, with: values)
                }
                return fact
            }
        }
    }

    /// The known currencies of the rows, and whether each stands at one place in all of them; of those in lists the first row
    /// with so many says which.
    private func currencies(_ document: borrowing JSONDocument, _ emit: (SourceItem) throws -> Void) throws
        -> (known: [Quote], areAlike: Bool)
    {
        var areAlike = true
        let names = try document.names(of: quotes, rows: rows, limit: QuotedTickers.quoteLimit)
        var all: [Quote] = names.map { ($0, $0) }
        if names.isEmpty {
            let paths = (0..<QuotedTickers.quoteLimit).map { "\(quotes)/\($0)/symbol" }
            try document.forEachRow(rows, paths) { row in
                while all.count < paths.count, case .text(let name) = row[all.count] {
                    all.append((name, "\(all.count)"))
                }
                areAlike = areAlike && all.enumerated().allSatisfy { [.missing, .text($1.name)].contains(row[$0]) }
            }
        }
        for other in all where Currency(other.name) == nil {
            try emit(
                .warning("\(quotes) has the member \(other.name.prefix(20)), an unknown currency that is left out")
            )
        }
        return (all.filter { Currency($0.name) != nil }, areAlike)
    }

    /// Where details are: their money is in the currency that was asked for, else in the first one.
    private func details(in quotes: [Quote], _ wanted: String) -> DetailPaths {
        let quote = quotes.first { $0.name.lowercased() == wanted } ?? quotes.first
        var paths = DetailPaths(source: source, quote: quote?.name.lowercased() ?? "", fields: details.ofCoin)
        if let quote { paths.fields += details.ofQuote.map { $0.below("\(self.quotes)/\(quote.step)/") } }
        return paths
    }
}

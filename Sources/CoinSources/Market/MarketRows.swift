internal import CoinModel

/// A format of market data in JSON as a value: what its head shows, and which rows a document of it has.
struct MarketJSON: JSONSource {
    let id: String
    let kind = LoadKind.market
    let title: String
    let shows: [[String]]
    var isOther: @Sendable (JSONSketch) -> Bool = { _ in false }
    /// The rows of a document.
    let rows: @Sendable (borrowing JSONDocument, ReadContext, ItemSink) throws -> [MarketRows]
    /// The details of a document about its coins.
    var coins: @Sendable (borrowing JSONDocument) throws -> [SourceCoin] = { _ in [] }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        for rows in try rows(document, context, emit) { try rows.read(document, of: id, context, emit) }
        let coins = try coins(document)
        if !coins.isEmpty { try emit(.sourceCoins(coins)) }
    }
}

/// Rows of a document that each have prices, market capitalisation and volume of a coin in one currency or several, and supplies.
///
/// Every currency becomes three metrics of its own. A capitalisation of a coin without a rank and a supply are unknown where
/// they are 0.
struct MarketRows {
    /// A currency as it is written, and the path that its values lie below, with a stroke behind it.
    typealias Quote = (name: String, place: String)

    let path: String
    /// The coin of all rows; nil where each names its own.
    var coin: CoinKey?
    /// The columns of a coin's id, symbol and name; one column alone is a symbol.
    var names = ["id", "symbol", "name"]
    /// The time of all rows; nil where each stands at its own.
    var time: FactTime?
    /// The column of a row's own time, or of its last update.
    var updated = "last_updated"
    /// Whether of two rows of a coin that holds which was updated last, and one that was long before `time` stands where it was.
    var isStamped = false
    /// A column without which a row has no value.
    var needs: String?
    /// The column of a coin's rank, where its capitalisation of 0 is one.
    var rank: String?
    var supplies: [(metric: Metric, column: String)] = []
    let quotes: [Quote]
    /// Whether the currencies of a row are a list, each with its `symbol`, which may differ from row to row.
    var areListed = false
    /// Where price, capitalisation and volume are below a currency's place.
    var values = ["price", "market_cap", "volume_24h"]
    /// The details of rows about their coins.
    var details: DetailPaths?

    /// Emits the rows' facts.
    func read(_ document: borrowing JSONDocument, of source: String, _ context: ReadContext, _ emit: ItemSink) throws {
        if let coin {
            let numbering = SubjectNumbering()
            let number = numbering.add(.coin(coin))
            return try read(document, of: source, context, numbering, emit) { _ in number }
        }
        try context.names.withNumbers { coins in
            try read(document, of: source, context, coins.numbering, emit) { row in
                try names.count == 1 ? row.coin(bySymbolIn: &coins) : row.coin(in: &coins)
            }
        }
    }

    private func read(
        _ document: borrowing JSONDocument,
        of source: String,
        _ context: ReadContext,
        _ numbering: SubjectNumbering,
        _ emit: ItemSink,
        coin: (JSONRow) throws -> Int
    ) throws {
        var codes: [String] = []
        for quote in quotes where !codes.contains(quote.name) { codes.append(quote.name) }
        var columns = names + [updated]
        func add(_ paths: [String]) -> Int {
            columns += paths
            return columns.count - paths.count
        }
        let (needed, ranked) = (needs.map { add([$0]) }, rank.map { add([$0]) })
        let firstSupply = add(supplies.map(\.column))
        let each = values + (areListed ? ["symbol"] : [])
        let firstQuote = add(quotes.flatMap { quote in each.map { quote.place + $0 } })
        let metrics = codes.flatMap { priceCapVolume($0.lowercased()) } + supplies.map(\.metric)
        var facts = JSONFacts(
            source,
            time?.resolution ?? .snapshot,
            metrics,
            context,
            isStamped: isStamped,
            asked: context.asked?.snapshot,
            numbering: numbering
        )
        let own = quotes.map { codes.firstIndex(of: $0.name) }
        try facts.fillAll(path, columns, of: document, details: details, emit) { row, fact in
            if let needed, row.isMissing(needed) { return false }
            let stamp = try row.instant(names.count)
            guard let time = time ?? stamp.map({ .moment($0) }) else {
                throw RowError("bad-time", "\(updated) is missing, not a time")
            }
            fact.subject = try coin(row)
            fact.time = time
            fact.stamp = stamp
            let isRanked = ranked.map { !row.isMissing($0) } ?? false
            for place in quotes.indices {
                let first = firstQuote + each.count * place
                let shown = areListed ? codes.firstIndex { row[first + 3] == .text($0) } : own[place]
                guard let code = shown else { continue }
                fact.values[3 * code] = try row.number(first)
                let cap = row.amount(first + 1, &fact.faults)
                fact.values[3 * code + 1] = isRanked ? cap : cap.zeroAsMissing
                fact.values[3 * code + 2] = row.amount(first + 2, &fact.faults)
            }
            for (place, column) in zip(metrics.indices.suffix(supplies.count), firstSupply...) {
                let supply = row.amount(column, &fact.faults)
                // CryptoCompare writes −1 for a maximum that there is not.
                fact.values[place] = supply == -1 ? .nan : supply.zeroAsMissing
            }
            return true
        }
    }
}

extension MarketRows {
    /// The supplies that most sources have, under their usual names.
    static let supplies: [(metric: Metric, column: String)] = [
        (.circulatingSupply, "circulating_supply"), (.totalSupply, "total_supply"), (.maxSupply, "max_supply"),
    ]

    /// More currencies than any plan allows at once, as members and in a list.
    private static let limits = (members: 128, places: 64)

    /// The known currencies of rows, members of what is at a path or places of a list there, whether they are a list, and
    /// whether each stands at one place in all rows; of those in lists the first row with so many says which.
    static func currencies(_ path: String, rows: String, _ document: borrowing JSONDocument, _ emit: ItemSink) throws
        -> (known: [Quote], areListed: Bool, areAlike: Bool)
    {
        let prefix = path.isEmpty ? "" : path + "/"
        let names = try document.names(of: path, rows: rows, limit: limits.members)
        var all = names.map { Quote($0, prefix + $0 + "/") }
        var areAlike = true
        if names.isEmpty {
            let paths = (0..<limits.places).map { "\(prefix)\($0)/symbol" }
            try document.forEachRow(rows, paths) { row in
                while all.count < paths.count, case .text(let name) = row[all.count] {
                    all.append((name, "\(prefix)\(all.count)/"))
                }
                areAlike = areAlike && all.enumerated().allSatisfy { [.missing, .text($1.name)].contains(row[$0]) }
            }
        }
        for other in all where Currency(other.name) == nil {
            let place = path.isEmpty ? rows : path
            let what = "\(place) has the member \(other.name.prefix(20)), an unknown currency that is left out"
            try emit(.warning(what))
        }
        return (all.filter { Currency($0.name) != nil }, names.isEmpty, areAlike)
    }

    /// The one of some currencies in which details are given: that which was asked for, else the first one.
    static func agreed(_ quotes: [Quote], _ context: ReadContext) -> Quote? {
        quotes.first { $0.name.lowercased() == context.priceQuote } ?? quotes.first
    }

    /// Rows of coins with several currencies, as CoinPaprika's and CoinMarketCap's, with what they say beside facts.
    static func tickers(
        at path: String,
        _ quotes: String,
        _ time: FactTime?,
        of source: String,
        _ document: borrowing JSONDocument,
        _ context: ReadContext,
        _ emit: ItemSink
    ) throws -> MarketRows {
        let (found, areListed, areAlike) = try currencies(quotes, rows: path, document, emit)
        let quote = areAlike ? agreed(found, context) : nil
        return MarketRows(
            path: path,
            time: time,
            isStamped: true,
            supplies: supplies,
            quotes: found,
            areListed: areListed,
            details: DetailPaths(of: source, in: quote?.name.lowercased() ?? "", at: quote?.place)
        )
    }
}

/// Price, market capitalisation and volume, in this order.
func priceCapVolume(_ quote: String) -> [Metric] { [.price(quote), .marketCap(quote), .volume(quote)] }

extension Double {
    /// The number, or missing for 0: of market caps and supplies, 0 is most sources' word for unknown.
    var zeroAsMissing: Double { self == 0 ? .nan : self }
}

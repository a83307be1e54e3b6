internal import CoinModel

/// CoinMarketCap's `/cryptocurrency/map`: all coins under their ids as `coinmarketcap:ID`, with contracts, whether they are
/// traded, and since when and until when it has data of them.
///
/// The envelope's `status/timestamp` says when it was so, where the answer does not.
struct CoinMarketCapMap: JSONSource {
    let id = "coinmarketcap-list"
    let dependsOnName = false
    let kind = LoadKind.coins
    let title = "CoinMarketCap /cryptocurrency/map: ids, symbols, names, activity and contracts of coins (JSON)"
    let shows = ["data/*", "*"].flatMap { row in
        ["is_active", "first_historical_data"].map { ["\(row)/id", "\(row)/slug", "\(row)/\($0)"] }
    }

    func recognises(_ sketch: JSONSketch) -> Bool {
        // Quotes say whether a coin is active, too.
        sketch.shows(shows) && !["data/*", "*"].contains { sketch.names(below: $0).contains("quote") }
    }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let rows = document["data"] == .missing ? "*" : "data/*"
        let time = try document.answer?.asked.snapshot ?? document.timestamp()
        let observed = context.observed(document.answer).map { FactTime($0).end }
        var (coins, times): ([Coin], [Int: Instant?]) = ([], [:])
        try document.forEachRow(rows, ["id", "symbol", "name"]) { row in
            try rejecting(row.line, emit) {
                coins.append(try coin(row, of: .source("coinmarketcap"), repositories: [], tags: []))
                times[row.line] = .some(time ?? observed)
            }
        }
        guard !coins.isEmpty else { return }
        try emit(.coins(coins))
        let found = try ContractReader.coinMarketCap(of: rows, document)
        if !found.isEmpty { try emit(.sourceCoins(found)) }
        guard context.readsDetails else { return }
        let fields = DetailPaths.fields([
            .rank: "rank", .firstData: "first_historical_data", .lastData: "last_historical_data",
        ])
        try DetailPaths(source: id, fields: fields).read(rows, of: document, at: times, emit)
    }
}

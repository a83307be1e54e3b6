internal import CoinModel

extension MarketJSON {
    /// CoinMarketCap's listings and latest quotes, with their envelope or without.
    ///
    /// The envelope's `status/timestamp` is the time of the snapshot. `data` is an array, an object keyed by id, or an
    /// object of arrays keyed by symbol. Self-reported supplies and caps are not read. The sandbox host answers random
    /// numbers in the same shape, which no reader can recognise.
    static let coinMarketCapListings = MarketJSON(
        id: "coinmarketcap-listings",
        title: "CoinMarketCap listings and latest quotes (JSON)",
        shows: ["*", "data/?", "data/?/*"].map { ["\($0)/id", "\($0)/quote/?/price"] },
        isOther: { $0.shows("data/quotes/*/timestamp") || $0.shows("data/?/quotes/*/timestamp") },
        rows: { document, context, emit in
            // The pages of one run have one time, whenever each was made.
            let own = try context.asked?.snapshot ?? document.timestamp()
            let time = try own.map { .moment($0) } ?? context.snapshotTime()
            let (path, source) = (try listings(document), "coinmarketcap-listings")
            return [try MarketRows.tickers(at: path, "quote", time, of: source, document, context, emit)]
        },
        coins: { document in try ContractReader.coinMarketCap(of: listings(document), document) }
    )

    /// Where a listing has its coins.
    private static func listings(_ document: borrowing JSONDocument) throws -> String {
        guard document["data"] != .missing else { return "*" }
        let names = try document.names(of: "", rows: "data/*", limit: 1 << 10)
        return names.contains("quote") ? "data/*" : "data/*/*"
    }

    /// CoinMarketCap's historical quotes: of one coin, or of several by their ids.
    ///
    /// A point has two times some seconds apart; the outer one, which all its currencies share, is taken.
    static let coinMarketCapHistory = MarketJSON(
        id: "coinmarketcap-history",
        title: "CoinMarketCap quotes/historical of one coin or several (JSON)",
        shows: ["data", "data/?"].map { ["\($0)/quotes/*/timestamp", "\($0)/quotes/*/quote/?"] },
        rows: { document, _, emit in
            let isOfOne = document["data/quotes"] != .missing
            let ids = try isOfOne ? [] : document.names(of: "", rows: "data", limit: 1 << 10)
            var all: [MarketRows] = []
            for place in isOfOne ? ["data"] : ids.map({ "data/\($0)" }) {
                let path = place + "/quotes/*"
                let (found, areListed, _) = try MarketRows.currencies("quote", rows: path, document, emit)
                let coin = try coin(at: place, document)
                all.append(
                    MarketRows(path: path, coin: coin, updated: "timestamp", quotes: found, areListed: areListed)
                )
            }
            return all
        }
    )

    private static func coin(at place: String, _ document: borrowing JSONDocument) throws -> CoinKey {
        var key: CoinKey?
        try document.forEachRow(place, ["id", "symbol", "name"]) { row in
            try rejecting(row.line, { _ in }) {
                key = CoinKey(id: try row.id(0), symbol: try row.text(1), name: try row.text(2))
            }
        }
        guard let key else { throw SourceError("no-coin", detail: "its data names no coin by an id; fetch it again") }
        return key
    }
}

internal import CoinModel

/// CoinMarketCap's listings and latest quotes, with their envelope or without.
///
/// The envelope's `status/timestamp` is the time of the snapshot. `data` is an array, an object keyed by id, or an
/// object of arrays keyed by symbol. Self-reported supplies and caps are not read. The sandbox host answers random
/// numbers in the same shape, which no reader can recognise.
struct CoinMarketCapListings: JSONSource {
    let id = "coinmarketcap-listings"
    let kind = LoadKind.market
    let title = "CoinMarketCap listings and latest quotes (JSON)"
    let shows = ["*", "data/?", "data/?/*"].map { ["\($0)/id", "\($0)/quote/?/price"] }

    private static let details = (
        ofCoin: DetailPaths.fields([.rank: "cmc_rank", .lastData: "last_updated"]) + [
            DetailPaths.Field(field: .links, path: "slug", prefix: "https://coinmarketcap.com/currencies/")
        ],
        ofQuote: DetailPaths.fields([
            .change1h: "percent_change_1h", .change24h: "percent_change_24h", .change7d: "percent_change_7d",
            .change30d: "percent_change_30d",
        ])
    )

    func recognises(_ sketch: JSONSketch) -> Bool {
        sketch.shows(shows) && !sketch.shows("data/quotes/*/timestamp") && !sketch.shows("data/?/quotes/*/timestamp")
    }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        var rows = "*"
        if document["data"] != .missing {
            let names = try document.names(of: "", rows: "data/*", limit: 1 << 10)
            rows = names.contains("quote") ? "data/*" : "data/*/*"
        }
        // The pages of one run have one time, whenever each was made.
        let own = try document.answer?.asked.snapshot ?? document.timestamp()
        let time = try own.map { .moment($0) } ?? context.snapshotTime(document.answer)
        try QuotedTickers(source: id, rows: rows, quotes: "quote", details: CoinMarketCapListings.details)
            .read(document, time, context, emit: emit)
        let contracts = try ContractReader.coinMarketCap(of: rows, document)
        if !contracts.isEmpty { try emit(.sourceCoins(contracts)) }
    }
}

/// CoinMarketCap's historical quotes: of one coin, or of several by their ids.
///
/// A point has two times some seconds apart; the outer one, which all its currencies share, is taken.
struct CoinMarketCapHistory: JSONSource {
    let id = "coinmarketcap-history"
    let kind = LoadKind.market
    let title = "CoinMarketCap quotes/historical of one coin or several (JSON)"
    let shows = ["data", "data/?"].map { ["\($0)/quotes/*/timestamp", "\($0)/quotes/*/quote/?"] }

    /// More coins than one answer has.
    private static let coinLimit = 1 << 10

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        guard document["data/quotes"] == .missing else { return try read("data", document, context, emit: emit) }
        let ids = try document.names(of: "", rows: "data", limit: CoinMarketCapHistory.coinLimit)
        for id in ids { try read("data/\(id)", document, context, emit: emit) }
    }

    /// Reads the quotes of the coin at a path.
    private func read(
        _ place: String,
        _ document: borrowing JSONDocument,
        _ context: ReadContext,
        emit: (SourceItem) throws -> Void
    ) throws {
        let coin = try coin(at: place, document)
        let rows = place + "/quotes/*"
        let members = try document.names(of: "quote", rows: rows, limit: 64)
        let quotes = members.filter { Currency($0) != nil }
        let metrics = quotes.flatMap { priceCapVolume($0.lowercased()) }
        let columns = quotes.flatMap { quote in ["price", "market_cap", "volume_24h"].map { "quote/\(quote)/\($0)" } }
        var facts = JSONFacts(id, .snapshot, metrics, context, answer: document.answer)
        let subject = facts.numbering.add(.coin(coin))
        try facts.takeAll(rows, ["timestamp"] + columns, of: document, emit) { row in
            let time = FactTime.moment(try row.requiredInstant(0))
            var faults: [RowError] = []
            let values = try quotes.indices.flatMap { try row.priceCapVolume(1 + 3 * $0, &faults) }
            return JSONFact(subject: subject, time: time, values: values, faults: faults)
        }
    }

    private func coin(at place: String, _ document: borrowing JSONDocument) throws -> CoinKey {
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

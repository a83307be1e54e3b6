internal import CoinModel

/// One page of CoinGecko's `/coins/markets`: a snapshot of many coins that does not say when it was taken.
///
/// `last_updated` is no time of the snapshot, for it differs from coin to coin; it decides between two rows of one
/// coin, as pages that shift while they are fetched have them, and over 48 hours away from the snapshot it is where the
/// row stands. Where nothing else says when the page was taken and all rows have one, the newest is its time. A market cap of 0 without a rank, and a supply of 0,
/// mean unknown. `fully_diluted_valuation` is not read: it is the price by the maximum supply, else by the total, and
/// there only where one of them is.
struct CoinGeckoMarkets: JSONSource {
    let id = "coingecko-markets"
    let kind = LoadKind.market
    let title = "CoinGecko /coins/markets pages, in folders named by their time or with --observed-at (JSON)"
    let shows = [["*/id", "*/current_price", "*/market_cap"]]

    private static let columns = [
        "id", "symbol", "name", "current_price", "market_cap", "market_cap_rank", "total_volume", "circulating_supply",
        "total_supply", "max_supply", "last_updated",
    ]

    private static let fields = DetailPaths.fields([
        .rank: "market_cap_rank", .change1h: "price_change_percentage_1h_in_currency",
        .change24h: "price_change_percentage_24h", .change7d: "price_change_percentage_7d_in_currency",
        .change30d: "price_change_percentage_30d_in_currency", .change1y: "price_change_percentage_1y_in_currency",
        .high24h: "high_24h", .low24h: "low_24h", .ath: "ath", .athDate: "ath_date", .atl: "atl",
        .atlDate: "atl_date", .lastData: "last_updated", .image: "image",
    ])

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        let time = try context.knownTime(document.answer) ?? CoinGeckoMarkets.newestUpdate(document, context, emit)
        let quote = context.quote(of: document.answer)
        if context.assumesQuote, document.answer?.asked.quote == nil { try emit(.assumedQuote(quote)) }
        let metrics = priceCapVolume(quote) + supplies
        var details = DetailPaths(source: id, quote: quote, fields: CoinGeckoMarkets.fields)
        details.sparkline = "sparkline_in_7d/price"
        try context.names.withNumbers { coins in
            var facts = JSONFacts(id, time.resolution, metrics, context, isStamped: true, numbering: coins.numbering)
            try facts.takeAll("*", CoinGeckoMarkets.columns, of: document, details: details, emit) { row in
                let isRanked = row[5] != .missing
                let coin = try row.coin(in: &coins)
                var faults: [RowError] = []
                let cap = row.amount(4, &faults)
                let values = [
                    try row.number(3), isRanked ? cap : cap.zeroAsMissing, row.amount(6, &faults),
                    row.amount(7, &faults).zeroAsMissing, row.amount(8, &faults).zeroAsMissing,
                    row.amount(9, &faults).zeroAsMissing,
                ]
                let stamp = try row.instant(10)
                return JSONFact(subject: coin, time: time, values: values, stamp: stamp, faults: faults)
            }
        }
    }
}

extension CoinGeckoMarkets {
    /// The newest `last_updated` of a page all of whose rows have one, which a note names.
    ///
    /// - Throws: `SourceError` `no-time` where one has none, and what `emit` throws.
    private static func newestUpdate(
        _ document: borrowing JSONDocument,
        _ context: ReadContext,
        _ emit: (SourceItem) throws -> Void
    ) throws -> FactTime {
        var (newest, isWhole) = (Instant?.none, true)
        try document.forEachRow("*", ["last_updated"]) { row in
            // Rows that cannot be read are rejected when their values are.
            try rejecting(row.line, { _ in }) {
                guard let time = try row.instant(0) else {
                    isWhole = false
                    return
                }
                try context.bounds.check(time)
                newest = max(newest ?? time, time)
            }
        }
        guard isWhole, let newest else { return try context.snapshotTime(document.answer) }
        try emit(
            .note("nothing says when it was observed: taken for a snapshot of its newest `last_updated`, \(newest)")
        )
        return .moment(newest)
    }
}

/// CoinGecko's `/coins/{id}/history`: one coin at 00:00 UTC of the date that was asked for, which only the caller
/// knows.
///
/// Of some sixty currencies the one of `--quote` is read.
struct CoinGeckoHistory: JSONSource {
    let id = "coingecko-history"
    let kind = LoadKind.market
    let title = "CoinGecko /coins/{id}/history, its date with --observed-at (JSON)"
    let shows = [["id", "symbol", "market_data/current_price"]]

    func recognises(_ sketch: JSONSketch) -> Bool {
        sketch.shows(shows) && !sketch.shows("categories")
    }

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: (SourceItem) throws -> Void) throws {
        // The answer's own date is that of the request, not of the day that was asked for.
        var time = try context.snapshotTime(nil)
        if time.resolution == .day { time = .moment(Instant(startOf: time.end.day)) }
        let quote = context.quote(of: document.answer)
        guard document["market_data/current_price/\(quote)"] != .missing else {
            let detail = "has no price in \(quote); choose a currency that it has with --quote"
            throw SourceError("no-quote", detail: detail)
        }
        var facts = JSONFacts(id, time.resolution, priceCapVolume(quote), context)
        let values = ["current_price", "market_cap", "total_volume"].map { "market_data/\($0)/\(quote)" }
        let numbering = facts.numbering
        try facts.takeAll("", ["id", "symbol", "name"] + values, of: document, emit) { row in
            let coin = CoinKey(id: try row.id(0), symbol: try row.text(1), name: try row.text(2))
            return try row.priceCapVolume(3, of: numbering.add(.coin(coin)), at: time)
        }
    }
}

/// Price, market capitalisation and volume, in this order.
func priceCapVolume(_ quote: String) -> [Metric] { [.price(quote), .marketCap(quote), .volume(quote)] }

/// Circulating, total and maximum supply, in this order.
let supplies: [Metric] = [.circulatingSupply, .totalSupply, .maxSupply]

extension JSONRow {
    /// Price, market capitalisation and volume of three columns side by side; a capitalisation of 0 is missing.
    func priceCapVolume(_ first: Int, _ faults: inout [RowError]) throws(RowError) -> [Double] {
        [try number(first), amount(first + 1, &faults).zeroAsMissing, amount(first + 2, &faults)]
    }

    /// The fact of three such columns.
    func priceCapVolume(_ first: Int, of subject: Int, at time: FactTime) throws(RowError) -> JSONFact {
        var faults: [RowError] = []
        let values = try priceCapVolume(first, &faults)
        return JSONFact(subject: subject, time: time, values: values, faults: faults)
    }
}

extension Double {
    /// The number, or missing for 0: of market caps and supplies, 0 is most sources' word for unknown.
    var zeroAsMissing: Double { self == 0 ? .nan : self }
}

internal import CoinModel

extension MarketJSON {
    /// One page of CoinGecko's `/coins/markets`: a snapshot of many coins that does not say when it was taken.
    ///
    /// `last_updated` is not a time of the snapshot, for it differs from coin to coin; it decides between two rows of one
    /// coin, as pages that shift while they are fetched have them, and over 48 hours away from the snapshot it is where the
    /// row stands. Where nothing else says when the page was taken and all rows have one, the newest is its time. A market cap of 0 without a rank, and a supply of 0,
    /// mean unknown. `fully_diluted_valuation` is not read: it is the price by the maximum supply, else by the total, and
    /// there only where one of them is.
    static let coinGeckoMarkets = MarketJSON(
        id: "coingecko-markets",
        title: "CoinGecko /coins/markets pages, in folders named by their time or with --observed-at (JSON)",
        shows: [["*/id", "*/current_price", "*/market_cap"]],
        rows: { document, context, emit in
            let time = try context.knownTime ?? newestUpdate(document, context, emit)
            let quote = context.priceQuote
            if context.hints.quote == nil, context.asked?.quote == nil { try emit(.assumedQuote(quote)) }
            let rows = MarketRows(
                path: "*",
                time: time,
                isStamped: true,
                rank: "market_cap_rank",
                supplies: MarketRows.supplies,
                quotes: [(quote, "")],
                values: ["current_price", "market_cap", "total_volume"],
                details: context.readsDetails ? DetailPaths(of: "coingecko-markets", in: quote, at: nil) : nil
            )
            return [rows]
        }
    )

    /// The newest `last_updated` of a page all of whose rows have one, which a note names.
    ///
    /// - Throws: `SourceError` `no-time` where one has none, and what `emit` throws.
    private static func newestUpdate(
        _ document: borrowing JSONDocument,
        _ context: ReadContext,
        _ emit: ItemSink
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
        guard isWhole, let newest else { return try context.snapshotTime() }
        try emit(
            .note("nothing says when it was observed: taken for a snapshot of its newest `last_updated`, \(newest)")
        )
        return .moment(newest)
    }

    /// CoinGecko's `/coins/{id}/history`: one coin at 00:00 UTC of the date that was asked for, which only the caller
    /// knows.
    ///
    /// Of some sixty currencies the one of `--quote` is read.
    static let coinGeckoHistory = MarketJSON(
        id: "coingecko-history",
        title: "CoinGecko /coins/{id}/history, its date with --observed-at (JSON)",
        shows: [["id", "symbol", "market_data/current_price"]],
        isOther: { $0.shows("categories") },
        rows: { document, context, _ in
            let quote = context.priceQuote
            // The answer's own date is that of the request, not of the day that was asked for.
            var context = context
            context.head = nil
            var time = try context.snapshotTime()
            if time.resolution == .day { time = .moment(Instant(startOf: time.end.day)) }
            guard document["market_data/current_price/\(quote)"] != .missing else {
                let detail = "has no price in \(quote); choose a currency that it has with --quote"
                throw SourceError("no-quote", detail: detail)
            }
            let values = ["current_price", "market_cap", "total_volume"].map { "market_data/\($0)/\(quote)" }
            return [MarketRows(path: "", time: time, quotes: [(quote, "")], values: values)]
        }
    )
}

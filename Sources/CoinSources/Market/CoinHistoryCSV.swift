internal import CoinModel

/// Histories of one coin, which the file's name identifies.
extension DailyCSV {
    /// CoinGecko's download of one coin's history: `snapped_at` (`date` in copies), price, market cap, volume.
    ///
    /// A row stands at midnight or within an hour of it. Stamped before 2018-01-30 it describes the day of its stamp,
    /// from then on the day that ends at its midnight: the two rows at that seam describe one day, and of two such rows
    /// the one nearer to midnight holds. Any other time is a running day's. A market capitalisation of 0 is unknown.
    static let coinGeckoExport = DailyCSV(
        id: "coingecko-export-csv",
        title: "CoinGecko history of one coin: snapped_at, price, market_cap, total_volume (CSV)",
        matches: { sketch in
            ["snapped_at", "date"].contains(sketch.header.first)
                && sketch.header.dropFirst().elementsEqual(["price", "market_cap", "total_volume"])
        },
        times: ["snapped_at", "date"],
        subject: { _, context in
            // The site names its files `btc-usd-max.csv`: symbol and quote.
            let pair = context.stem.contains("-max") ? try context.pair(context.stem) : nil
            return (pair?.coin, pair?.quote ?? context.hints.money)
        },
        values: [.price("price"), .cap("market_cap"), .volume("total_volume")],
        refine: { columns, _, _ in columns.describes = dayOfExport }
    )

    private static func dayOfExport(_ time: AsOf, _ day: Day) throws(RowError) -> DailyColumns.DescribedDay {
        let seam = Instant(seconds: 1_517_270_400)
        guard case .instant(let stamp) = time else { return (day.advanced(by: day < seam.day ? 0 : -1), 0) }
        let midnight = Instant(startOf: Instant(milliseconds: stamp.milliseconds + 43_200_000).day)
        let distance = abs(stamp.milliseconds - midnight.milliseconds)
        guard distance <= 3_600_000 else {
            throw RowError("off-midnight", "\(stamp) is not the end of a day: a running day's price")
        }
        return (stamp < seam ? day : midnight.day.advanced(by: -1), distance)
    }

    /// Coin Metrics' community file of one asset, in the column names of any of its eras; a row describes the day it
    /// names.
    ///
    /// The asset's code is the file's name. It is neither another source's id nor always a symbol: the coin that lists it is its
    /// own, else prices look it up as a symbol, and one with a chain in it (`eos_eth`) finds no coin. Old files write a market
    /// capitalisation of 0.0 before their data begins: unknown. `PriceUSD` goes before `ReferenceRateUSD`.
    static let coinMetrics = DailyCSV(
        id: "coinmetrics-csv",
        title: "Coin Metrics community data of one asset: time, PriceUSD, CapMrktCurUSD, SplyCur, … (CSV)",
        matches: { sketch in
            ["time", "date"].contains(sketch.header.first)
                && !Set(coinMetricsHeads.flatMap(\.names)).isDisjoint(with: sketch.header)
        },
        times: ["time", "date"],
        subject: { _, context in (CoinKey(symbol: context.stem), "usd") },
        values: coinMetricsHeads + [
            .volume("volume_reported_spot_usd_1d", "exchangevolume(usd)").ifAny, .supply("splycur").ifAny,
        ]
    )

    /// The columns that identify such a file.
    private static let coinMetricsHeads: [Value] = [
        .price("priceusd", "referencerateusd", "price(usd)").ifAny, .cap("capmrktcurusd", "marketcap(usd)").ifAny,
        .use(.activeAddresses, "adractcnt", "activeaddresses"), .use(.transactions, "txcnt", "txcount"),
        .use(.transferredValue, "txtfrvaladjusd", "adjustedtxvolume(usd)"), .use(.chainFees, "feetotusd"),
        .use(.activeSupply, "splyact1yr"),
    ]
}

extension ReadContext {
    /// The coin of a CSV file that does not name it: `--coin`, else the coin by the format's custom, else the file's
    /// name as an id.
    ///
    /// - Throws: `SourceError` `no-coin` when none of them names one.
    func coinOfCSV(named: CoinKey? = nil) throws(SourceError) -> CoinKey {
        if let coin = hints.coin { return CoinKey(id: coin) }
        if let named { return named }
        let isPlain = stem.utf8.allSatisfy {
            (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e
        }
        guard isPlain, !stem.isEmpty else {
            throw SourceError("no-coin", detail: "neither the file nor its name says which coin; give --coin ID")
        }
        return CoinKey(id: stem)
    }
}

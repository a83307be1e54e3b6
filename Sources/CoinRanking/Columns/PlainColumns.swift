internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// Who the coin is, and what it costs.
    static func identity(_ quote: String) -> [Entry] {
        let money = quote.uppercased()
        return [
            Entry(
                count: "rank",
                "Rank",
                orMissing: .notRanked,
                "1 for the best; missing for coins that are only listed."
            ) { $0.rank },
            Entry(text: "coin_id", "Coin", "The coin's id in the coin list.") { $0.coin.id },
            Entry(text: "symbol", "Symbol", "The ticker symbol; not unique.") { $0.coin.symbol },
            Entry(text: "name", "Name", "The coin's name.") { $0.coin.name },
            Entry(
                "price_" + quote,
                "Price",
                unit: money,
                .money,
                [.noMarket],
                "Newest price at or before the as-of moment, at most 53 weeks old."
            ) { $0.price }.reading(.newest),
            Entry(
                "market_cap_" + quote,
                "Market cap",
                unit: money,
                .money,
                [.noMarket],
                "Newest market capitalisation at or before the as-of moment, at most 53 weeks old."
            ) { $0.marketCap }.reading(.newest),
        ]
    }

    /// Means over 12 and 52 weeks and their ratios, momentum and volatility.
    ///
    /// `classic` wants 8 of the 12 and 26 of the 52 weeks for a mean and adds up commits from every repository that
    /// covers a week; the other presets take the observed weeks as they are.
    static func plain(_ quote: String, _ preset: Preset) -> [Entry] {
        let money = quote.uppercased()
        let commits = "commits a week"
        return [
            Entry(
                "dev12",
                "Dev 12",
                unit: commits,
                .fixed(1),
                UsualReasons.development,
                "Mean weekly commits over the observed ones of the last 12 complete weeks."
            ) { $0.commits.recent }.reading(preset.commitParts),
            Entry(
                "dev52",
                "Dev 52",
                unit: commits,
                .fixed(1),
                UsualReasons.development,
                "Mean weekly commits over the observed ones of the last 52 complete weeks, but in `classic` since the "
                    + "first commit."
            ) { $0.commits.year }.reading(preset.commitParts),
            Entry(
                "dev_ratio",
                "Dev ratio",
                .fixed(2),
                UsualReasons.development + [.zeroBase],
                "dev12 / dev52."
            ) { $0.developerRatio }.reading(preset.commitParts),
            Entry(
                "vol12",
                "Volume 12",
                unit: money,
                .money,
                UsualReasons.market,
                "Mean of the weekly means of 24-hour volume, last 12 complete weeks."
            ) { $0.volume.recent }.reading(.volumeMean),
            Entry(
                "vol52",
                "Volume 52",
                unit: money,
                .money,
                UsualReasons.market,
                "Mean of the weekly means of 24-hour volume, last 52 complete weeks."
            ) { $0.volume.year }.reading(.volumeMean),
            Entry("vol_ratio", "Volume ratio", .fixed(2), UsualReasons.market + [.zeroBase], "vol12 / vol52.") {
                $0.volumeRatio
            }.reading(.volumeMean),
            Entry(
                "momentum12",
                "Momentum",
                .signed(2),
                UsualReasons.close,
                "ln of the close of the newest complete week by that of 12 weeks before."
            ) { $0.close.momentum }.reading(.close),
            Entry(
                "volatility52",
                "Volatility",
                unit: "a year",
                .fixed(2),
                UsualReasons.close + [.fewWeeks],
                "√52 × sample deviation of the weekly log returns of 52 weeks, 26 of them at least."
            ) { $0.close.volatility }.reading(.close),
            Entry(
                "trend12",
                "Interest 12",
                unit: "index",
                .fixed(1),
                UsualReasons.interest,
                "Mean weekly search interest of the last 12 complete weeks, on its own export's scale of 0–100."
            ) { $0.interest.recent }.reading(.interest),
            Entry(
                "trend52",
                "Interest 52",
                unit: "index",
                .fixed(1),
                UsualReasons.interest,
                "Mean weekly search interest of the last 52 complete weeks, on its own export's scale of 0–100."
            ) { $0.interest.year }.reading(.interest),
            Entry(
                "trend_ratio",
                "Interest ratio",
                .fixed(2),
                UsualReasons.interest + [.zeroBase],
                "trend12 / trend52."
            ) { $0.interestRatio }.reading(.interest),
        ]
    }
}

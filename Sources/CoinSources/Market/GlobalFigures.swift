internal import CoinModel

/// What a source says of the market as a whole: capitalisation and volume in US dollars, the shares of Bitcoin and Ether, how
/// many coins it counts, and how the capitalisation changed in 24 hours.
///
/// The figures of a fetch stand at the moment of its run, as all that it asked for; others at the moment that the answer names
/// for them, and where it names none at that of the snapshot. A capitalisation, a share or a number of coins of 0 is unknown.
struct GlobalFigures: JSONSource {
    let id: String
    let kind = LoadKind.market
    let title: String
    let shows: [[String]]
    /// Where capitalisation, volume, both shares in percent, the number of coins, the change in percent and the time stand.
    let paths: [String]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let columns = paths.filter { !$0.isEmpty }
        var facts = JSONFacts(id, .snapshot, Metric.ofMarket, context)
        let market = facts.numbering.add(.market)
        try facts.takeAll("", columns, of: document, emit) { row in
            var faults: [RowError] = []
            func amount(_ place: Int) -> Double {
                guard let column = columns.firstIndex(of: paths[place]) else { return .nan }
                return row.amount(column, &faults)
            }
            let own = try row.instant(columns.count - 1)
            let time = (context.asked?.snapshot ?? own).map(FactTime.moment)
            let values = [
                amount(0).zeroAsMissing, amount(1), amount(2).zeroAsMissing / 100, amount(3).zeroAsMissing / 100,
                amount(4).zeroAsMissing, 1 + amount(5) / 100,
            ]
            let known = try time ?? .moment(context.snapshotTime().end)
            return JSONFact(subject: market, time: known, values: values, faults: faults)
        }
    }
}

extension GlobalFigures {
    static let coinGecko = GlobalFigures(
        id: "coingecko-global",
        title: "CoinGecko /global: figures of the whole market (JSON)",
        shows: [["data/active_cryptocurrencies", "data/total_market_cap"]],
        paths: [
            "data/total_market_cap/usd", "data/total_volume/usd", "data/market_cap_percentage/btc",
            "data/market_cap_percentage/eth", "data/active_cryptocurrencies",
            "data/market_cap_change_percentage_24h_usd", "data/updated_at",
        ]
    )

    /// Ether's share is not among its figures.
    static let coinPaprika = GlobalFigures(
        id: "coinpaprika-global",
        title: "CoinPaprika /global: figures of the whole market (JSON)",
        shows: [["market_cap_usd", "bitcoin_dominance_percentage"]],
        paths: [
            "market_cap_usd", "volume_24h_usd", "bitcoin_dominance_percentage", "", "cryptocurrencies_number",
            "market_cap_change_24h", "last_updated",
        ]
    )

    static let coinMarketCap = GlobalFigures(
        id: "coinmarketcap-global",
        title: "CoinMarketCap /global-metrics/quotes/latest: figures of the whole market (JSON)",
        shows: [["data/btc_dominance", "data/quote"]],
        paths: [
            "data/quote/USD/total_market_cap", "data/quote/USD/total_volume_24h", "data/btc_dominance",
            "data/eth_dominance", "data/active_cryptocurrencies",
            "data/quote/USD/total_market_cap_yesterday_percentage_change", "data/last_updated",
        ]
    )
}

internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// How many coins there are and can be, and what all of them would be worth.
    static func supply(_ quote: String) -> [ColumnEntry] {
        let (price, cap) = ("price_" + quote, "market_cap_" + quote)
        let current: SectionParts = [.newest, .lastPrices, .supplies]
        let growthParts: SectionParts = [.close, .capitalisation, .marketSource]
        let newest = ", by the newest input of the last four weeks that has it"
        let worth: [MissingReason] = .price + [.noFreshSupply]
        let shown = worth.converted(into: quote)
        let shares = worth + [.noFreshCap, .zeroBase]
        func supply(
            _ name: String,
            _ title: String,
            _ series: SeriesUse.Series,
            _ value: @escaping @Sendable (CoinSupply) -> Measured
        ) -> ColumnEntry {
            .number(name, title, unit: "coins", .plain, [.noFreshSupply], .supplies) { value($0.supply) }
                .formula(nil, over: .weeks(CoinSupply.weeks, series))
        }
        return [
            supply("circulating_supply", "Circulating", .circulatingSupply) { $0.circulating }
                .means("Coins in circulation\(newest)."),
            supply("total_supply", "Total supply", .totalSupply) { $0.total }
                .means("Coins that exist, those not in circulation included\(newest)."),
            supply("max_supply", "Max supply", .maxSupply) { $0.maximum }
                .means("Coins that can ever exist\(newest); missing without a limit."),
            .number("fully_diluted", "Fully diluted", .money, shown, current) { $0.shownFullyDiluted }
                .means("Newest price by the maximum supply, by the total without a maximum, in the ranking's currency.")
                .derived {
                    let all = whole($1.supply)
                    return Derivation("\(price) · \(all.name)", [price, all.name], over: .year(.price) + all.series)
                },
            .number("dilution", "Dilution", .fixed(2), shares, current) { $0.supply.dilution }
                .means("fully_diluted by the newest market capitalisation: 1 where all coins are in circulation.")
                .derived {
                    let all = whole($1.supply)
                    let series = .year(.price) + all.series + .year(.marketCap)
                    guard $0.section.shown == nil else {
                        let formula = "price · \(all.name) / capitalisation"
                        return Derivation(formula, [all.name], stored($1), over: series)
                    }
                    return Derivation("\(price) · \(all.name) / \(cap)", [price, all.name, cap], over: series)
                },
            .number("circulating_share", "Circulating share", .fixed(2), shares, current) {
                $0.supply.circulatingShare
            }
            .means(
                "Coins in circulation, or market capitalisation by price where no input has them, by the maximum supply, "
                    + "by the total without a maximum."
            )
            .derived {
                let all = whole($1.supply)
                guard $1.supply.circulating.isThere else {
                    let series = .year(.marketCap, .price) + all.series
                    guard $0.section.shown == nil else {
                        let formula = "capitalisation / price / \(all.name)"
                        return Derivation(formula, [all.name], stored($1), over: series)
                    }
                    return Derivation("\(cap) / \(price) / \(all.name)", [cap, price, all.name], over: series)
                }
                let (name, series) = ("circulating_supply", .weeks(CoinSupply.weeks, .circulatingSupply) + all.series)
                return Derivation("\(name) / \(all.name)", [name, all.name], over: series)
            },
            .number("supply_growth", "Supply growth", .signed(3), [.noMarket, .noSupply], growthParts) {
                $0.supplyGrowth
            }
            .means(
                "Circulating coins, as capitalisation by close, of the newest complete week by those of 51 weeks before, "
                    + "less 1."
            )
            .derived { growth($1, money: $0.section.quote.uppercased()) },
        ]
    }

    /// Price and capitalisation as they are stored, for ratios of the two: shown, each is by the rate of its own day.
    private static func stored(_ coin: CoinMeasures) -> [Input] {
        let (money, cap) = (coin.input.section.quote.uppercased(), coin.marketCap)
        let newest = "Newest market capitalisation as stored."
        return [
            Input("price", coin.price.value, unit: money, orMissing: coin.price.reason, "Newest price as stored."),
            Input("capitalisation", cap.value, unit: money, orMissing: cap.reason, newest),
        ]
    }

    /// The column of all coins there will be, and the facts that it is the newest of.
    private static func whole(_ supply: CoinSupply) -> (name: String, series: [SeriesUse]) {
        supply.lacksMaximum
            ? ("total_supply", .weeks(CoinSupply.weeks, .totalSupply))
            : ("max_supply", .weeks(CoinSupply.weeks, .maxSupply))
    }

    private static func growth(_ coin: CoinMeasures, money: String) -> Derivation {
        let (caps, closes) = (coin.capitalisations.values, coin.closes.values)
        func number(_ name: String, _ value: Double, _ meaning: String) -> Input {
            Input(name, value, unit: money, orMissing: .noSupply, meaning)
        }
        let inputs = [
            number("cap_now", caps[0], "Capitalisation of the newest complete week."),
            number("close_now", closes[0], "Its close."),
            number("cap_then", caps[51], "Capitalisation of the week 51 weeks before."),
            number("close_then", closes[51], "Its close."),
        ]
        let series: [[SeriesUse]] = [SeriesUse.Series.capitalisation, .close].map {
            .weeks(0..<1, $0) + .weeks(51..<52, $0)
        }
        let formula = "(cap_now / close_now) / (cap_then / close_then) − 1"
        return Derivation(formula, [], inputs, over: series.flatMap(\.self))
    }
}

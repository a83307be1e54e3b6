internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// How many coins there are and can be, and what all of them would be worth.
    static func supply() -> [Entry] {
        func told(
            _ name: String,
            _ title: String,
            _ meaning: String,
            _ rest: String = "",
            _ value: @escaping @Sendable (CoinSupply) -> Measured
        ) -> Entry {
            Entry(
                name,
                title,
                unit: "coins",
                .plain,
                [.noFreshSupply],
                meaning + ", by the newest input of the last four weeks that tells\(rest)."
            ) { value($0.supply) }.reading(.supplies)
        }
        let worth: [MissingReason] = [.noMarket, .noFreshSupply]
        return [
            told("circulating_supply", "Circulating", "Coins in circulation") { $0.circulating },
            told("total_supply", "Total supply", "Coins that exist, those not in circulation included") { $0.total },
            told("max_supply", "Max supply", "Coins that can ever exist", "; missing where there is no limit") {
                $0.maximum
            },
            Entry(
                "fully_diluted",
                "Fully diluted",
                .money,
                worth,
                "Newest price by the maximum supply, by the total where there is no maximum, in the ranking's currency."
            ) { $0.fullyDiluted }.reading([.newest, .supplies]),
            Entry(
                "dilution",
                "Dilution",
                .fixed(2),
                worth + [.zeroBase],
                "fully_diluted by the newest market capitalisation: 1 where all coins are in circulation."
            ) { $0.dilution }.reading([.newest, .supplies]),
            Entry(
                "circulating_share",
                "Circulating share",
                .fixed(2),
                worth + [.zeroBase],
                "Coins in circulation, or market capitalisation by price where no input tells them, by the maximum supply, "
                    + "by the total where there is no maximum."
            ) { $0.circulatingShare }.reading([.newest, .supplies]),
            Entry(
                "supply_growth",
                "Supply growth",
                .signed(3),
                [.noMarket, .noSupply],
                "Circulating coins, as capitalisation by close, of the newest complete week by those of 51 weeks before, "
                    + "less 1."
            ) { $0.supplyGrowth }.reading([.close, .capitalisation, .marketSource]),
        ]
    }
}

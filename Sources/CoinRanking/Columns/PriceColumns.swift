internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// Whose the newest price is and of when, and the last one known where that is too old.
    static func priceOrigin(_ quote: String) -> [ColumnEntry] {
        let current: SectionParts = [.newest, .lastPrices]
        let reasons = [MissingReason.noPrice].converted(into: quote)
        return [
            .text("price_source", "Price from", orMissing: .noPrice, .newest) { $0.priceSource }
                .means("The source of the newest price, chosen among those that have one of the last 28 days.")
                .formula(nil, over: .year(.price))
                .withPrice(),
            .text("price_disputed", "Price disputed", .newest) { $0.priceDispute?.text ?? "" }
                .means(
                    "The lowest and the highest of the sources' newest prices of that price's day, where they are over 5 % "
                        + "apart; empty where none are."
                )
                .formula(nil, over: .year(.price))
                .withPrice(),
            .text("price_time", "Priced", orMissing: .noPrice, current) { $0.priceTime?.description }
                .means("When the newest price was one; a price of a whole day stands at its last second.")
                .formula(nil, over: .year(.price))
                .withPrice(),
            .count("price_age_days", "Price age", unit: "days", orMissing: .noPrice, current) { $0.priceAge }
                .means("How many days (UTC) before the as-of moment that was.")
                .formula(nil, ["price_time"])
                .withPrice(),
            .text("cap_time", "Cap of", orMissing: .noFreshCap, current) { $0.marketCapTime?.description }
                .means("When the market capitalisation was one.")
                .formula(nil, over: .year(.marketCap))
                .withPrice(),
            .number("last_price_" + quote, "Last price", unit: quote.uppercased(), .money, reasons, .lastPrices) {
                $0.shownLastPrice
            }
            .means("Newest price at or before the as-of moment, however old it is.")
            .derived { $1.conversion(of: $1.lastPrice, at: $1.lastPriceTime, over: []) },
            .text("last_price_time", "Last priced", orMissing: .noPrice, .lastPrices) { $0.lastPriceTime?.description }
                .means("When that was."),
        ]
    }
}

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
                .withPrice { $0.marketCap.isThere },
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

extension ColumnDictionary {
    /// How the price changed over spans that end with it, and what each change is by.
    static func changes() -> [ColumnEntry] {
        PriceSpan.allCases.enumerated().flatMap { place, span in [change(span, place), origin(span, place)] }
    }

    private static let parts: SectionParts = [.newest, .lastPrices, .spans]

    private static func change(_ span: PriceSpan, _ place: Int) -> ColumnEntry {
        .number("change_\(span.name)", "\(span.name) %", unit: "%", .signed(1), .price + [.noSpan], parts) {
            guard let change = $0.priceChange(place) else {
                return .missing($0.price.isThere ? .noSpan : $0.price.reason)
            }
            return Measured(change.percent, orMissing: .noSpan)
        }
        .means(
            "100 · (newest price by the newest one \(span.name) before it, of the same source, − 1), both at most "
                + "\(tolerance(span)) older than that; else as that source states it, else by another source."
        )
        .derived { universe, coin in
            let (change, money) = (coin.priceChange(place), universe.section.quote.uppercased())
            func end(_ name: String, _ price: Double?, _ time: Instant?) -> Input {
                let by = change.map {
                    "by \($0.end.source)" + (time.map { " at \($0)" } ?? ", as it states the change")
                }
                let former = time.flatMap { time in coin.predecessors.last { time.day < $0.until } }
                let of = former.map { ", of \($0.id), \($0.ratio)" } ?? ""
                return Input(name, price ?? .nan, unit: money, orMissing: .noSpan, "Price \(by ?? "unknown")\(of).")
            }
            let inputs = [end("now", change?.end.value, change?.end.time), end("then", change?.then, change?.thenTime)]
            return Derivation("100 · (now / then − 1)", [], inputs)
        }
    }

    private static func origin(_ span: PriceSpan, _ place: Int) -> ColumnEntry {
        .text("change_\(span.name)_by", "\(span.name) by", orMissing: .noSpan, parts) { $0.priceChange(place)?.by }
            .means(
                "What `change_\(span.name)` is by: `prices` of the source of the newest price, `stated` by that source, or the "
                    + "name of another source."
            )
    }

    /// A tolerance in words.
    private static func tolerance(_ span: PriceSpan) -> String {
        let minutes = span.tolerance / (Instant.millisecondsPerDay / 1440)
        return minutes < 60
            ? "\(minutes) minutes" : minutes % 1440 == 0 ? "\(minutes / 1440) days" : "\(minutes / 60) hours"
    }
}

internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// How the price changed over spans that end at the moment of the ranking, by facts of one source.
    static func changes() -> [ColumnEntry] {
        PriceSpan.allCases.enumerated().map { place, span in
            .number("change_\(span.name)", "\(span.name) %", unit: "%", .signed(1), [.noMarket, .noSpan], .spans) {
                guard let pair = $0.spanPrice(place) else { return .missing(.noSpan) }
                return Measured(100 * (pair.now / pair.then - 1), orMissing: .noSpan)
            }
            .means(
                "100 · (newest price by the newest one \(span.name) before, of the same source, − 1); both at most "
                    + "\(tolerance(span)) older than that."
            )
            .derived { universe, coin in
                let (pair, money) = (coin.spanPrice(place), universe.section.quote.uppercased())
                func end(_ name: String, _ price: Double?, _ time: Instant?) -> Input {
                    let by = pair.map { "by \($0.source) at \(time?.description ?? "")" } ?? "unknown"
                    let former = time.flatMap { time in coin.predecessors.last { time.day < $0.until } }
                    let of = former.map { ", of \($0.id), \($0.ratio)" } ?? ""
                    return Input(name, price ?? .nan, unit: money, orMissing: .noSpan, "Price \(by)\(of).")
                }
                let inputs = [end("now", pair?.now, pair?.nowTime), end("then", pair?.then, pair?.thenTime)]
                return Derivation("100 · (now / then − 1)", [], inputs)
            }
        }
    }

    /// A tolerance in words.
    private static func tolerance(_ span: PriceSpan) -> String {
        let hours = span.tolerance / (Instant.millisecondsPerDay / 24)
        return hours % 24 == 0 ? "\(hours / 24) days" : "\(hours) hours"
    }
}

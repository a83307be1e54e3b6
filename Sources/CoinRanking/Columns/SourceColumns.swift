internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// What sources say that no series tells: their own rank, and the highest price that they ever had.
    static func sources(_ quote: String) -> [ColumnEntry] {
        let (price, ath) = ("price_" + quote, "ath_" + quote)
        let reasons = [MissingReason.notSaid].converted(into: quote)
        let newest = " by the newest list or detail of a source that says so."
        return [
            .count("source_rank", "Source rank", orMissing: .notSaid, .details) { coin in
                coin.sourceFigures.rank.flatMap { Int(exactly: $0.value) }
            }
            .means("Rank by capitalisation" + newest)
            .derived { _, coin in said(coin.sourceFigures.rank) },
            .number(ath, "ATH", unit: quote.uppercased(), .plain, reasons, .details) { $0.shownHighest }
                .means("All-time high" + newest)
                .derived { _, coin in
                    let whose = said(coin.sourceFigures.ath)
                    let conversion = coin.conversion(of: coin.highest, at: coin.timeOfHighest, over: [])
                    return Derivation(conversion.formula, [], conversion.inputs + whose.inputs)
                },
            .text("ath_date", "ATH on", orMissing: .notSaid, .details) {
                $0.sourceFigures.athDate.map { String($0.prefix(10)) }
            }
            .means("When that was.")
            .derived { _, coin in said(coin.sourceFigures.ath) },
            .number("ath_distance_pct", "From ATH %", unit: "%", .signed(1), [.notSaid], .details) {
                $0.athDistance
            }
            .means("100 · (newest price / all-time high of the source − 1); `drawdown_ever` is by weekly closes.")
            .derived {
                // Shown in another currency, each is by the rate of its own day.
                guard $0.section.shown != nil else {
                    return Derivation("100 · (\(price) / \(ath) − 1)", [price, ath], over: .year(.price))
                }
                let money = $0.section.quote.uppercased()
                let inputs = [
                    Input("price", $1.price.value, unit: money, orMissing: $1.price.reason, "Newest price as stored."),
                    Input("highest", $1.highest.value, unit: money, orMissing: .notSaid, "As the source has it."),
                ]
                return Derivation("100 · (price / highest − 1)", [], inputs, over: .year(.price))
            }
            .withPrice(),
        ]
    }

    /// Who said a figure when.
    private static func said(_ figure: SourceFigures.Figure?) -> Derivation {
        guard let figure else { return Derivation() }
        let source = Input("said_by", figure.source, "The format that says so.")
        return Derivation(nil, [], [source, Input("said_at", "\(figure.time)", "When it was so.")])
    }
}

internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// Where the numbers come from, and remarks on them.
    static func origin(_ preset: Preset) -> [ColumnEntry] {
        let remarkParts = preset.scoreParts.union([.development, .marketSource, .interest])
        return [
            .text("repositories", "Repositories", orMissing: .noRepository, []) {
                let weeks = $0.development.weeks
                return weeks.listed == 0 ? nil : "\(weeks.counted) of \(weeks.listed)"
            }
            .means("How many of the coin's repositories were counted, as `2 of 3`.")
            .formula(nil, over: .year(.commits)),
            .text("commit_source", "Commits from", orMissing: .neverObserved, []) {
                let sources = $0.development.weeks.sources
                return sources.isEmpty ? nil : sources.joined(separator: ", ")
            }
            .means("Where the commit counts came from.")
            .formula(nil, over: .year(.commits)),
            .text("market_source", "Market from", orMissing: .noMarket, .marketSource) { $0.marketSource }
                .means("Whose weeks of price and volume were read.")
                .formula(nil, over: .year(.close, .volumeMean, .volumeMedian)),
            .text("market_flags", "Market flags", [.newest, .lastPrices, .supplies, .close, .capitalisation]) {
                $0.marketDoubts.joined(separator: "; ")
            }
            .means(
                "Market figures that do not go together: a price that jumps 1,000-fold within a week, a supply that "
                    + "shrinks to half, a capitalisation of the price's week over 20 % off price × supply, two sources of the "
                    + "price's day over 5 % apart; empty where all do."
            )
            .formula(nil, ["price_usd", "market_cap_usd"], over: .year(.close, .capitalisation))
            .withPrice(),
            .text("trend_term", "Search term", orMissing: .noInterest, .interest) { $0.search?.term.term }
                .means("The search term that was read."),
            .text("trend_granularity", "Interest by", orMissing: .noInterest, .interest) {
                $0.search?.term.granularity.rawValue
            }
            .means("The spacing of the term's export: what is not by weeks is shown, not ranked."),
            .count("pulls", "Pulls", orMissing: .noInterest, .interest) { $0.search?.pullCount }
                .means("How many exports of the term over one window were read: each week is their median."),
            .text("because", "Because", remarkParts, of: CoinSummary.init) { $0.because($1) }
                .means("The signals that add most to the score or take most from it, or why the coin has no rank.")
                .formula(nil, DiscoverySignal.contributionColumns + ["reason"]),
            .text("reason", "Remark", remarkParts, of: CoinSummary.init) { $0.remark($1) ?? "" }
                .means("Why the coin has no rank, and what it was ranked without; empty where there is nothing to say.")
                .formula(nil, ["state", "repositories", "commit_source", "market_source", "trend_term"]),
        ]
    }
}

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
    private static func said(_ figure: DatedFigure?) -> Derivation {
        guard let figure else { return Derivation() }
        let source = Input("said_by", figure.source, "The format that says so.")
        return Derivation(nil, [], [source, Input("said_at", "\(figure.time)", "When it was so.")])
    }
}

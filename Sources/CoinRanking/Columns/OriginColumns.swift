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
            .text("trend_term", "Search term", orMissing: .noInterest, .interest) { $0.interestSeries?.term }
                .means("The search term that was read."),
            .text("trend_granularity", "Interest by", orMissing: .noInterest, .interest) {
                $0.interestSeries?.granularity.rawValue
            }
            .means("The spacing of the term's export: months and years are shown, not ranked."),
            .comparedText("because", "Because", remarkParts) { universe in
                let remarks = CoinRemarks(universe)
                return { remarks.because($0) }
            }
            .means("The signals that add most to the score or take most from it, or why the coin has no rank.")
            .formula(nil, DiscoverySignal.contributionColumns + ["reason"]),
            .comparedText("reason", "Remark", remarkParts) { universe in
                let remarks = CoinRemarks(universe)
                return { remarks.remark($0) ?? "" }
            }
            .means("Why the coin has no rank, and what it was ranked without; empty where there is nothing to say.")
            .formula(nil, ["state", "repositories", "commit_source", "market_source", "trend_term"]),
        ]
    }
}

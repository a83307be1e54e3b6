internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// Market and search interest, measured so that outliers and rounding do little.
    static func robust() -> [Entry] {
        [
            Entry(
                "drawdown",
                "Drawdown",
                .signed(2),
                UsualReasons.close,
                "Close of the newest complete week by the highest of 52, less 1."
            ) { $0.close.drawdown }.reading(.close),
            Entry(
                "above_low",
                "Above low",
                .signed(2),
                UsualReasons.close,
                "Close of the newest complete week by the lowest of 52, less 1."
            ) { $0.close.aboveLow }.reading(.close),
            Entry(
                "drawdown_ever",
                "Drawdown ever",
                .signed(2),
                UsualReasons.close,
                "Close of the newest complete week by the highest weekly close ever known of its source, less 1."
            ) { $0.close.drawdownEver }.reading([.close, .extremes]),
            Entry(
                "above_low_ever",
                "Above low ever",
                .signed(2),
                UsualReasons.close,
                "Close of the newest complete week by the lowest weekly close ever known of its source, less 1."
            ) { $0.close.aboveLowEver }.reading([.close, .extremes]),
            Entry(
                count: "age_weeks",
                "Age",
                unit: "weeks",
                orMissing: .nothingKnown,
                "Weeks from the earliest known commit or close to the newest complete week, that included."
            ) { $0.ageInWeeks }.reading([.development, .firstClose]),
            Entry(
                "cap_share",
                "Cap share",
                .plain,
                [.noFreshCap],
                "Share of the capitalisation of all coins, 0 to 1, of capitalisations of the last four weeks; wrapped, "
                    + "staked, bridged and pegged coins are not in the sum."
            ) { $0.capShare }.reading(.newest),
            Entry(
                "vol_trend",
                "Volume trend",
                .signed(2),
                UsualReasons.market + [.zeroBase, .suspect, .noUniverse],
                "ln of the mean weekly median volume, last 12 weeks by the 40 before, less the eligible coins' median of it."
            ) { $0.volumeTrend }.reading([.standing, .close, .volumeMedian, .capitalisation]),
            Entry(
                "turnover",
                "Turnover",
                .plain,
                UsualReasons.market,
                "Median of the weekly median volumes by mean capitalisation, last 12 weeks."
            ) { $0.typicalVolume.turnover }.reading([.volumeMedian, .capitalisation]),
            Entry(
                "search_momentum",
                "Interest trend",
                .signed(2),
                UsualReasons.interest,
                "ln of (mean search interest + ½), last 12 weeks less the 40 before."
            ) { $0.interestTrend.momentum }.reading(.interest),
            Entry(
                "search_low",
                "Interest trend low",
                .signed(2),
                UsualReasons.interest,
                "Its lower bound by the rounding of the export."
            ) { $0.interestTrend.low }.reading(.interest),
            Entry(
                "search_high",
                "Interest trend high",
                .signed(2),
                UsualReasons.interest,
                "Its upper bound by the rounding of the export."
            ) { $0.interestTrend.high }.reading(.interest),
            Entry(
                text: "indeterminate",
                "Interest sign",
                orMissing: .nothingToSay,
                "`indeterminate` where rounding leaves the sign of search_momentum open."
            ) { $0.interestTrend.isIndeterminate ? "indeterminate" : nil }.reading(.interest),
            Entry(
                "asvi",
                "Interest jump",
                .signed(2),
                UsualReasons.interest,
                "ln of (search interest + ½), newest complete week less the median of the 8 before."
            ) { $0.interest.shortTerm }.reading(.interest),
        ]
    }

    /// Where the numbers come from, and what is to be said of them.
    static func origin(_ preset: Preset) -> [Entry] {
        [
            Entry(
                text: "repositories",
                "Repositories",
                orMissing: .noRepository,
                "How many of the coin's repositories were counted, as `2 of 3`."
            ) { coin in
                let weeks = coin.development.weeks
                return weeks.listed == 0 ? nil : "\(weeks.counted) of \(weeks.listed)"
            },
            Entry(
                text: "commit_source",
                "Commits from",
                orMissing: .neverObserved,
                "Where the commit counts came from."
            ) { coin in
                let sources = coin.development.weeks.sources
                return sources.isEmpty ? nil : sources.joined(separator: ", ")
            },
            Entry(
                text: "market_source",
                "Market from",
                orMissing: .noMarket,
                "Whose weeks of price and volume were read."
            ) { $0.marketSource }.reading(.marketSource),
            Entry(text: "trend_term", "Search term", orMissing: .noInterest, "The search term that was read.") {
                $0.interestSeries?.term
            }.reading(.interest),
            Entry(
                text: "trend_granularity",
                "Interest by",
                orMissing: .noInterest,
                "The spacing of the term's export: months and years are shown, not ranked."
            ) { $0.interestSeries?.granularity.rawValue }.reading(.interest),
            Entry(
                text: "because",
                "Because",
                "The signals that add most to the score or take most from it, or why the coin has no rank."
            ) { $0.because }.reading([scoreParts(preset), .development, .marketSource, .interest]),
            Entry(
                text: "reason",
                "Remark",
                "Why the coin has no rank, and what it was ranked without; empty where there is nothing to say."
            ) { $0.remark ?? "" }.reading([scoreParts(preset), .development, .marketSource, .interest]),
        ]
    }
}

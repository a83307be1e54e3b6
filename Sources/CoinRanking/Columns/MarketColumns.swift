internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// Prices, age and volume, measured so that outliers do little.
    static func market() -> [ColumnEntry] {
        let (newest, known) = ("Close of the newest complete week", " close of its source that the store knows.")
        let ever: SectionParts = [.close, .extremes]
        let trendReasons: [MissingReason] = [.zeroBase, .suspect, .noUniverse]
        /// How far the newest close is from an extreme.
        @Sendable func distance(_ name: String, _ extreme: Double?, _ meaning: String, _ coin: CoinMeasures)
            -> Derivation
        {
            let money = coin.input.section.quote.uppercased()
            let inputs = [
                Input("newest", coin.closes.values[0], unit: money, orMissing: .noClose, newest + "."),
                Input(name, extreme, unit: money, orMissing: .noClose, meaning),
            ]
            return Derivation("newest / \(name) − 1", [], inputs, over: .year(.close))
        }
        return [
            .number("drawdown", "Drawdown", .signed(2), .close, .close) { $0.close.drawdown }
                .means(newest + " by the highest of 52, less 1.")
                .derived {
                    distance("highest", $1.closes.observed(Window.year).max(), "Highest close of 52 weeks.", $1)
                }
                .withPrice(),
            .number("above_low", "Above low", .signed(2), .close, .close) { $0.close.aboveLow }
                .means(newest + " by the lowest of 52, less 1.")
                .derived { distance("lowest", $1.closes.observed(Window.year).min(), "Lowest close of 52 weeks.", $1) }
                .withPrice(),
            .number("drawdown_ever", "Drawdown ever", .signed(2), .close, ever) { $0.close.drawdownEver }
                .means(newest + " by the highest weekly close ever known of its source, less 1.")
                .derived { distance("highest", $0.section.highestClose[$1.index], "Highest weekly" + known, $1) }
                .withPrice(),
            .number("above_low_ever", "Above low ever", .signed(2), .close, ever) { $0.close.aboveLowEver }
                .means(newest + " by the lowest weekly close ever known of its source, less 1.")
                .derived { distance("lowest", $0.section.lowestClose[$1.index], "Lowest weekly" + known, $1) }
                .withPrice(),
            .count("age_weeks", "Age", unit: "weeks", orMissing: .nothingKnown, [.development, .firstClose]) {
                $0.ageInWeeks
            }
            .means("Weeks from the earliest known commit or close to the newest complete week, that included.")
            .derived { age($1, firstClose: $0.section.firstCloseWeek[$1.index]) },
            .number("cap_share", "Cap share", .plain, [.noFreshCap], .newest, of: \.totals) {
                $0.share(of: $1.freshCapitalisation)
            }
            .means(
                "Share of the capitalisation of all coins, 0 to 1, of capitalisations of the last four weeks; wrapped, "
                    + "staked, bridged and pegged coins are not in the sum."
            )
            .formula("capitalisation / all", over: .year(.marketCap)) { universe, coin in
                let money = universe.section.quote.uppercased()
                let own = "Its newest capitalisation, at most four weeks old."
                let all = "That of the \(universe.totals.count) coins that have one and stand for no other coin."
                return [
                    Input("capitalisation", coin.freshCapitalisation, unit: money, orMissing: .noFreshCap, own),
                    Input("all", universe.totals.capitalisation, unit: money, all),
                ]
            }
            .withPrice(),
            .number("vol_trend", "Volume trend", .signed(2), .market + trendReasons, .traded, of: \.volumeTrends) {
                $0[$1.place]
            }
            .means(
                "ln of the mean weekly median volume, last 12 weeks by the 40 before, less the eligible coins' median of it."
            )
            .formula("own − market", over: volumeTrendSeries) { universe, coin in
                let trend = coin.typicalVolume.trend.value
                let market = trend - universe.volumeTrends[coin.place].value
                let meaning = "ln of the mean of the recent by that of the base weeks' median volumes."
                return [
                    Input("own", trend, orMissing: .noClose, meaning),
                    Input("market", market, orMissing: .noClose, "Median of it over the eligible coins."),
                ]
            },
            .number("turnover", "Turnover", .plain, .market, [.volumeMedian, .capitalisation]) {
                $0.typicalVolume.turnover
            }
            .means("Median of the weekly median volumes by mean capitalisation, last 12 weeks.")
            .formula("volume / capitalisation", over: .weeks(Window.recent, .volumeMedian, .capitalisation)) {
                let money = $0.section.quote.uppercased()
                let cap = CoinRanking.mean($1.capitalisations.observed(Window.recent).filter { $0 > 0 })
                return [
                    Input("volume", $1.typicalVolume.median, unit: money, medians),
                    Input("capitalisation", cap, unit: money, "Mean of the recent weeks' capitalisations."),
                ]
            }
            .withPrice(),
            .text("volume_suspect", "Suspect volume", .traded, of: \.suspectVolumes) {
                $0[$1.place].map(\.rawValue).joined(separator: ", ")
            }
            .means(
                "Why the volume looks made up: `turnover` above 1 a day or the 99th percentile of 100 coins, `still-price` above "
                    + "0.1 with a median weekly return below 0.5 %, `flat` closes or volumes of four weeks, `round` or "
                    + "`repeated` volumes of 28 days; empty where it does not. The volume signal is missing then."
            )
            .formula(nil, ["turnover"], over: .weeks(0..<4, .close, .volumeMedian)) { universe, coin in
                let still = coin.close.stillness
                return [
                    Input("limit", universe.turnoverLimit, "The turnover above which it is a ground."),
                    Input("return", still.value, orMissing: still.reason, "Median |weekly log return| of 12 weeks."),
                ]
            },
        ]
    }

    static let medians = "Median of the recent weeks' median volumes."
    static let volumeTrendSeries: [SeriesUse] = .segments(.volumeMedian) + .weeks(0..<4, .close)

    private static func age(_ coin: CoinMeasures, firstClose: Week?) -> Derivation {
        func first(_ name: String, _ week: Week?, _ meaning: String) -> Input {
            let value = week.map { Cell.text($0.description) } ?? .missing(.nothingKnown)
            return Input(name: name, value: value, unit: "", meaning: meaning)
        }
        let weeks = coin.ageInWeeks.map { $0 - 1 }
        let meaning = "From the earlier of the two to the newest complete week."
        let inputs = [
            Input("weeks", count: weeks, unit: "weeks", orMissing: .nothingKnown, meaning),
            first("first_commit", coin.development.weeks.firstActive, "Week of its first commit ever known."),
            first("first_close", firstClose, "Week of its first close ever known."),
        ]
        return Derivation("weeks + 1", [], inputs)
    }
}

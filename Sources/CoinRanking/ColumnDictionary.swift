public import CoinModel

/// Every column of a ranking, declared once beside what fills it.
public enum ColumnDictionary {
    /// All columns with money in a quote currency (lower-case), in order.
    public static func columns(quote: String) -> [Column] {
        entries(quote: quote, .discovery).map(\.column)
    }

    /// Every reason for a missing value, by its code.
    public static let reasons = Dictionary(uniqueKeysWithValues: MissingReason.all.map { ($0.code, $0) })

    /// A column and what fills it.
    struct Entry {
        let column: Column
        let cell: (CoinMeasures) -> Cell

        init(_ column: Column, cell: @escaping (CoinMeasures) -> Cell) {
            self.column = column
            self.cell = cell
        }

        /// A column of measured numbers.
        init(
            _ name: String,
            _ title: String,
            unit: String = "",
            _ display: Column.Display = .plain,
            _ meaning: String,
            _ value: @escaping (CoinMeasures) -> Measured
        ) {
            self.init(Column(name, title, .number, unit: unit, display: display, meaning: meaning)) { value($0).cell }
        }

        /// A column of text that may be absent.
        init(
            text name: String,
            _ title: String,
            _ meaning: String,
            orMissing reason: MissingReason = .nothingToSay,
            _ value: @escaping (CoinMeasures) -> String?
        ) {
            self.init(Column(name, title, .text, meaning: meaning)) { coin in
                value(coin).map(Cell.text) ?? .missing(reason)
            }
        }
    }

    static func entries(quote: String, _ preset: Preset) -> [Entry] {
        identity(quote) + plain(quote) + scores() + robust() + market() + origin()
    }

    private static func identity(_ quote: String) -> [Entry] {
        [
            Entry(
                Column("rank", "Rank", .integer, meaning: "1 for the best; missing for coins that are only listed.")
            ) { $0.rank.map(Cell.integer) ?? .missing(.notRanked) },
            Entry(text: "coin_id", "Coin", "The coin's id in the coin list.") { $0.coin.id },
            Entry(text: "symbol", "Symbol", "The ticker symbol; not unique.") { $0.coin.symbol },
            Entry(text: "name", "Name", "The coin's name.") { $0.coin.name },
            Entry(
                "price_" + quote,
                "Price",
                unit: quote.uppercased(),
                .money,
                "Newest price at or before the as-of moment, at most 53 weeks old."
            ) { $0.price },
            Entry(
                "market_cap_" + quote,
                "Market cap",
                unit: quote.uppercased(),
                .money,
                "Newest market capitalisation at or before the as-of moment, at most 53 weeks old."
            ) { $0.marketCap },
        ]
    }

    private static func plain(_ quote: String) -> [Entry] {
        let money = quote.uppercased()
        let commits = "commits a week"
        return [
            Entry(
                "dev12",
                "Dev 12",
                unit: commits,
                .fixed(1),
                "Mean weekly commits of the last 12 complete weeks, over the observed ones."
            ) { $0.developerRecent },
            Entry(
                "dev52",
                "Dev 52",
                unit: commits,
                .fixed(1),
                "Mean weekly commits of the last 52 complete weeks, over the observed ones since the first commit."
            ) { $0.developerYear },
            Entry("dev_ratio", "Dev ratio", .fixed(2), "dev12 / dev52.") { $0.developerRatio },
            Entry("vol12", "Volume 12", unit: money, .money, "Mean of the weekly mean 24-hour volumes, last 12 weeks.")
            {
                $0.market.volumeRecent
            },
            Entry("vol52", "Volume 52", unit: money, .money, "Mean of the weekly mean 24-hour volumes, last 52 weeks.")
            {
                $0.market.volumeYear
            },
            Entry("vol_ratio", "Volume ratio", .fixed(2), "vol12 / vol52.") { $0.volumeRatio },
            Entry(
                "momentum12",
                "Momentum",
                .signed(2),
                "ln of the close of the newest complete week by that 12 weeks before."
            ) { $0.market.momentum },
            Entry(
                "volatility52",
                "Volatility",
                unit: "a year",
                .fixed(2),
                "√52 × sample deviation of weekly log returns over 52 weeks, 26 of them at least."
            ) { $0.market.volatility },
            Entry("trend12", "Interest 12", unit: "index", .fixed(1), "Mean weekly search interest, last 12 weeks.") {
                $0.interest.recent
            },
            Entry("trend52", "Interest 52", unit: "index", .fixed(1), "Mean weekly search interest, last 52 weeks.") {
                $0.interest.year
            },
            Entry("trend_ratio", "Interest ratio", .fixed(2), "trend12 / trend52.") { $0.interestRatio },
        ]
    }

    private static func scores() -> [Entry] {
        let names = [
            ("z_dev", "z dev", "dev_ratio"), ("z_vol", "z volume", "vol_ratio"),
            ("z_momentum", "z momentum", "momentum12"), ("z_volatility", "z volatility", "volatility52"),
            ("z_trend", "z interest", "trend_ratio"),
        ]
        return names.enumerated().map { index, name in
            Entry(name.0, name.1, .signed(2), "Winsorised z-score of \(name.2) over the coins that have it.") { coin in
                Measured(coin.z[index], orMissing: .fewMetrics)
            }
        } + [
            Entry("score", "Score", .signed(3), "The number that the preset ranks by.") {
                Measured($0.score, orMissing: .notRanked)
            },
            Entry(
                "dev_change_pct",
                "Dev change",
                unit: "%",
                .signed(1),
                "100 · (dev12 / dev52 − 1), dev52 since the coin's first commit; at least 12 recent weeks observed."
            ) { $0.development.changePercent },
        ]
    }

    private static func robust() -> [Entry] {
        func posterior(_ value: @escaping (RateRatio.Posterior) -> Double) -> (CoinMeasures) -> Measured {
            { coin in
                coin.posterior.map { Measured(value($0), orMissing: .noActivity) }
                    ?? .missing(coin.development.rateReason)
            }
        }
        func rate(
            orMissing reason: MissingReason = .noActivity,
            _ value: @escaping (RateRatio) -> Double
        ) -> (CoinMeasures) -> Measured {
            { coin in
                coin.development.rate.map { Measured(value($0), orMissing: reason) }
                    ?? .missing(coin.development.rateReason)
            }
        }
        return [
            Entry(
                text: "state",
                "State",
                "none, stale, young, dormant, thin, revived, rising, falling or steady (no clear change)."
            ) { $0.state.rawValue },
            Entry(
                "theta",
                "Ratio",
                .fixed(2),
                "Observed ratio of the weekly rate of units, last 12 weeks by the 40 before.",
                rate(orMissing: .unbounded) { $0.estimate }
            ),
            Entry(
                "theta_low",
                "Ratio low",
                .fixed(2),
                "Lower end of its exact 95 % interval, counts divided by phi.",
                rate { $0.exactInterval().low }
            ),
            Entry(
                "theta_high",
                "Ratio high",
                .fixed(2),
                "Upper end of its exact 95 % interval, counts divided by phi.",
                rate(orMissing: .unbounded) { $0.exactInterval().high }
            ),
            Entry(
                "phi",
                "Dispersion",
                .fixed(2),
                "How much more the weekly counts vary than chance alone, at least 1.",
                rate { $0.dispersion }
            ),
            Entry(
                "theta_median",
                "Believed ratio",
                .fixed(2),
                "Median of what is believed of the ratio after shrinking.",
                posterior { $0.quantile(0.5) }
            ),
            Entry("theta_p05", "from", .fixed(2), "5 % of the belief lies below.", posterior { $0.quantile(0.05) }),
            Entry("theta_p95", "to", .fixed(2), "95 % of the belief lies below.", posterior { $0.quantile(0.95) }),
            Entry(
                "p_up",
                "P(up)",
                .fixed(2),
                "Probability that the ratio is above 1.25.",
                posterior { $0.probability(above: 1.25) }
            ),
            Entry(
                "p_down",
                "P(down)",
                .fixed(2),
                "Probability that the ratio is below 0.8.",
                posterior { $0.probability(below: 0.8) }
            ),
            Entry("rank_key", "Rank key", .signed(2), "Lower quartile of log₂ of the ratio.", posterior { $0.rankKey }),
            Entry(text: "unit", "Unit", "What is counted: developer-days, or commits where these stand in.") { coin in
                coin.development.weeks.counted > 0 ? coin.development.weeks.unitName : nil
            },
            Entry("units_recent", "Units 12", unit: "units", .fixed(0), "Units in the last 12 weeks.") {
                $0.development.recentUnits
            },
            Entry("units_base", "Units 40", unit: "units", .fixed(0), "Units in the 40 weeks before.") {
                $0.development.baseUnits
            },
            Entry(Column("weeks_recent", "Weeks 12", .integer, meaning: "Observed weeks of the last 12.")) {
                .integer($0.development.recentWeeks)
            },
            Entry(Column("weeks_base", "Weeks 40", .integer, meaning: "Observed weeks of the 40 before.")) {
                .integer($0.development.baseWeeks)
            },
        ]
    }

    private static func market() -> [Entry] {
        [
            Entry("drawdown", "Drawdown", .signed(2), "Newest complete week's close by the year's highest, less 1.") {
                $0.market.drawdown
            },
            Entry(
                "vol_trend",
                "Volume trend",
                .signed(2),
                "ln of median volumes, last 12 weeks by the 40 before, less the eligible coins' median of it."
            ) { $0.volumeTrend },
            Entry("turnover", "Turnover", .plain, "Mean weekly median volume by mean capitalisation, last 12 weeks.") {
                $0.market.turnover
            },
            Entry(
                "search_momentum",
                "Interest trend",
                .signed(2),
                "ln of search interest, last 12 weeks by the 40 before."
            ) {
                $0.interest.momentum
            },
            Entry("search_low", "Interest trend low", .signed(2), "Its lower bound from the rounding of the export.") {
                $0.interest.momentumLow
            },
            Entry("search_high", "Interest trend high", .signed(2), "Its upper bound from the rounding of the export.")
            {
                $0.interest.momentumHigh
            },
            Entry(
                "asvi",
                "Interest jump",
                .signed(2),
                "ln of the newest week's interest by the median of the 8 before."
            ) {
                $0.interest.shortTerm
            },
        ]
    }

    private static func origin() -> [Entry] {
        [
            Entry(
                text: "repositories",
                "Repositories",
                "How many of the coin's repositories were counted.",
                orMissing: .noRepository
            ) { coin in
                let weeks = coin.development.weeks
                return weeks.listed == 0 ? nil : "\(weeks.counted) of \(weeks.listed)"
            },
            Entry(
                text: "commit_source",
                "Commits from",
                "Where the commit counts came from.",
                orMissing: .neverObserved
            ) { coin in
                coin.development.weeks.sources.isEmpty ? nil : coin.development.weeks.sources.joined(separator: ", ")
            },
            Entry(
                text: "market_source",
                "Market from",
                "Whose weeks of price and volume were read.",
                orMissing: .noMarket
            ) { $0.marketSource },
            Entry(text: "trend_term", "Search term", "The search term that was read.", orMissing: .noInterest) {
                $0.interestSeries?.term
            },
            Entry(
                text: "trend_granularity",
                "Interest by",
                "The spacing of its export: months and years are not ranked.",
                orMissing: .noInterest
            ) { $0.interestSeries?.granularity.rawValue },
            Entry(
                text: "indeterminate",
                "Interest sign",
                "`indeterminate` where rounding leaves the trend's sign open."
            ) { $0.interest.isIndeterminate ? "indeterminate" : nil },
            Entry(text: "reason", "Remark", "Why the coin has no rank, or what it was ranked without.") { $0.reason },
        ]
    }
}

extension DeveloperActivity {
    /// Why there is no rate ratio.
    var rateReason: MissingReason {
        weeks.counted == 0 ? missing : recentWeeks < 8 || baseWeeks < 4 ? .fewWeeks : .noActivity
    }
}

internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    typealias Input = Explanation.Input

    /// Who the coin is, and what it costs.
    static func identity(_ quote: String) -> [ColumnEntry] {
        let money = quote.uppercased()
        let unknown: [MissingReason] = [MissingReason].price.converted(into: quote)
        let current: SectionParts = [.newest, .lastPrices]
        return [
            .count("rank", "Rank", orMissing: .notRanked, [], of: \.ranks) { $0[$1.place] }
                .means("1 for the best; missing for coins that are only listed.")
                .formula("1 + better", ["score", "reason"]) { universe, coin in
                    let better = universe.ranks[coin.place].map { $0 - 1 }
                    let meaning = "How many coins have a higher score to nine decimals, or the same and an earlier id."
                    return [Input("better", count: better, unit: "coins", orMissing: .notRanked, meaning)]
                },
            .text("coin_id", "Coin", []) { $0.coin.id }.means("The coin's id in the coin list."),
            .text("symbol", "Symbol", []) { $0.coin.symbol }.means("The ticker symbol; not unique."),
            .text("name", "Name", []) { $0.coin.name }.means("The coin's name."),
            .number("price_" + quote, "Price", unit: money, .money, unknown, current) { $0.shownPrice }
                .means("Newest price at or before the as-of moment, at most 28 days old, in `classic` 53 weeks.")
                .derived {
                    $1.given($0.section.shownPrice).map { _ in Derivation(over: .year(.price)) }
                        ?? $1.conversion(of: $1.price, at: $1.priceTime, over: .year(.price))
                },
            .number("market_cap_" + quote, "Market cap", unit: money, .money, unknown + [.noFreshCap], current) {
                $0.shownMarketCap
            }
            .means(
                "Market capitalisation with that price, else the newest of its source, else of any; no older. In `classic` "
                    + "the newest of 53 weeks."
            )
            .derived {
                $1.statedMarketCap.map { _ in Derivation(over: .year(.marketCap)) }
                    ?? $1.conversion(of: $1.marketCap, at: $1.marketCapTime, over: .year(.marketCap))
            },
        ]
    }

    /// Means over 12 and 52 weeks and their ratios, momentum and volatility.
    ///
    /// `classic` wants 8 of the 12 and 26 of the 52 weeks for a mean and adds up commits from every repository that
    /// covers a week; the other presets take the observed weeks as they are.
    static func plain(_ quote: String, _ preset: Preset) -> [ColumnEntry] {
        let (commits, parts) = ("commits a week", preset.commitParts)
        let counts = preset.commitSeries
        let whose = "by people, in `classic` by all,"
        return [
            .number("dev12", "Dev 12", unit: commits, .fixed(1), .development, parts) { $0.commits.recent }
                .means("Mean weekly commits \(whose) over the observed ones of the last 12 complete weeks.")
                .derived { mean(of: $1.commitWeeks.recent, counts, Window.recent, unit: "commits") },
            .number("dev52", "Dev 52", unit: commits, .fixed(1), .development, parts) { $0.commits.year }
                .means(
                    "Mean weekly commits \(whose) over the observed ones of the last 52 complete weeks, but in `classic` "
                        + "since the first commit."
                )
                .derived { mean(of: $1.commitWeeks.year, counts, Window.year, unit: "commits") },
            .number("dev_ratio", "Dev ratio", .fixed(2), .development + [.zeroBase], parts) { $0.developerRatio }
                .means("dev12 / dev52.")
                .formula("dev12 / dev52", ["dev12", "dev52"], over: .means(counts)),
            volume("vol12", "Volume 12", Window.recent, quote) { $0.volume.recent },
            volume("vol52", "Volume 52", Window.year, quote) { $0.volume.year },
            .number("vol_ratio", "Volume ratio", .fixed(2), .market + [.zeroBase], .volumeMean) { $0.volumeRatio }
                .means("vol12 / vol52.")
                .derived {
                    let series: [SeriesUse] = .means([.volumeMean])
                    guard $0.section.shown != nil else {
                        return Derivation("vol12 / vol52", ["vol12", "vol52"], over: series)
                    }
                    // Shown, each mean is of weeks with rates of their own, and the ratio is as they are stored.
                    let (volume, money) = ($1.volume, $0.section.quote.uppercased())
                    func mean(_ name: String, _ mean: Measured) -> Input {
                        Input(name, mean.value, unit: money, orMissing: mean.reason, "Mean volume as stored.")
                    }
                    let inputs = [mean("mean12", volume.recent), mean("mean52", volume.year)]
                    return Derivation("mean12 / mean52", [], inputs, over: series)
                },
            .number("momentum12", "Momentum", .signed(2), .close + [.fewWeeks], .close) { $0.close.momentum }
                .means("ln of the close of the newest complete week by that of 12 weeks before.")
                .derived { overTwelveWeeks("ln(newest / before)", $1) },
            .number("change_12w", "12 w", unit: "%", .signed(1), .close + [.fewWeeks], .close) { coin in
                coin.close.momentum.map(orMissing: .noClose) { _ in
                    100 * (coin.closes.values[0] / coin.closes.values[12] - 1)
                }
            }
            .means("100 · (close of the newest complete week by that of 12 weeks before − 1).")
            .derived { overTwelveWeeks("100 · (newest / before − 1)", $1) },
            .number("volatility52", "Volatility", unit: "a year", .fixed(2), .close + [.fewWeeks], .close) {
                $0.close.volatility
            }
            .means("√52 × sample deviation of the weekly log returns of 52 weeks, 26 of them at least.")
            .formula("√(52) · deviation", over: .weeks(0..<53, .close)) { _, coin in
                let volatility = coin.close.volatility
                let meaning = "Sample deviation of the ln of one close by the one before, where both are there."
                let deviation = volatility.value / 52.0.squareRoot()
                return [Input("deviation", deviation, unit: "a week", orMissing: volatility.reason, meaning)]
            },
            .number("trend12", "Interest 12", unit: "index", .fixed(1), .interest, .interest) { $0.interest.recent }
                .means("Mean weekly search interest of 12 weeks, a week late but in `classic`, on its export's 0–100.")
                .derived { mean(of: $1.interest.series, [.interest], Window.recent, unit: "index") },
            .number("trend52", "Interest 52", unit: "index", .fixed(1), .interest, .interest) { $0.interest.year }
                .means("Mean weekly search interest of 52 weeks, a week late but in `classic`, on its export's 0–100.")
                .derived { mean(of: $1.interest.series, [.interest], Window.year, unit: "index") },
            .number("trend_ratio", "Interest ratio", .fixed(2), .interest + [.zeroBase], .interest) {
                $0.interestRatio
            }
            .means("trend12 / trend52.")
            .formula("trend12 / trend52", ["trend12", "trend52"], over: .means([.interest])),
        ]
    }

    /// A formula over the closes of the newest complete week and of the one 12 weeks before.
    private static func overTwelveWeeks(_ formula: String, _ coin: CoinMeasures) -> Derivation {
        let (close, money) = (coin.closes.values, coin.input.section.quote.uppercased())
        let (newest, before) = ("Close of the newest complete week.", "Close of the week 12 weeks before.")
        let inputs = [
            Input("newest", close[0], unit: money, orMissing: .noClose, newest),
            Input("before", close[12], unit: money, orMissing: coin.close.momentum.reason, before),
        ]
        return Derivation(formula, [], inputs, over: .weeks(0..<1, .close) + .weeks(12..<13, .close))
    }

    /// The mean volume of a window.
    private static func volume(
        _ name: String,
        _ title: String,
        _ window: Range<Int>,
        _ quote: String,
        _ mean: @escaping ColumnEntry.Own<Measured>
    ) -> ColumnEntry {
        let (money, reasons) = (quote.uppercased(), [MissingReason].market.converted(into: quote))
        return .number(name, title, unit: money, .money, reasons, .volumeMean, of: \.section.dollarsOfWeeks) {
            $1.shown(mean($1), of: $1.meanVolumes, window, $0)
        }
        .means("Mean of the weekly means of 24-hour volume, last \(window.count) complete weeks.")
        .derived {
            let weeks = $1.meanVolumes.divided(by: $0.section.dollarsOfWeeks)
            return self.mean(of: weeks, [.volumeMean], window, unit: money)
        }
    }

    /// The mean over the observed weeks of a window.
    static func mean(
        of weeks: WeeklySeries,
        _ series: [SeriesUse.Series],
        _ window: Range<Int>,
        unit: String
    ) -> Derivation {
        let observed = weeks.observed(window)
        let inputs = [
            Input("total", sum(observed), unit: unit, "Sum over the observed weeks of the window."),
            Input("weeks", Double(observed.count), unit: "weeks", "How many of its weeks were observed."),
        ]
        return Derivation("total / weeks", [], inputs, over: series.map { SeriesUse(series: $0, weeks: window) })
    }
}

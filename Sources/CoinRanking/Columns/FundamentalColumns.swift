internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// How much the coin is used, by its protocols and its chain, and what it costs by that.
    static func fundamentals(_ quote: String) -> [ColumnEntry] {
        let (missing, money): ([MissingReason], String) = ([.noProtocol], quote.uppercased())
        let multiples: [MissingReason] = missing + [.zeroBase, .noFreshCap, .noRate]
        let shown = missing.converted(into: quote)
        let parts: SectionParts = .fundamentals
        let capParts: SectionParts = [.fundamentals, .newest, .lastPrices]
        let figures = Fundamental.allCases.map { figure in
            let (metric, words) = (figure.metric, figure.words)
            let base = metric.name.hasSuffix("_usd") ? metric.name.dropLast(3) + quote : metric.name
            return ColumnEntry.number(base, words.title, unit: money, .money, shown, parts) { $0.shown(figure) }
                .means(words.meaning)
                .derived {
                    $1.conversion(
                        of: $1.stored(figure),
                        at: $1.fundamentals[figure]?.time,
                        over: .weeks(0..<1, .fundamental(figure))
                    )
                }
        }
        return figures + [
            .number("tvl_change_90d", "TVL 90 d", unit: "%", .signed(1), missing + [.noFigureThen, .zeroBase], parts) {
                guard let change = $0.fundamentals.lockedChange else {
                    return .missing($0.fundamentals[.lockedValue] == nil ? .noProtocol : .noFigureThen)
                }
                let ratio = 100 * (change.now.value / change.then.value - 1)
                return Measured(ratio.isFinite ? ratio : .nan, orMissing: .zeroBase)
            }
            .means("Change of the value locked in 90 days, of the protocols that both answers have.")
            .formula("100 · (now / then − 1)", over: .weeks(0..<1, .fundamental(.lockedValue))) { _, coin in
                let change = coin.fundamentals.lockedChange
                return [
                    Input("now", change?.now.value, unit: "USD", orMissing: .noFigureThen, "By the newest answer."),
                    Input("then", change?.then.value, unit: "USD", orMissing: .noFigureThen, "By the one before."),
                ]
            },
            multiple("p_f", "P/F", .fees, multiples, capParts, "fees"),
            multiple("p_s", "P/S", .revenue, multiples, capParts, "revenue"),
            .number(
                "fees_per_developer_day",
                "Fees per dev-day",
                unit: money,
                .money,
                shown + .development + [.noDeveloperDays, .zeroBase],
                parts.union(.development)
            ) { $0.feesPerDeveloperDay }
            .means("Fees of a day by developer-days of a day: fees_30d / 30 by the mean of the last 12 weeks / 7.")
            .formula(
                "fees_30d / 30 / (days / 7)",
                ["fees_30d"],
                over: .weeks(0..<1, .fundamental(.fees)) + .weeks(Window.recent, .developerDays)
            ) { _, coin in
                let days = coin.weeklyDeveloperDays
                let meaning = "Mean weekly developer-days of the last 12 complete weeks."
                return [Input("days", days.value, unit: "developer-days", orMissing: days.reason, meaning)]
            },
            .text("protocols", "Protocols", orMissing: .noProtocol, parts) {
                let names = $0.fundamentals.protocols
                return names.isEmpty ? nil : names.joined(separator: ", ")
            }
            .means("The protocols and chains whose figures these are, by their source."),
            .text("fundamentals_time", "Fundamentals of", orMissing: .noProtocol, parts) {
                $0.fundamentals.newest.compactMap { $0?.time }.min()?.description
            }
            .means("When the oldest of these figures was asked for."),
        ]
    }

    /// A capitalisation by what comes in within a year.
    private static func multiple(
        _ name: String,
        _ title: String,
        _ figure: Fundamental,
        _ reasons: [MissingReason],
        _ parts: SectionParts,
        _ noun: String
    ) -> ColumnEntry {
        .number(name, title, .fixed(1), reasons, parts) { coin in
            guard coin.input.section.quote == "usd" else { return .missing(.noRate) }
            guard let yearly = coin.fundamentals[figure].map({ $0.value * 365 / 30 }) else {
                return .missing(.noProtocol)
            }
            guard yearly > 0 else { return .missing(.zeroBase) }
            return coin.marketCap.map(orMissing: .noFreshCap) { $0 / yearly }
        }
        .means("Market capitalisation by the \(noun) of a year, at the pace of 30 days.")
        .withPrice()
        .formula("capitalisation / (\(noun) · 365 / 30)", over: .weeks(0..<1, .fundamental(figure)) + .year(.marketCap))
        {
            let (cap, own) = ($1.marketCap, $1.stored(figure))
            let newest = "Newest market capitalisation as stored."
            return [
                Input("capitalisation", cap.value, unit: "USD", orMissing: cap.reason, newest),
                Input(noun, own.value, unit: "USD", orMissing: own.reason, figure.words.meaning),
            ]
        }
    }
}

extension CoinMeasures {
    /// What is known of its use.
    var fundamentals: CoinFundamentals { input.section.fundamentals[index] ?? CoinFundamentals() }

    /// A figure in US dollars.
    fileprivate func stored(_ figure: Fundamental) -> Measured {
        Measured(fundamentals[figure].amount, orMissing: .noProtocol)
    }

    /// A figure in the currency that is shown, by the rate of its own day.
    fileprivate func shown(_ figure: Fundamental) -> Measured {
        shown(stored(figure), at: fundamentals[figure]?.time)
    }

    /// Mean weekly developer-days of R; missing where the sources do not have them.
    fileprivate var weeklyDeveloperDays: Measured {
        guard development.weeks.hasDeveloperDays else { return .missing(.noDeveloperDays) }
        let days = development.weeks.units.observed(Window.recent)
        return Measured(days.isEmpty ? .nan : sum(days) / Double(days.count), orMissing: .fewWeeks)
    }

    /// Fees of a day by developer-days of a day.
    fileprivate var feesPerDeveloperDay: Measured {
        let (fees, days) = (stored(.fees), weeklyDeveloperDays)
        // Why there is none does not depend on the currency.
        guard fees.isThere, days.isThere else { return fees.isThere ? days : fees }
        guard days.value > 0 else { return .missing(.zeroBase) }
        return shown(.fees).map(orMissing: .noRate) { $0 / 30 / (days.value / 7) }
    }
}

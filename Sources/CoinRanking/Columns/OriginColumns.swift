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
    private static let ofDay: SectionParts = [.details, .dayFigures, .newest]

    /// Details of sources that are not in a series: their own rank, the highest and lowest price that they ever had, and the last day.
    static func sources(_ quote: String) -> [ColumnEntry] {
        let (price, ath, money) = ("price_" + quote, "ath_" + quote, quote.uppercased())
        let newest = " by the newest list or detail of a source that says so."
        /// A figure that a source has, and the moment whose rate it is shown by.
        func stated(
            _ name: String,
            _ title: String,
            as display: Column.Display = .plain,
            orMissing reason: MissingReason = .notSaid,
            _ parts: SectionParts = ColumnDictionary.ofDay,
            _ figure: @escaping @Sendable (CoinMeasures) -> (figure: DatedFigure?, time: Instant?)
        ) -> ColumnEntry {
            let reasons = [reason].converted(into: quote)
            return .number("\(name)_\(quote)", title, unit: money, display, reasons, parts) { coin in
                let (figure, time) = figure(coin)
                return coin.shown(Measured(figure.amount, orMissing: reason), at: time)
            }
            .derived { _, coin in
                let (figure, time) = figure(coin)
                let conversion = coin.conversion(of: Measured(figure.amount, orMissing: reason), at: time, over: [])
                return Derivation(conversion.formula, [], conversion.inputs + said(figure).inputs)
            }
        }
        /// A price of all time, by the rate of its day, and that day.
        func extreme(
            _ name: String,
            _ meaning: String,
            _ parts: SectionParts,
            _ price: @escaping @Sendable (CoinMeasures) -> (figure: DatedFigure?, date: String?)
        ) -> [ColumnEntry] {
            let date = { @Sendable (coin: CoinMeasures) in price(coin).date.map { String($0.prefix(10)) } }
            return [
                stated(name, name.uppercased(), parts) { coin in
                    (price(coin).figure, date(coin).flatMap { Day($0) }.map(Instant.init(lastSecondOf:)))
                }
                .means(meaning + newest),
                .text(name + "_date", name.uppercased() + " on", orMissing: .notSaid, parts, date)
                    .means("When that was.").derived { _, coin in said(price(coin).figure) },
            ]
        }
        @Sendable func lastDay(_ coin: CoinMeasures, _ field: CoinField) -> (figure: DatedFigure?, time: Instant?) {
            (coin.sourceFigures.stated[field], coin.sourceFigures.stated[field]?.time)
        }
        let rank: ColumnEntry = .count("source_rank", "Source rank", orMissing: .notSaid, .details) { coin in
            coin.sourceFigures.rank.flatMap { Int(exactly: $0.value) }
        }
        .means("Rank by capitalisation" + newest)
        .derived { _, coin in said(coin.sourceFigures.rank) }
        let distance: ColumnEntry = .number(
            "ath_distance_pct",
            "From ATH %",
            unit: "%",
            .signed(1),
            [.notSaid],
            .details
        ) {
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
                Input(
                    "highest",
                    $1.sourceFigures.ath.amount,
                    unit: money,
                    orMissing: .notSaid,
                    "As the source has it."
                ),
            ]
            return Derivation("100 · (price / highest − 1)", [], inputs, over: .year(.price))
        }
        .withPrice()
        let highest = extreme("ath", "All-time high", .details) { ($0.sourceFigures.ath, $0.sourceFigures.athDate) }
        let lowest = extreme("atl", "All-time low", ofDay) { ($0.sourceFigures.stated[.atl], $0.sourceFigures.atlDate) }
        return [rank] + highest + [distance] + lowest + [
            stated("high_24h", "High 24 h") { lastDay($0, .high24h) }.means("Highest price of 24 hours" + newest),
            stated("low_24h", "Low 24 h") { lastDay($0, .low24h) }.means("Lowest price of 24 hours" + newest),
            stated("volume_24h", "Volume 24 h", as: .money, orMissing: .noMarket) { coin in
                (coin.sourceFigures.volume, coin.priceTime)
            }
            .means("What was traded in the 24 hours before the newest price, by the source of that."),
            .number("market_cap_change_24h", "Cap 24 h %", unit: "%", .signed(1), [.notSaid], ofDay) {
                Measured($0.sourceFigures.stated[.capChange24h].amount, orMissing: .notSaid)
            }
            .means("Change of the capitalisation in 24 hours" + newest)
            .derived { _, coin in said(coin.sourceFigures.stated[.capChange24h]) },
        ]
    }

    /// Who said a figure when.
    private static func said(_ figure: DatedFigure?) -> Derivation {
        guard let figure else { return Derivation() }
        let source = Input("said_by", figure.source, "The format that says so.")
        return Derivation(nil, [], [source, Input("said_at", "\(figure.time)", "When it was so.")])
    }
}

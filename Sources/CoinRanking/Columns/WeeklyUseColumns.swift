internal import CoinModel
internal import CoinTables
internal import Platform

extension ColumnDictionary {
    /// The columns of weekly use: addresses, transactions, page views, stars and fees.
    static func use(_ quote: String) -> [ColumnEntry] {
        let names: [(WeeklyUse, column: String, title: String)] = [
            (.activeAddresses, "addresses", "Addresses"), (.transactions, "transactions", "Transactions"),
            (.pageViews, "attention", "Page views"), (.stars, "stars", "Stars"),
        ]
        let changes = [
            change(.activeAddresses, "address_change_pct", "Addresses, change", "addresses"),
            change(.transactions, "transaction_change_pct", "Transactions, change", "transactions"),
        ]
        return names.flatMap { use, column, title in
            [
                level(use, column + "12", title + " 12", Window.recent),
                level(use, column + "52", title + " 52", Window.year),
            ]
        } + changes + [attention, chainFees(quote), valueToTransfers, activeSupply, sources]
    }

    /// The mean of the weeks of a window.
    private static func level(_ use: WeeklyUse, _ name: String, _ title: String, _ window: Range<Int>) -> ColumnEntry {
        let digits = use == .stars ? 1 : 0
        return .number(name, title, unit: use.metric.unit, .fixed(digits), [use.noneKnown, .fewWeeks], .use) {
            $0.useLevel(use, window)
        }
        .means("Mean over the known ones of the last \(window.count) complete weeks. \(use.meaning)")
        .derived { mean(of: $1.weeks(of: use), [.use(use)], window, unit: use.metric.unit) }
    }

    /// The recent mean against the year's.
    private static func change(_ use: WeeklyUse, _ name: String, _ title: String, _ base: String) -> ColumnEntry {
        let columns = [base + "12", base + "52"]
        return .number(name, title, unit: "%", .signed(1), [use.noneKnown, .fewWeeks, .zeroBase], .use) { coin in
            let (recent, year) = (coin.useLevel(use, Window.recent), coin.useLevel(use, Window.year))
            return ratio(recent, year).map(orMissing: .zeroBase) { 100 * ($0 - 1) }
        }
        .means("100 · (\(columns[0]) / \(columns[1]) − 1): the coin against itself, for chains count differently.")
        .formula("100 · (\(columns[0]) / \(columns[1]) − 1)", columns, over: .means([.use(use)]))
    }

    /// The momentum of page views, by the formula of search interest.
    private static var attention: ColumnEntry {
        let use = WeeklyUse.pageViews
        return .number("attention_momentum", "Page views trend", .signed(2), [use.noneKnown, .fewWeeks], .use) {
            let weeks = $0.weeks(of: use)
            let (recent, base) = (weeks.observed(Window.recent), weeks.observed(Window.base))
            guard recent.count >= 8, base.count >= 26 else {
                return .missing(weeks.isEmpty ? use.noneKnown : .fewWeeks)
            }
            return Measured(
                log(CoinRanking.mean(recent) + 0.5) - log(CoinRanking.mean(base) + 0.5),
                orMissing: .fewWeeks
            )
        }
        .means(
            "ln of (mean weekly page views + ½), the last 12 weeks less the 40 before. News, hacks and deaths raise it too."
        )
        .formula("ln(recent + 0.5) − ln(base + 0.5)", over: .weeks(Window.year, .use(use))) { _, coin in
            let weeks = coin.weeks(of: use)
            func input(_ name: String, _ window: Range<Int>, _ meaning: String) -> Input {
                let known = weeks.observed(window)
                let mean = known.isEmpty ? nil : CoinRanking.mean(known)
                return Input(name, mean, unit: "views", orMissing: use.noneKnown, meaning)
            }
            return [
                input("recent", Window.recent, "Mean of the last 12 weeks."),
                input("base", Window.base, "Mean of the 40 weeks before."),
            ]
        }
    }

    /// Fees that users of the chain paid.
    private static func chainFees(_ quote: String) -> ColumnEntry {
        let (use, window) = (WeeklyUse.chainFees, Window.recent)
        let reasons = [use.noneKnown, .fewWeeks].converted(into: quote)
        return .number(
            "chain_fees12",
            "Chain fees 12",
            unit: quote.uppercased(),
            .money,
            reasons,
            .use,
            of: \.section.dollarsOfWeeks
        ) {
            $1.shown($1.useLevel(use, window), of: $1.weeks(of: use), window, $0)
        }
        .means("Mean daily fees paid on the coin's chain, last 12 complete weeks.")
        .derived {
            let weeks = $1.weeks(of: use).divided(by: $0.section.dollarsOfWeeks)
            return mean(of: weeks, [.use(use)], window, unit: quote.uppercased())
        }
    }

    /// What the coin costs by what is moved with it.
    private static var valueToTransfers: ColumnEntry {
        let use = WeeklyUse.transferredValue
        return .number(
            "nvt",
            "NVT",
            .fixed(1),
            [use.noneKnown, .fewWeeks, .zeroBase, .noFreshCap, .noRate],
            [
                .use, .newest, .lastPrices,
            ]
        ) { coin in
            guard coin.input.section.quote == "usd" else { return .missing(.noRate) }
            let moved = coin.useLevel(use, Window.recent)
            guard moved.isThere else { return moved }
            return coin.marketCap.map(orMissing: .zeroBase) { $0 / moved.value }
        }
        .means("Market capitalisation by the US dollars moved on the chain a day, mean of the last 12 complete weeks.")
        .withPrice()
        .formula("capitalisation / moved", over: .weeks(Window.recent, .use(use)) + .year(.marketCap)) { _, coin in
            let (cap, moved) = (coin.marketCap, coin.useLevel(use, Window.recent))
            let newest = "Newest market capitalisation as stored."
            return [
                Input("capitalisation", cap.value, unit: "USD", orMissing: cap.reason, newest),
                Input("moved", moved.value, unit: "USD a day", orMissing: moved.reason, use.meaning),
            ]
        }
    }

    /// How many of the coins move.
    private static var activeSupply: ColumnEntry {
        let use = WeeklyUse.activeSupply
        return .number(
            "active_supply_pct",
            "Moved in a year",
            unit: "%",
            .fixed(1),
            [use.noneKnown, .noFreshSupply],
            [.use, .supplies]
        ) { coin in
            coin.newestWeek(of: use).map(orMissing: .noFreshSupply) { 100 * $0 / coin.supply.circulating.value }
        }
        .means("Share of the circulating coins that moved within a year, by the newest week of the last four.")
        .formula("100 · moved / circulating", over: .weeks(CoinSupply.weeks, .use(use), .circulatingSupply)) {
            _,
            coin in
            let (moved, all) = (coin.newestWeek(of: use), coin.supply.circulating)
            return [
                Input("moved", moved.value, unit: "coins", orMissing: moved.reason, use.meaning),
                Input("circulating", all.value, unit: "coins", orMissing: all.reason, "Newest circulating supply."),
            ]
        }
    }

    private static var sources: ColumnEntry {
        .text("use_sources", "Sources of use", orMissing: .noAsset, .use) { coin in
            let sources = Set(coin.use.values.map(\.source))
            return sources.isEmpty ? nil : sources.sorted().joined(separator: ", ")
        }
        .means("Whose the weekly figures of chain and articles are; their licences stand with the sources.")
    }
}

extension CoinMeasures {
    /// Its weekly use.
    fileprivate var use: [WeeklyUse: UseWeeks] { input.section.use[index] ?? [:] }

    /// The weeks of a use; none known where there are none.
    func weeks(of use: WeeklyUse) -> WeeklySeries {
        WeeklySeries(self.use[use]?.values ?? Array(repeating: .nan, count: CrossSection.weeks))
    }

    /// The mean of a use over the known weeks of a window, two thirds of 12 or half of 52 of them or more.
    fileprivate func useLevel(_ use: WeeklyUse, _ window: Range<Int>) -> Measured {
        weeks(of: use).mean(window, least: window == Window.recent ? 8 : 26, orMissing: use.noneKnown)
    }

    /// The newest known week of the last four.
    fileprivate func newestWeek(of use: WeeklyUse) -> Measured {
        Measured(weeks(of: use).observed(CoinSupply.weeks).first ?? .nan, orMissing: use.noneKnown)
    }
}

public import CoinModel
public import CoinTables

/// What the market adds up to, week by week, and what a source says of it.
public enum MarketSeries {
    /// The parts of a cross-section that it reads.
    public static let parts: SectionParts = [.newest, .capitalisation, .volumeMedian, .close, .figures]

    /// The weeks of each sum of capitalisations: a coin without data for longer is no longer counted.
    private static let span = 4
    /// The most weeks of a table, for the oldest ones of a section only serve those after them.
    public static let mostWeeks = CrossSection.weeks - span + 1

    /// Capitalisation, Bitcoin's share of it and traded volume of all coins in each complete week; how the capitalisation of
    /// the coins of both weeks changed; and beside that, never added to it, what a source says of all the coins it counts.
    ///
    /// The oldest weeks of the section only serve those after them.
    ///
    /// - Parameter section: the coins, with these parts.
    /// - Returns: a row a week, newest first, down to the first of which anything is known.
    public static func table(of section: CrossSection) -> Table {
        let input = RankingInput(section, .discovery, RankingOptions())
        let beside = section.figures.map {
            "Columns that begin with `source` are what \($0.source) says of all coins it counts."
        }
        return Table(
            title: "What the market adds up to",
            columns: columns(quote: section.shownQuote),
            rows: rows(of: input),
            notes: ["As of \(section.asOf)."]
                + [totals(of: input).note(section), beside, section.currencyNote].compactMap { $0 }
        )
    }

    /// The rows of the table, for which no coin has to be measured.
    private static func rows(of input: RankingInput) -> [[Cell]] {
        let (section, weeks) = (input.section, weeks(of: input))
        let (dollars, figures) = (section.dollarsOfWeeks, section.figures)
        let known = weeks.indices.last { weeksBack in
            let week = weeks[weeksBack].totals
            return week.count > 0 || !week.volume.isNaN || !(figures?[.totalMarketCap, weeksBack] ?? .nan).isNaN
        }
        return weeks.prefix(known.map { $0 + 1 } ?? 0).enumerated().map { weeksBack, week -> [Cell] in
            func money(_ amount: Double, _ reason: MissingReason) -> Cell {
                .number(amount / dollars[weeksBack], orMissing: amount.isFinite ? .noRate : reason)
            }
            func figure(_ metric: Metric) -> Double { figures?[metric, weeksBack] ?? .nan }
            let (totals, total) = (week.totals, figure(.totalMarketCap))
            let difference = 100 * (totals.capitalisation / total - 1)
            return [
                .text(section.asOf.lastCompleteWeek.advanced(by: -weeksBack).description), .integer(totals.count),
                money(totals.capitalisation, .noMarket), .number(totals.bitcoinShare, orMissing: .noFreshCap),
                money(totals.volume, .noMarket), .integer(week.fresh),
                .number(week.change, orMissing: .noWeekBefore),
                money(total, .noFigures),
                .number(difference, orMissing: total.isNaN ? .noFigures : .noMarket),
                .number(figure(.bitcoinShare), orMissing: .noFigures),
                .number(figure(.etherShare), orMissing: .noFigures),
                money(figure(.totalVolume), .noFigures),
                Int(exactly: figure(.coinCount)).map(Cell.integer) ?? .missing(.noFigures),
            ]
        }
    }

    /// What the newest figures of coins add up to, money in the currency that is shown, NaN where it is missing: whether the volume
    /// is of 24 hours, how many coins, and the day of the oldest capitalisation.
    public typealias Newest = (
        capitalisation: Double, bitcoinShare: Double, volume: Double, isVolumeOfDay: Bool, coins: Int, oldest: Day?
    )

    /// The same of the coins of a section.
    public static func newest(of section: CrossSection) -> Newest {
        let input = RankingInput(section, .discovery, RankingOptions())
        let totals = totals(of: input)
        let dollars = section.shown.map { $0.rate(at: section.asOf.limit)?.value ?? .nan } ?? 1
        return (
            totals.capitalisation / dollars, totals.bitcoinShare, totals.volume / dollars, totals.isVolumeOfDay,
            totals.count, totals.oldest
        )
    }

    private static func totals(of input: RankingInput) -> MarketTotals {
        let volumes = input.section.coins.indices.map { input.section.volumeMedian[$0, 0] }
        return MarketTotals(newestOf: input.section, counting: counted(input), volumes)
    }

    private static func counted(_ input: RankingInput) -> [Bool] {
        input.section.coins.indices.map { input.isCounted($0, input.derivative(of: $0)) }
    }

    /// The columns of such a table that a terminal has room for: all but the source's own beside its capitalisation.
    public static func terminalColumns(of table: Table) -> [String] { table.columns.prefix(9).map(\.name) }

    /// What the coins add up to in each week, how many have a capitalisation of that very week, and how those of both changed in
    /// percent since the week before.
    private static func weeks(of input: RankingInput) -> [(totals: MarketTotals, fresh: Int, change: Double)] {
        let (section, counted) = (input.section, counted(input))
        let bitcoin = MarketTotals.bitcoin(among: section.coins)
        var weeks: [(totals: MarketTotals, fresh: Int, change: Double)] = []
        var newer: [Double] = []
        for weeksBack in 0...mostWeeks {
            func caps(_ span: Int) -> [Double] {
                counted.indices.map { coin in
                    guard counted[coin] else { return .nan }
                    return section.capitalisation[row: coin].dropFirst(weeksBack).prefix(span).first { $0 > 0 } ?? .nan
                }
            }
            let fresh = caps(1)
            if weeksBack > 0 { weeks[weeksBack - 1].change = change(from: fresh, to: newer) }
            guard weeksBack < mostWeeks else { break }
            let volumes = counted.indices.map { counted[$0] ? section.volumeMedian[$0, weeksBack] : .nan }
            weeks.append((MarketTotals(caps(span), volumes, bitcoin: bitcoin), fresh.count { !$0.isNaN }, .nan))
            newer = fresh
        }
        return weeks
    }

    /// 100 · (sum now / sum before − 1) over the coins that have a capitalisation in both weeks; NaN without any.
    private static func change(from before: [Double], to now: [Double]) -> Double {
        let both = zip(before, now).filter { !$0.isNaN && !$1.isNaN }
        return 100 * (sum(both.map(\.1)) / sum(both.map(\.0)) - 1)
    }

    private static func columns(quote: String) -> [Column] {
        let money = quote.uppercased()
        let count =
            "How many have a capitalisation of that week or one of the three before; wrapped, staked, bridged "
            + "and pegged coins are not counted."
        let cap = "Sum of the newest of these of each coin."
        let share = "Share of it that is Bitcoin's, 0 to 1: its dominance."
        let volume = "Sum over the coins of the week's median of 24-hour volumes."
        let fresh = "How many of them have a capitalisation of that very week; those of the others are older."
        let change =
            "100 · (sum of the week's own capitalisations by that of the week before − 1), both over the coins that have one of "
            + "each of the two weeks: older ones say nothing of a change."
        let source = "What a source says of all coins that it counts, the newest of the week: "
        let (theirs, difference) = (source + "their capitalisation.", "100 · (market_cap / source_market_cap − 1).")
        return [
            Column.sunday,
            Column("coins", "Coins", .integer, unit: "coins", meaning: count),
            Column("market_cap_" + quote, "Market cap", .number, unit: money, display: .money, meaning: cap),
            Column("bitcoin_share", "Bitcoin\u{2019}s share", .number, display: .fixed(3), meaning: share),
            Column("volume_" + quote, "Volume a day", .number, unit: money, display: .money, meaning: volume),
            Column("fresh_coins", "Of the week", .integer, unit: "coins", meaning: fresh),
            Column("like_for_like_pct", "Like for like", .number, unit: "%", display: .signed(1), meaning: change),
            .number("source_market_cap_" + quote, "Source's cap", unit: money, .money, theirs),
            .number("difference_pct", "Difference", unit: "%", .signed(1), difference),
            Column.number("source_bitcoin_share", "Its Bitcoin", .fixed(3), source + "Bitcoin's share, 0 to 1."),
            Column.number("source_ether_share", "Its Ether", .fixed(3), source + "Ether's share, 0 to 1."),
            Column.number("source_volume_" + quote, "Its volume", unit: money, .money, source + "traded in 24 hours."),
            Column("source_coins", "Its coins", .integer, unit: "coins", meaning: source + "how many there are."),
        ]
    }
}

public import CoinModel
public import CoinTables

/// What the market adds up to, week by week.
public enum MarketSeries {
    /// The parts of a cross-section that it reads.
    public static let parts: SectionParts = [.newest, .capitalisation, .volumeMedian, .close]

    /// The weeks of each sum of capitalisations: a coin that no input tells of for longer is no longer counted.
    private static let span = 4

    /// Capitalisation, Bitcoin's share of it and traded volume of all coins in each complete week.
    ///
    /// The oldest weeks of the section only serve those after them.
    ///
    /// - Parameter section: the coins, with these parts.
    /// - Returns: a row a week, newest first, down to the first of which anything is known.
    public static func table(of section: CrossSection) -> Table {
        let universe = MeasuredUniverse(section, .discovery, RankingOptions())
        let counted = section.coins.indices.map { MarketTotals.counts(universe.input.derivative(of: $0)) }
        let bitcoin = section.coins.firstIndex { $0.id == "bitcoin" }
        let weeks = (0...CrossSection.weeks - span).map { ago in
            let caps = counted.indices.map { coin in
                counted[coin] ? section.capitalisation[row: coin].dropFirst(ago).prefix(span).first { $0 > 0 } : nil
            }
            return MarketTotals(
                caps.map { $0 ?? .nan },
                counted.indices.map { counted[$0] ? section.volumeMedian[$0, ago] : .nan },
                bitcoin: bitcoin
            )
        }
        let dollars = section.dollarsOfWeeks
        let known = weeks.lastIndex { $0.count > 0 || !$0.volume.isNaN }.map { $0 + 1 } ?? 0
        let rows = weeks.prefix(known).enumerated().map { ago, totals -> [Cell] in
            [
                .text(section.asOf.lastCompleteWeek.advanced(by: -ago).description), .integer(totals.count),
                .number(totals.capitalisation / dollars[ago], orMissing: dollars[ago].isNaN ? .noRate : .noMarket),
                .number(totals.bitcoinShare, orMissing: .noFreshCap),
                .number(totals.volume / dollars[ago], orMissing: dollars[ago].isNaN ? .noRate : .noMarket),
            ]
        }
        return Table(
            title: "What the market adds up to",
            columns: columns(quote: section.shownQuote),
            rows: rows,
            notes: ["As of \(section.asOf)."]
                + [universe.totals.note(quote: section.quote), section.currencyNote].compactMap { $0 }
        )
    }

    /// The same as figures over the newest 50 weeks, oldest first.
    public static func figures(of section: CrossSection) -> [Overview.Figure] {
        let table = table(of: section)
        return table.columns.indices.filter { table.columns[$0].type == .number }.map { place in
            let series = table.rows.prefix(50).reversed().map { row in
                if case .number(let value) = row[place] { value } else { Double.nan }
            }
            return Overview.Figure(table.columns[place], series: series)
        }
    }

    private static func columns(quote: String) -> [Column] {
        let money = quote.uppercased()
        let count =
            "How many have a capitalisation of that week or one of the three before; wrapped, staked, bridged "
            + "and pegged coins are not counted."
        let cap = "Sum of the newest of these of each coin."
        let share = "Share of it that is Bitcoin's, 0 to 1: its dominance."
        let volume = "Sum over the coins of the week's median of 24-hour volumes."
        return [
            Column("week", "Week", .text, meaning: "The Sunday on which the week begins, UTC."),
            Column("coins", "Coins", .integer, unit: "coins", meaning: count),
            Column("market_cap_" + quote, "Market cap", .number, unit: money, display: .money, meaning: cap),
            Column("bitcoin_share", "Bitcoin", .number, display: .fixed(3), meaning: share),
            Column("volume_" + quote, "Volume", .number, unit: money, display: .money, meaning: volume),
        ]
    }
}

internal import CoinModel
internal import CoinPanel
internal import CoinTables

/// All weeks of all coins, a row for each coin and week of which anything is known: what rankings read, as far back as the
/// store goes.
///
/// Weeks come in spans of 52 from the newest on; within each a coin has one source of each metric, the one that a ranking
/// of that span's end would read.
struct WeeklyFacts {
    private static let series: [CoinWeeks.Series] = [
        .commits, .bots, .developers, .developerDays, .close, .capitalisation, .volume, .interest,
    ]
    /// Those that came later stand last, so that the others keep their places.
    private static let laterSeries: [CoinWeeks.Series] = [
        .people, .merges, .botMerges, .mostDevelopers, .agents, .pulls,
    ]

    /// The columns, money in a quote currency.
    static func columns(quote: String) -> [Column] {
        [
            Column("coin_id", "Coin", .text, meaning: "The coin's id in the coin list."),
            Column("week_start", "Week", .text, meaning: "The Sunday on which the week begins, UTC."),
        ] + series.map { CoinWeeks.column($0, quote: quote) } + [
            Column("market_source", "Market source", .text, meaning: "Whose prices and volumes they are.")
        ] + laterSeries.map { CoinWeeks.column($0, quote: quote) }
    }

    /// Hands the rows over, the newest span first, in it coin by coin, each week after the one before; never more than some
    /// thousand coins' worth at once.
    ///
    /// - Throws: an error when a tile is damaged, or what `take` throws.
    static func visit(upTo asOf: AsOf, _ panel: Panel, _ take: ([[Cell]]) throws -> Void) throws {
        // A year without any value may lie between others; before Bitcoin there was none.
        guard let first = Day("2009-01-03").map(Week.init(containing:)) else { return }
        for limit in asOf.years(backTo: first) {
            let section = try panel.wholeSection(at: limit, CoinWeeks.parts, needsRates: false, migratedBy: asOf)
            let (weeks, count) = (CoinWeeks(section), section.coins.count)
            for start in stride(from: 0, to: count, by: 1000) {
                let rows = (start..<min(start + 1000, count)).flatMap { self.rows(of: $0, weeks) }
                if !rows.isEmpty { try take(rows) }
            }
        }
    }

    private static func rows(of coin: Int, _ weeks: CoinWeeks) -> [[Cell]] {
        let section = weeks.section
        let source = section.marketSource[coin]
        let predecessors = section.migrations.predecessors(of: section.coins[coin].id)
        let (cells, laterCells) = (weeks.cells(series, of: coin), weeks.cells(laterSeries, of: coin))
        return (0..<52).reversed().compactMap { weeksBack in
            let isPriced = section.close[coin, weeksBack].isFinite || section.volumeMean[coin, weeksBack].isFinite
            // A week whose amounts have no rate is a row all the same.
            let isKnown =
                isPriced || section.capitalisation[coin, weeksBack].isFinite
                || cells[weeksBack].contains { if case .missing = $0 { false } else { true } }
            guard isKnown else { return nil }
            let week = section.asOf.lastCompleteWeek.advanced(by: -weeksBack)
            // Whose weeks they are that it continues stands beside who says so.
            let former = predecessors.last { week.start < $0.until }.map { " of \($0.id), \($0.ratio)" } ?? ""
            return [.text(section.coins[coin].id), .text(week.description)] + cells[weeksBack]
                + [(isPriced ? source : nil).map { .text($0 + former) } ?? .missing(.notObserved)]
                + laterCells[weeksBack]
        }
    }
}

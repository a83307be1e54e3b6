internal import CoinModel
internal import CoinPanel
internal import CoinTables

/// All weeks of all coins, a row for each coin and week of which anything is known: what rankings read, as far back as the
/// store goes.
///
/// Weeks come in spans of 52 from the newest on; within each a coin has one source of each metric, the one that a ranking
/// of that span's end would read.
struct WeeklyFacts {
    /// The columns, money in a quote currency.
    static func columns(quote: String) -> [Column] {
        let money = quote.uppercased()
        func number(_ name: String, _ unit: String, _ meaning: String) -> Column {
            Column(name, name, .number, unit: unit, meaning: meaning)
        }
        let none = "; missing where no input observed it"
        return [
            Column("coin_id", "Coin", .text, meaning: "The coin's id in the coin list."),
            Column("week_start", "Week", .text, meaning: "The Sunday on which the week begins, UTC."),
            number(
                "commits",
                "commits",
                "Commits of the coin's repositories, bots' and merges among them" + none + "."
            ),
            number("bot_commits", "commits", "Those of them that bots made" + none + "."),
            number("developers", "developers", "Distinct authors, added up over the repositories" + none + "."),
            number(
                "developer_days",
                "developer-days",
                "Distinct (author, UTC day) pairs, added up likewise" + none + "."
            ),
            number("close_" + quote, money, "Newest positive price of the week" + none + "."),
            number("market_cap_" + quote, money, "Newest market capitalisation of the week" + none + "."),
            number("volume_" + quote, money, "Mean of the week's 24-hour volumes" + none + "."),
            number(
                "interest",
                "index",
                "Search interest on its own export's scale of 0 to 100; ½ stands for `<1`" + none + "."
            ),
            Column("market_source", "Market source", .text, meaning: "Whose prices and volumes they are."),
        ]
    }

    private static let parts: SectionParts = [
        .development, .close, .volumeMean, .capitalisation, .interest, .marketSource,
    ]

    /// Hands the rows over, the newest span first, in it coin by coin, each week after the one before; never more than some
    /// thousand coins' worth at once.
    ///
    /// - Throws: an error when a tile is damaged, or what `take` throws.
    static func visit(upTo asOf: AsOf, _ panel: Panel, _ take: ([[Cell]]) throws -> Void) throws {
        var end = asOf.lastCompleteWeek
        var limit = asOf
        // A year without any value may lie between others; before Bitcoin there was none.
        guard let first = Day("2009-01-03").map(Week.init(containing:)) else { return }
        while end > first {
            let section = try panel.wholeSection(at: limit, parts, needsRates: false, migratedBy: asOf)
            for start in stride(from: 0, to: section.coins.count, by: 1000) {
                let coins = start..<min(start + 1000, section.coins.count)
                let rows = coins.flatMap { weeks(of: $0, section) }
                if !rows.isEmpty { try take(rows) }
            }
            end = end.advanced(by: -52)
            limit = .day(end.lastDay)
        }
    }

    private static func weeks(of coin: Int, _ section: CrossSection) -> [[Cell]] {
        let dollars = section.dollarsOfWeeks
        let source = section.marketSource[coin]
        let predecessors = section.migrations.predecessors(of: section.coins[coin].id)
        return (0..<52).reversed().compactMap { ago in
            let counts = [section.commits, section.botCommits, section.developers, section.developerDays].map {
                section.sum($0, of: coin, ago: ago)
            }
            let amounts = [section.close, section.capitalisation, section.volumeMean].map { $0[coin, ago] }
            let interest = section.interest[coin, ago]
            // A week whose amounts have no rate is a row all the same.
            guard (counts + amounts + [interest]).contains(where: \.isFinite) else { return nil }
            let values = counts + amounts.map { $0 / dollars[ago] } + [interest]
            let week = section.asOf.lastCompleteWeek.advanced(by: -ago)
            let priced = amounts[0].isFinite || amounts[2].isFinite ? source : nil
            // Whose weeks they are that it continues stands beside who says so.
            let former = predecessors.last { week.start < $0.until }.map { " of \($0.id), \($0.ratio)" } ?? ""
            return [.text(section.coins[coin].id), .text(week.description)]
                + values.map { .number($0, orMissing: .notObserved) } + [
                    priced.map { .text($0 + former) } ?? .missing(.notObserved)
                ]
        }
    }
}

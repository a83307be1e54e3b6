internal import CoinModel
internal import CoinTables

extension ColumnDictionary {
    /// The columns of search interest, with bounds for the rounding of exports.
    static func interest() -> [ColumnEntry] {
        [
            .number("search_momentum", "Interest trend", .signed(2), .interest, .interest) { $0.interestTrend.momentum }
                .means("ln of (mean search interest + ½), 12 weeks up to a week ago less the 40 before.")
                .derived { momentum($1, { $0 }, { $0 }) },
            .number("search_low", "Interest trend low", .signed(2), .interest, .interest) { $0.interestTrend.low }
                .means("Its lower bound by the rounding of the export.")
                .derived { momentum($1, InterestCell.low, InterestCell.high) },
            .number("search_high", "Interest trend high", .signed(2), .interest, .interest) { $0.interestTrend.high }
                .means("Its upper bound by the rounding of the export.")
                .derived { momentum($1, InterestCell.high, InterestCell.low) },
            .text("indeterminate", "Interest sign", orMissing: .nothingToSay, .interest) {
                $0.interestTrend.isIndeterminate ? "indeterminate" : nil
            }
            .means("`indeterminate` where rounding leaves the sign of search_momentum open.")
            .formula(nil, ["search_low", "search_high"], over: .segments(.interest)),
            .text("ambiguous_term", "Ambiguous", orMissing: .nothingToSay, .interest, of: \.ambiguousTerms) {
                $0[$1.place] ? "ambiguous" : nil
            }
            .means(
                "`ambiguous` where the search term is a common word, another coin's name or symbol, or of three letters or "
                    + "fewer: its trend weighs half."
            )
            .formula(nil, ["trend_term"]),
            .number("asvi", "Interest jump", .signed(2), .interest, .interest) { $0.interest.shortTerm }
                .means("ln of (search interest + ½), one week before the newest one less the median of 8 before.")
                .formula("ln(newest + 0.5) − ln(usual + 0.5)", over: .weeks(0..<9, .interest)) { _, coin in
                    let series = coin.interest.series
                    let (newest, usual) = (series.values[0], median(series.observed(1..<9)))
                    let meaning = "Search interest of the week before the newest complete one."
                    return [
                        Input("newest", newest, unit: "index", orMissing: .noClose, meaning),
                        Input("usual", usual, unit: "index", orMissing: .noClose, "Median of the 8 weeks before."),
                    ]
                },
        ]
    }

    /// An end of the cell that a rounded index stands for.
    private typealias CellEnd = (Double) -> Double

    private static func momentum(_ coin: CoinMeasures, _ recentEnd: CellEnd, _ baseEnd: CellEnd) -> Derivation {
        let series = coin.interest.series
        let recent = CoinRanking.mean(series.observed(Window.recent).map(recentEnd))
        let base = CoinRanking.mean(series.observed(Window.base).map(baseEnd))
        let inputs = [
            Input("recent", recent, unit: "index", "Mean of the last 12 weeks, at this end of their cells."),
            Input("base", base, unit: "index", "Mean of the 40 weeks before, at this end of their cells."),
        ]
        return Derivation("ln(recent + 0.5) − ln(base + 0.5)", [], inputs, over: .segments(.interest))
    }

    /// Search interest on the scale that exports share, so that coins of different exports can be compared.
    static func levels() -> [ColumnEntry] {
        let scaled: SectionParts = [.interest, .interestScale]
        /// The recent mean, at one end of the bounds of cells and factor.
        @Sendable func end(_ factor: KeyPath<SearchScale, Double>, _ cell: CellEnd, _ coin: CoinMeasures) -> Derivation
        {
            let recent = coin.interest.series.observed(Window.recent).map(cell)
            let meaning = "Mean of the last 12 weeks, at this end of their cells."
            let input = Input("recent", CoinRanking.mean(recent), unit: "index", meaning)
            return Derivation("recent · factor", [], [input, scale(factor, coin)], over: recentInterest)
        }
        return [
            .number("interest_level12", "Interest level", unit: "index", .fixed(1), .interest, scaled) {
                $0.interestLevel.value
            }
            .means("trend12 on the scale of the export that interest_scale names: coins of one scale compare.")
            .derived { Derivation("trend12 · factor", ["trend12"], [scale(\.factor, $1)], over: recentInterest) },
            .number("interest_low", "Interest level low", unit: "index", .fixed(1), .interest, scaled) {
                $0.interestLevel.low
            }
            .means("Its lower bound by the rounding of all exports in between.")
            .derived { end(\.low, InterestCell.low, $1) },
            .number("interest_high", "Interest level high", unit: "index", .fixed(1), .interest, scaled) {
                $0.interestLevel.high
            }
            .means("Its upper bound by the rounding of all exports in between.")
            .derived { end(\.high, InterestCell.high, $1) },
            .text("interest_scale", "Interest scale", orMissing: .noInterest, [.interest, .interestScale]) {
                $0.search.map { $0.scale?.name ?? "own" }
            }
            .means(
                "Whose scale interest_level12 is on: the digest of the export that others were brought onto through "
                    + "shared terms, or `own` where an export shares none."
            ),
        ]
    }

    private static let recentInterest: [SeriesUse] = .weeks(Window.recent, .interest)

    private static func scale(_ factor: KeyPath<SearchScale, Double>, _ coin: CoinMeasures) -> Input {
        let meaning =
            "What brings its export onto the scale that interest_scale names, at this end of its bounds; 1 on its own."
        return Input("factor", coin.search?.scale?[keyPath: factor] ?? 1, meaning)
    }
}

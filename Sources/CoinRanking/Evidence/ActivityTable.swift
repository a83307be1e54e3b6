internal import CoinModel
public import CoinTables

extension ActivityEvidence {
    /// A row for each figure, and behind it how reliable `p_up` is.
    public var table: Table {
        func row(
            _ name: String,
            _ meaning: String,
            _ value: Double,
            _ ends: (low: Double, high: Double) = (.nan, .nan),
            n: Double = .nan,
            base: Double = .nan
        ) -> [Cell] {
            [.text(name)] + [value, ends.low, ends.high, n, base].map { .number($0, orMissing: .tooFew) } + [
                .text(meaning)
            ]
        }
        func row(_ name: String, _ meaning: String, _ error: PhaseError) -> [Cell] {
            row(name, meaning, error.mean, error.interval, n: Double(error.periods))
        }
        func row(_ name: String, _ meaning: String, _ share: WeeklyShare, base: Double) -> [Cell] {
            row(name, meaning, share.share, share.band, n: share.coinWeeks > 0 ? share.effective : .nan, base: base)
        }
        let rows = [
            row(
                "slope",
                "Log of the outcome on log of the forecast, by week; 1 is neither too bold nor too timid.",
                slope
            ),
            row("rank_correlation", "Spearman's, of forecast and outcome, by week.", correlation),
            row("p", "Of that, by permutation of coins' whole histories; 999 draws.", p),
            row(
                "coverage",
                "Share of outcomes in the 90 % band, which knows nothing of their own chance.",
                coverage,
                base: 0.9
            ),
            row("rising", "Share of coins called rising whose outcome was above 1.", rising, base: above.share),
            row("falling", "Share of coins called falling whose outcome was below 1.", falling, base: below.share),
            row("brier", "Mean of (p_up − o)², o whether the outcome was above 1.25.", brier, base: brierOfBase),
            row("brier_skill", "1 − brier / that of the share known then.", 1 - brier / brierOfBase),
        ]
        var table = Table(
            title: "",
            columns: [
                Column("measure", "Measure", .text, meaning: "What is measured."),
                .number("value", "Value", .fixed(3), "Its value."),
                .number(
                    "low",
                    "from",
                    .fixed(3),
                    "Lower end: of the 90 % interval by phases, of a share the 80 % Jeffreys band."
                ),
                .number("high", "to", .fixed(3), "Upper end of it."),
                .number(
                    "n",
                    "n",
                    .fixed(3),
                    "Periods that do not overlap; of a share how many independent outcomes it is worth."
                ),
                .number("base", "Base", .fixed(3), "What it would be for any coin; of the coverage what it should be."),
                Column("meaning", "Meaning", .text, meaning: "What the measure is."),
            ],
            rows: rows
        )
        table.annexes = [reliabilityTable].compactMap { $0 }
        return table
    }

    /// How often `p_up` came true, by tenths of it; nil without outcomes.
    private var reliabilityTable: Table? {
        let known = reliability.enumerated().filter { $1.came.coinWeeks > 0 }
        guard !known.isEmpty else { return nil }
        let rows = known.map { bin, outcome -> [Cell] in
            let (low, high) = outcome.came.band
            return [
                .text("\(Double(bin) / 10) to \(Double(bin + 1) / 10)"), .number(outcome.said),
                .number(outcome.came.share),
                .number(low), .number(high), .integer(outcome.came.coinWeeks),
            ]
        }
        var table = Table(
            title: "Reliability of p_up",
            columns: [
                Column("p_up", "P(up)", .text, meaning: "The forecasts that are taken together."),
                .number("said", "Said", .fixed(3), "Their mean."),
                .number("came", "Came", .fixed(3), "The share whose outcome was above 1.25."),
                .number("came_low", "from", .fixed(3), "Lower end of its 80 % Jeffreys band."),
                .number("came_high", "to", .fixed(3), "Upper end of it."),
                Column("outcomes", "Outcomes", .integer, meaning: "How many coin-weeks."),
            ],
            rows: rows
        )
        table.pictures = [
            Picture(
                "Does a rise come as often as is said?",
                note: "The bar is the share that came, the mark what was said: the one should end at the other.",
                .rows(label: ["p_up"], beside: [Picture.Words("of ", "outcomes")], most: 10),
                [
                    Picture.Panel(
                        "Share",
                        .counts,
                        [
                            Picture.Mark(.bars("came"), .development, "came"),
                            Picture.Mark(.dots("said"), .volume, "said"),
                        ]
                    )
                ]
            )
        ]
        return table
    }
}

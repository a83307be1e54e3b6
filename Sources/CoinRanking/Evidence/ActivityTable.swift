internal import CoinModel
public import CoinTables

extension ActivityEvidence {
    /// A row for each figure, and behind it how reliable `p_up` is.
    public var table: Table {
        let lower = "Lower end: of the 90 % interval by phases, of a share the 80 % Jeffreys band."
        let periods = "Periods that do not overlap; of a share how many independent outcomes it is worth."
        let usual = "What it would be for any coin; of the coverage what it should be."
        let measures: [FilledColumn<Figure>] = [
            .text("measure", "Measure", "What is measured.") { $0.name },
            .number("value", "Value", .fixed(3), "Its value.") { $0.value },
            .number("low", "from", .fixed(3), lower) { $0.ends.low },
            .number("high", "to", .fixed(3), "Upper end of it.") { $0.ends.high },
            .number("n", "n", .fixed(3), periods) { $0.n }, .number("base", "Base", .fixed(3), usual) { $0.base },
            .text("meaning", "Meaning", "What the measure is.") { $0.meaning },
        ]
        var table = Table("", measures, of: figures)
        table.annexes = [reliabilityTable].compactMap(\.self)
        return table
    }

    /// One figure, with its interval, its n and what it would be for any coin; NaN where there is none.
    private struct Figure {
        let name: String
        let meaning: String
        let value: Double
        var ends: (low: Double, high: Double) = (.nan, .nan)
        var n = Double.nan
        var base = Double.nan
    }

    private var figures: [Figure] {
        func figure(_ name: String, _ meaning: String, _ error: BlockStandardError) -> Figure {
            Figure(name: name, meaning: meaning, value: error.mean, ends: error.interval, n: Double(error.periods))
        }
        func figure(_ name: String, _ meaning: String, _ share: WeeklyShare, base: Double) -> Figure {
            let n = share.coinWeeks > 0 ? share.effective : .nan
            return Figure(name: name, meaning: meaning, value: share.share, ends: share.band, n: n, base: base)
        }
        let skill = 1 - brier / brierOfBase
        let squares = "Mean of (p_up − o)², o whether the outcome was above 1.25."
        let bold = "Log of the outcome on log of the forecast, by week; 1 is neither too bold nor too timid."
        let band = "Share of outcomes in the 90 % band, which knows nothing of their own chance."
        return [
            figure("slope", bold, slope),
            figure("rank_correlation", "Spearman's, of forecast and outcome, by week.", correlation),
            Figure(name: "p", meaning: "Of that, to either side, by phases.", value: correlation.p),
            figure("coverage", band, coverage, base: 0.9),
            figure("rising", "Share of coins called rising whose outcome was above 1.", rising, base: above.share),
            figure("falling", "Share of coins called falling whose outcome was below 1.", falling, base: below.share),
            Figure(name: "brier", meaning: squares, value: brier, base: brierOfBase),
            Figure(name: "brier_skill", meaning: "1 − brier / that of the share known then.", value: skill),
        ]
    }

    /// How often `p_up` came true, by tenths of it; nil without outcomes.
    private var reliabilityTable: Table? {
        let known = reliability.enumerated().filter { $1.came.coinWeeks > 0 }
        guard !known.isEmpty else { return nil }
        let measures: [FilledColumn<(offset: Int, element: (said: Double, came: WeeklyShare))>] = [
            .text("p_up", "P(up)", "The forecasts that are taken together.") { bin in
                "\(Double(bin.offset) / 10) to \(Double(bin.offset + 1) / 10)"
            },
            .number("said", "Forecast", .fixed(3), "Their mean.") { $0.element.said },
            .number("came", "Came true", .fixed(3), "The share whose outcome was above 1.25.") {
                $0.element.came.share
            },
            .number("came_low", "from", .fixed(3), "Lower end of its 80 % Jeffreys band.") { $0.element.came.band.low },
            .number("came_high", "to", .fixed(3), "Upper end of it.") { $0.element.came.band.high },
            .count("outcomes", "Outcomes", "How many coin-weeks.") { $0.element.came.coinWeeks },
        ]
        return Table("How often a forecast rise came true, by its chance", measures, of: known)
    }
}

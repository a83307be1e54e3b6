internal import CoinModel
public import CoinTables

extension Evaluation {
    /// A row a signal and horizon, and behind it the tables of its pictures.
    ///
    /// - Parameters:
    ///   - adjusted: p of each piece of evidence adjusted for all trials; NaN where unknown.
    ///   - trials: how many these are.
    /// - Returns: the table.
    public func table(adjusted: [Double], trials: Int) -> Table {
        let measures = Evaluation.measures(trials: trials)
        let rows = zip(evidence, adjusted).map { evidence, adjusted in
            [.text(evidence.signal), .integer(evidence.horizon), .text(Evaluation.verdict(of: evidence))]
                + measures.map { $0.cell(evidence, adjusted) }
        }
        let names = [
            Column.text("signal", "Signal", "The column that is judged; `score` is what the preset ranks by."),
            Column("horizon", "Weeks held", .integer, unit: "weeks", meaning: "Weeks between buying and selling."),
            Column(
                "verdict",
                "Verdict",
                .text,
                meaning:
                    "NO CALL with fewer than 30 periods that do not overlap, else whether the 90 % interval holds 0."
            ),
        ]
        var table = Table(title: "", columns: names + measures.map(\.column), rows: rows, notes: [levelNote])
        table.annexes = [weeksTable, decayTable, placebos.table(beside: evidence.first?.ic.mean ?? .nan)].compactMap {
            $0
        }
        return table
    }

    /// What the test says of placebos, and whether its p can be trusted.
    private var levelNote: String {
        guard placebos.count > 0 else { return "No placebo could be tried: no week has a rank IC." }
        let percent = (1000 * placebos.rate).rounded() / 10
        let found = "Of \(placebos.count) placebos of the first signal \(percent) % were rejected at 10 %"
        return placebos.holdsLevel
            ? "\(found): the test holds its level."
            : "\(found), outside 7 to 13 %: its p-values cannot be trusted here."
    }

    private static func verdict(of evidence: SignalEvidence) -> String {
        let periods = evidence.ic.periods
        guard evidence.isLongEnough else { return "NO CALL: \(periods) of \(SignalEvidence.fewestPeriods) periods" }
        return evidence.bearsCalls ? "holds" : "does not hold: the interval holds 0"
    }

    /// The rank IC of each week of the first signal and horizon, and what fifths grew to; nil without weeks.
    private var weeksTable: Table? {
        guard let first = evidence.first else { return nil }
        let known = first.correlations.indices.filter { !first.correlations[$0].isNaN }
        guard let start = known.first, let end = known.last else { return nil }
        let fifths = first.fifths
        let wealth = [fifths.net[0], fifths.net[FifthCut.count - 1], fifths.netSpread].map(Fifths.wealth)
        let last = min(panel.weeks - 1, end + first.horizon + 1)
        let rows = (start...last).map { week -> [Cell] in
            let value = week < first.correlations.count ? first.correlations[week] : .nan
            let apart = (week - start) % first.horizon == 0 ? value : .nan
            return [.text(panel.first.advanced(by: week).description)]
                + ([value, apart] + wealth.map { $0[week] }).map { .number($0, orMissing: .noValue) }
        }
        let grown = ["best", "worst", "spread"].map { name in
            let meaning = "What 1 grew to in the \(name) fifth, net of costs; `spread` is the best less the worst."
            return Column("wealth_\(name)", "1 in the \(name)", .number, display: .fixed(2), meaning: meaning)
        }
        let columns =
            [
                Column.sunday,
                .number("ic", "Rank IC", .signed(3), "Spearman's correlation of the signal and what followed."),
                .number(
                    "ic_apart",
                    "Apart",
                    .signed(3),
                    "The same in every week whose outcome overlaps with no other one's."
                ),
            ] + grown
        let title = "\(first.signal), held \(counted(first.horizon, "week"))"
        var table = Table(title: title, columns: columns, rows: rows)
        let panels = [
            Picture.Panel(
                "Rank IC",
                .span,
                [
                    Picture.Mark(.line("ic"), .volume, "each week"),
                    Picture.Mark(.dots("ic_apart"), .development, "without overlap"),
                ]
            ),
            Picture.Panel(
                "What 1 grew to, net of costs",
                .span,
                [
                    Picture.Mark(.line("wealth_best"), .development, "best fifth"),
                    Picture.Mark(.line("wealth_worst"), .volume, "worst fifth"),
                    Picture.Mark(.line("wealth_spread"), .valuation, "best less worst"),
                ]
            ),
        ]
        let note = "Weeks overlap but for the dots, which alone are independent of one another."
        table.pictures = [Picture("\(first.signal), week by week", note: note, .weeks("week"), panels)]
        return table
    }

    /// The mean rank IC of each signal by horizon; nil where there is none.
    private var decayTable: Table? {
        guard !decay.isEmpty else { return nil }
        let rows = decay.map { signal, horizon, ic -> [Cell] in
            let numbers = [ic.mean, ic.interval.low, ic.interval.high].map { Cell.number($0, orMissing: .noValue) }
            return [.text("\(signal), \(counted(horizon, "week"))")] + numbers + [.integer(ic.periods)]
        }
        var table = Table(
            title: "Decay",
            columns: [
                Column("held", "Held", .text, meaning: "The signal, and the weeks between buying and selling."),
                .number("ic", "Rank IC", .signed(3), "The mean of the phases' means."),
                .number("ic_low", "from", .signed(3), "Lower end of its 90 % interval."),
                .number("ic_high", "to", .signed(3), "Upper end of it."),
                Column("periods", "Periods", .integer, meaning: "Periods that do not overlap."),
            ],
            rows: rows
        )
        table.pictures = [
            Picture(
                "How soon it fades",
                note: "Mean rank IC by the weeks that a coin is held.",
                .rows(label: ["held"], beside: [Picture.Words("periods ", "periods")], most: 32),
                [Picture.Panel("Rank IC", .counts, [Picture.Mark(.bars("ic"), .sign)])]
            )
        ]
        return table
    }
}

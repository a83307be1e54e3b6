internal import CoinModel
public import CoinTables

extension Evaluation {
    /// Two rows a signal and horizon, one for each ending of coins that have no price any more, and behind them the tables of its
    /// pictures.
    ///
    /// - Parameters:
    ///   - adjusted: p of each piece of decisive evidence adjusted for all trials; NaN where unknown.
    ///   - trials: how many were made on the same data, over signals, horizons and weeks.
    ///   - sharpes: the weekly Sharpe ratios of those that have one.
    /// - Returns: the table.
    public func table(adjusted: [Double], trials: Int, sharpes: [Double]) -> Table {
        var left = adjusted[...]
        let rows = evidence.map { evidence in
            var tried = evidence
            if evidence.ending == .loss { tried.adjusted = left.popFirst() ?? .nan }
            return tried
        }
        var table = Table("", SignalEvidence.measures(trials: trials, sharpes: sharpes), of: rows)
        table.notes = [levelNote]
        table.annexes = [weeksTable, decayTable, groupTable, placeboTable].compactMap(\.self)
        return table
    }

    /// What p says of placebos, and whether it can be trusted.
    private var levelNote: String {
        guard let first = placebos.shares.first else { return "No placebo could be tried: no week has a neutral IC." }
        let shares = placebos.shares.map { share in
            "\(share.lean.rawValue), held \(counted(share.horizon, "week")): \((1000 * share.rate).rounded() / 10) %"
        }
        return "Of \(first.count) placebos of each kind, p rejects at 10 %: \(shares.joined(separator: "; ")); "
            + (placebos.shares.allSatisfy(\.isHeld)
                ? "none above 12 %, so the test has its stated error rate."
                : "some above 12 %, so p cannot be trusted here.")
    }

    /// The neutral and the rank IC of each week of the first signal and horizon, and what fifths grew to; nil without weeks.
    private var weeksTable: Table? {
        guard let first = evidence.first else { return nil }
        let known = first.correlations.indices.filter { !first.correlations[$0].isNaN }
        guard let start = known.first, let end = known.last else { return nil }
        let (fifths, neutral) = (first.fifths, first.neutralCorrelations)
        func number(
            _ name: String,
            _ title: String,
            _ display: Column.Display,
            _ meaning: String,
            _ values: [Double]
        ) -> FilledColumn<Int> { .number(name, title, display, orMissing: .noValue, meaning) { values[$0] } }
        func grown(_ name: String, _ returns: [Double]) -> FilledColumn<Int> {
            let meaning = "What 1 grew to in the \(name) fifth, net of costs; `spread` is the best less the worst."
            return number("wealth_\(name)", "1 in the \(name)", .fixed(2), meaning, Quintiles.wealth(returns))
        }
        let apart = neutral.enumerated().map { ($0 - start) % first.horizon == 0 ? $1 : .nan }
        let beyond = "Beyond beta, capitalisation and past return."
        let alone = "The same in every week whose outcome overlaps with no other one's."
        let spearman = "Spearman's correlation of the signal and what followed."
        let measures = [
            .text("week", "Week", "The Sunday on which the week begins, UTC.") { "\(panel.first.advanced(by: $0))" },
            number("ic_neutral", "Neutral IC", .signed(3), beyond, neutral),
            number("ic_apart", "Apart", .signed(3), alone, apart),
            number("ic", "Rank IC", .signed(3), spearman, first.correlations),
            grown("best", fifths.net.best), grown("worst", fifths.net.worst),
            grown("spread", fifths.netSpread),
        ]
        let rows = Array(start...min(panel.weeks - 1, end + first.horizon + 1))
        var table = Table("\(first.signal), held \(counted(first.horizon, "week"))", measures, of: rows)
        table.pictures = [Evaluation.weeksPicture(first.signal)]
        return table
    }

    private static func weeksPicture(_ signal: String) -> Picture {
        let correlations: [Picture.Mark] = [
            .init(.line("ic_neutral"), .volume, "each week"), .init(.dots("ic_apart"), .development, "without overlap"),
        ]
        let wealth: [Picture.Mark] = [
            .init(.line("wealth_best"), .development, "best fifth"),
            .init(.line("wealth_worst"), .volume, "worst fifth"),
            .init(.line("wealth_spread"), .valuation, "best less worst"),
        ]
        let panels: [Picture.Panel] = [
            .init("Neutral IC", .span, correlations), .init("What 1 grew to, net of costs", .span, wealth),
        ]
        let note = "Weeks overlap but for the dots, which alone are independent of one another."
        return Picture("\(signal), week by week", note: note, .weeks("week"), panels)
    }

    /// The mean rank IC of each signal by horizon; nil where there is none.
    private var decayTable: Table? {
        guard !decay.isEmpty else { return nil }
        let (mean, interval) = (GroupedIC.meanOfPhases, "90 % interval")
        let ic: [FilledColumn<GroupedIC>] = .interval("ic", "Rank IC", .signed(3), mean, interval) { $0.ic.figure }
        let periods: [FilledColumn<GroupedIC>] = [
            .count("periods", "Periods", "Periods that do not overlap.") { $0.ic.periods }
        ]
        var table = Table("Decay", GroupedIC.names + ic + periods, of: decay)
        let note = "Mean rank IC by the weeks that a coin is held."
        let beside: [Picture.Words] = [.init("", "horizon", " weeks"), .init("", "ending")]
        table.pictures = [.bars("How soon it fades", note, of: "signal", beside, "Rank IC", "ic", .sign)]
        return table
    }

    /// The mean rank IC of each signal by size and tag; without p, for many groups are looked at.
    public var groupTable: Table {
        let measures: [FilledColumn<GroupedIC>] = [
            .text("group", "Coins", "What the coins have in common, by what was known then.") { $0.group },
            .number("coins", "Number", .fixed(1), "Mean number of coins of the weeks with a rank IC.") { $0.coins },
            .count("weeks", "Weeks", "Weeks with a rank IC.") { $0.ic.weeks },
            .number("ic", "Rank IC", GroupedIC.meanOfPhases) { $0.ic.mean },
        ]
        var table = Table("Rank IC by size and tag", GroupedIC.names + measures, of: groups.filter { $0.ic.weeks > 0 })
        let note = "Mean rank IC among coins that are alike; many are looked at, so some stand out by chance."
        let beside: [Picture.Words] = [.init("", "signal"), .init("", "horizon", " weeks")]
        table.pictures = [.bars("By size and tag", note, of: "group", beside, "Rank IC", "ic", .sign)]
        return table
    }

    /// How many signals without power p rejects, by what they lean on.
    private var placeboTable: Table {
        let measures: [FilledColumn<PlaceboTrial.Share>] = [
            .text("lean", "Placebos", "What they lean on: noise alone, or with a weight of 0.3 a control's ranks.") {
                $0.lean.rawValue
            },
            .count("horizon", "Weeks held", unit: "weeks", "Weeks between buying and selling.") { $0.horizon },
            .count("placebos", "Number", "How many.") { $0.count },
            .number("rejected", "Rejected", .fixed(3), "The share that p rejects at 10 %; 0.12 at most.") { $0.rate },
        ]
        var table = Table("Placebos", measures, of: placebos.shares)
        let note = "The share of placebos that p rejects at 10 %: 0.12 at most, else p cannot be trusted."
        let beside = [Picture.Words("", "horizon", " weeks")]
        table.pictures = [.bars("Signals without power", note, of: "lean", beside, "Rejected", "rejected", .volume)]
        return table
    }
}

extension Picture {
    /// A bar for each row, by one of its columns and with others in words.
    fileprivate static func bars(
        _ title: String,
        _ note: String,
        of label: String,
        _ beside: [Words],
        _ panel: String,
        _ column: String,
        _ tone: Tone
    ) -> Picture {
        let panel = Panel(panel, .counts, [Mark(.bars(column), tone)])
        return Picture(title, note: note, .rows(label: [label], beside: beside, most: 32), [panel])
    }
}

extension GroupedIC {
    fileprivate static let meanOfPhases = "The mean of the phases' means."

    /// Of what the rank IC is.
    fileprivate static var names: [FilledColumn<GroupedIC>] {
        [
            .text("signal", "Signal", "The column that is judged.") { $0.signal },
            .count("horizon", "Weeks held", unit: "weeks", "Weeks between buying and selling.") { $0.horizon },
            .text("ending", "Without a price", "As in the table of evidence.") { $0.ending.rawValue },
        ]
    }
}

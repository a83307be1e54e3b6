internal import CoinModel
public import CoinTables

extension Evaluation {
    /// Two rows a signal and horizon, one for each ending of coins that have no price any more; `adjusted` are p of decisive
    /// evidence adjusted for all trials on the same data, NaN where unknown, `sharpes` the ratios of those trials that have one.
    public func table(adjusted: [Double], trials: Int, sharpes: [Double]) -> Table {
        var left = adjusted[...]
        let rows = evidence.map { evidence in
            var tried = evidence
            if evidence.ending == .loss { tried.adjusted = left.popFirst() ?? .nan }
            return tried
        }
        var table = Table("", SignalEvidence.measures(trials: trials, sharpes: sharpes), of: rows)
        table.notes = [levelNote]
        return table
    }

    /// What p says of placebos, and whether it can be trusted.
    private var levelNote: String {
        guard let first = placebos.shares.first else { return "No placebo could be tried: no week has a neutral IC." }
        let shares = placebos.shares.map { share in
            "\(share.lean.rawValue), held \(counted(share.horizon, "week")): \((1000 * share.rate).rounded() / 10) %"
        }
        return "Of \(first.count) placebos of each kind, p rejects at 10 %: \(shares.joined(separator: "; ")); "
            + (placebos.shares.allSatisfy(\.passes)
                ? "none above 12 %, so the test has its stated error rate."
                : "some above 12 %, so p cannot be trusted here.")
    }

    /// The neutral and the rank IC of each week of the first signal and horizon, and what fifths grew to; nil without weeks.
    public var weeksTable: Table? {
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
        return Table("\(first.signal), held \(counted(first.horizon, "week"))", measures, of: rows)
    }

    /// The mean rank IC of each signal by horizon; nil where there is none.
    public var decayTable: Table? {
        guard !decay.isEmpty else { return nil }
        let (mean, interval) = (GroupedIC.meanOfPhases, "90 % interval")
        let ic: [FilledColumn<GroupedIC>] = .interval("ic", "Rank IC", .signed(3), mean, interval) { $0.ic.figure }
        let periods: [FilledColumn<GroupedIC>] = [
            .count("periods", "Periods", "Periods that do not overlap.") { $0.ic.periods }
        ]
        return Table("Decay", GroupedIC.names + ic + periods, of: decay)
    }

    /// The mean rank IC of each signal by size and tag; without p, for many groups are looked at.
    public var groupTable: Table {
        let measures: [FilledColumn<GroupedIC>] = [
            .text("group", "Coins", "What the coins have in common, by what was known then.") { $0.group },
            .number("coins", "Number", .fixed(1), "Mean number of coins of the weeks with a rank IC.") { $0.coins },
            .count("weeks", "Weeks", "Weeks with a rank IC.") { $0.ic.weeks },
            .number("ic", "Rank IC", GroupedIC.meanOfPhases) { $0.ic.mean },
        ]
        return Table("Rank IC by size and tag", GroupedIC.names + measures, of: groups.filter { $0.ic.weeks > 0 })
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

internal import CoinModel
public import CoinTables

/// What it would have earned to hold the coins that passed a screen, each week's for h weeks, against all that were ranked.
///
/// Bought is a week late, at the close of w + 1, and sold h weeks later; coins that died count as lost. The excess of a week
/// is the mean return of the members less that of the universe, so a screen that all pass has exactly 0. What remains beyond beta,
/// size and past return is that of the returns' rests after their least-squares fit on 1 and the ranks of the three. Its
/// error is by phases and decides: trials, their adjusted p, and the verdict rest on it.
public struct ScreenEvidence: Sendable {
    /// h: weeks between buying and selling.
    public let horizon: Int
    /// What coins have returned that have no price any more.
    public let ending: EvaluationPanel.Ending
    /// The mean excess beyond beta, size and past return, with its error by phases.
    public let neutral: BlockStandardError
    /// The mean excess over the universe.
    public let excess: BlockStandardError
    /// The mean number of members of the weeks that have any, and how many weeks have none.
    let members: Double
    let emptyWeeks: Int
    /// The share of the members' returns that are above the median of their week's universe.
    let betterShare: Double
    let overBitcoin: Double
    /// What the members earned in each week that they were held, before costs and after, less what the universe did.
    let gross: Double
    let net: Double
    let turnover: Double
    let capacity: Capacity
    /// The weekly Sharpe ratio of the net excess; NaN without one.
    public let sharpe: Double
    /// What each week adds; NaN where it adds nothing.
    let weekly: Weekly
    /// p of the neutral excess adjusted for all trials; NaN where it is none of them.
    var adjusted = Double.nan

    /// The members of each week, their excess and what remains of it, and what 1 grew to in the members, net of costs, and in all
    /// coins, over the weeks in which members were held.
    struct Weekly: Sendable {
        let members: [Int]
        let excess: [Double]
        let neutral: [Double]
        let wealth: [Double]
        let market: [Double]
    }

    /// Whether there are 30 periods that do not overlap, or more.
    public var isLongEnough: Bool { neutral.periods >= SignalEvidence.fewestPeriods }

    /// Judges the members of each week, 1 in the matrix, among those of the panel's universe.
    ///
    /// O(weeks · coins · controls²).
    init(_ panel: EvaluationPanel, _ chosen: PanelMatrix, _ outcome: Outcome) {
        (horizon, ending) = (outcome.horizon, outcome.ending)
        let returns = outcome.values
        let universe = (0..<panel.weeks).map { week in panel.coins.indices.filter { panel.isMember($0, in: week) } }
        let tranches = universe.enumerated().map { week, coins in coins.filter { chosen[$0, week] == 1 } }
        var (excesses, neutrals) = ([Double](), [Double]())
        var (better, count) = (0, 0)
        for week in 0..<panel.weeks {
            let all = panel.coins.indices.filter { !returns[$0, week].isNaN }
            let members = all.filter { chosen[$0, week] == 1 }
            excesses.append(mean(members.map { returns[$0, week] }) - mean(all.map { returns[$0, week] }))
            neutrals.append(ScreenEvidence.neutral(panel, returns, week, members: Set(members)))
            count += members.count
            better += members.count { returns[$0, week] > outcome.usual[week] }
        }
        neutral = BlockStandardError(neutrals, horizon: outcome.horizon)
        excess = BlockStandardError(excesses, horizon: outcome.horizon)
        members = mean(tranches.filter { !$0.isEmpty }.map { Double($0.count) })
        emptyWeeks = tranches.count(where: \.isEmpty)
        betterShare = count > 0 ? Double(better) / Double(count) : .nan
        let returned = panel.weeklyReturns(outcome.ending)
        let owned = OwnedTranches(tranches, returned, horizon: outcome.horizon, costs: outcome.charges)
        let market = OwnedTranches(universe, returned, horizon: outcome.horizon, costs: outcome.charges)
        gross = knownMean(zip(owned.gross, market.gross).map { $0 - $1 })
        let net = zip(owned.net, market.gross).map { $0 - $1 }
        weekly = Weekly(
            members: tranches.map(\.count),
            excess: excesses,
            neutral: neutrals,
            wealth: Quintiles.wealth(owned.net),
            market: Quintiles.wealth(zip(owned.net, market.gross).map { $0.isNaN ? .nan : $1 })
        )
        self.net = knownMean(net)
        sharpe = SharpeRatio.weekly(net.filter { !$0.isNaN })
        turnover = knownMean(owned.turnover)
        overBitcoin = ScreenEvidence.overBitcoin(panel, outcome, tranches)
        let newest = tranches.last { !$0.isEmpty } ?? []
        let week = tranches.lastIndex { !$0.isEmpty } ?? 0
        capacity = Capacity(newest.map { panel.volumes[$0, week] })
    }

    /// The members' mean return of a week beyond what beta, size and past return explain of it; NaN for fewer than 10 coins, and
    /// without a member.
    private static func neutral(
        _ panel: EvaluationPanel,
        _ returns: PanelMatrix,
        _ week: Int,
        members: Set<Int>
    ) -> Double {
        let all = [returns] + panel.controls
        let coins = panel.coins.indices.filter { coin in all.allSatisfy { !$0[coin, week].isNaN } }
        guard coins.count >= RankedPanel.fewestCoins else { return .nan }
        var basis = OrthogonalBasis()
        let ranks = panel.controls.map { control in averageRanks(coins.map { control[$0, week] }) }
        for column in [Array(repeating: 1, count: coins.count)] + ranks { _ = basis.add(column) }
        let rest = basis.split(coins.map { returns[$0, week] }).rest
        let own = coins.indices.filter { members.contains(coins[$0]) }
        // Of all the mean is 0 but for rounding, which would be an excess of a screen that all pass.
        return mean(own.map { rest[$0] }) - mean(rest)
    }

    private static func overBitcoin(_ panel: EvaluationPanel, _ outcome: Outcome, _ tranches: [[Int]]) -> Double {
        guard let bitcoin = panel.bitcoin else { return .nan }
        let other = panel.futureReturns(weeks: outcome.horizon, outcome.ending, of: bitcoin)
        let weekly = tranches.enumerated().map { week, members in
            knownMean(members.map { outcome.values[$0, week] }) - other[bitcoin, week]
        }
        return knownMean(weekly)
    }

    /// What it says of the screen, in words.
    public var verdict: String {
        guard isLongEnough else { return "NO CALL: \(neutral.periods) of \(SignalEvidence.fewestPeriods) periods" }
        return isSupported ? "supported" : "not supported: the interval includes 0"
    }

    /// Whether enough periods are over, and the interval of the neutral excess is on one side of 0.
    public var isSupported: Bool { isLongEnough && (neutral.interval.low > 0 || neutral.interval.high < 0) }
}

/// The evidence of a screen, two rows a horizon, one for each ending of coins that have no price any more.
public struct ScreenEvaluation: Sendable {
    /// By horizon, then by ending.
    public let evidence: [ScreenEvidence]
    private let first: Week

    /// The evidence that trials rest on: coins that died count as lost.
    public var decisive: [ScreenEvidence] { evidence.filter { $0.ending == .loss } }

    /// Judges the members of each week, 1 in the matrix.
    public init(_ panel: EvaluationPanel, members: PanelMatrix, horizons: [Int], costs: TradingCosts = TradingCosts()) {
        first = panel.first
        let charges = costs.byWeek(panel)
        let endings = Array(EvaluationPanel.Ending.allCases.prefix(panel.isDead.contains(true) ? 2 : 1))
        evidence = horizons.flatMap { horizon in
            endings.map { ScreenEvidence(panel, members, Outcome(panel, horizon: horizon, $0, charges)) }
        }
    }

    /// The table; `adjusted` are p of decisive evidence adjusted for all trials, NaN where unknown.
    public func table(adjusted: [Double]) -> Table {
        var left = adjusted[...]
        let rows = evidence.map { evidence in
            var tried = evidence
            if evidence.ending == .loss { tried.adjusted = left.popFirst() ?? .nan }
            return tried
        }
        return Table("", ScreenEvaluation.measures, of: rows)
    }

    /// The excess of each week over the first horizon, and what members grew to; nil where no week has an outcome.
    public var weeksTable: Table? {
        guard let weekly = evidence.first?.weekly else { return nil }
        let known = weekly.excess.indices.filter { !weekly.excess[$0].isNaN || !weekly.wealth[$0].isNaN }
        guard let start = known.first, let end = known.last else { return nil }
        func number(_ name: String, _ title: String, _ display: Column.Display, _ meaning: String, _ values: [Double])
            -> FilledColumn<Int>
        { .number(name, title, display, orMissing: .noValue, meaning) { values[$0] } }
        let grown = "What 1 grew to, over the weeks in which members were held"
        let measures: [FilledColumn<Int>] = [
            .text("week", "Week", "The Sunday on which the week begins, UTC.") { "\(first.advanced(by: $0))" },
            .count("members", "Members", "Coins that passed.") { weekly.members[$0] },
            number("excess", "Excess", .signed(3), "Mean return of the members less that of all.", weekly.excess),
            number("excess_neutral", "Neutral", .signed(3), "The same beyond beta, size, past return.", weekly.neutral),
            number("wealth_members", "1 in members", .fixed(2), grown + ", net of costs.", weekly.wealth),
            number("wealth_all", "1 in all", .fixed(2), grown + ", in all ranked coins.", weekly.market),
        ]
        return Table("Weeks", measures, of: Array(start...end))
    }

    fileprivate static var measures: [FilledColumn<ScreenEvidence>] {
        let phases = "90 % interval by phases"
        let fewPeriods =
            "NO CALL with fewer than 30 periods that do not overlap, else whether the 90 % interval of the neutral excess "
            + "includes 0."
        let beyond =
            "Mean return of the members less that of all ranked coins, beyond what beta, capitalisation and past 12-week return "
            + "explain."
        let within = "Money in the newest members with which no coin takes more than 1 % of its median daily volume."
        return [
            .count("horizon", "Weeks held", unit: "weeks", "Weeks between buying and selling.") { $0.horizon },
            .ending { $0.ending },
            .text("verdict", "Verdict", fewPeriods) { $0.verdict },
            .count("periods", "Periods", "Periods that do not overlap.") { $0.neutral.periods },
            .count("weeks", "Weeks", "Weeks whose members have a neutral excess.") { $0.neutral.weeks },
            .count("empty_weeks", "Empty", unit: "weeks", "Weeks in which no coin passed.") { $0.emptyWeeks },
            .number("members", "Members", .fixed(1), "Mean number of members of the other weeks.") { $0.members },
        ] + .interval("excess_neutral", "Neutral excess", .signed(4), beyond, phases) { $0.neutral.figure } + [
            .number("t", "t", .signed(2), "excess_neutral by its standard error by phases.") { $0.neutral.t },
            .number("p", "p", .fixed(3), "Of so great a t to either side, by phases.") { $0.neutral.p },
            .q { $0.adjusted },
        ]
            + .interval("excess", "Excess", .signed(4), "The same without taking anything off.", phases) {
                $0.excess.figure
            } + [
                .number("over_bitcoin", "Over Bitcoin", "Mean return of the members over Bitcoin's.") {
                    $0.overBitcoin
                },
                .number(
                    "better_share",
                    "Better",
                    .fixed(3),
                    "Share of members' returns above the median of their week."
                ) {
                    $0.betterShare
                },
                .number(
                    "gross",
                    "A week",
                    .signed(4),
                    unit: "a week",
                    "What holding them earned over holding all, before costs."
                ) {
                    $0.gross
                },
                .number("net", "Net", .signed(4), unit: "a week", "The same less what their trades cost.") { $0.net },
                .number("turnover", "Turnover", .fixed(3), unit: "a week", "Σ |W − W before| of the members.") {
                    $0.turnover
                },
                .number("capacity_all", "Capacity", .money, unit: "USD", within) { $0.capacity.all },
                .number(
                    "capacity_half",
                    "Half within",
                    .money,
                    unit: "USD",
                    "The same with which half of the coins do not."
                ) {
                    $0.capacity.half
                },
            ]
    }
}

/// The columns of the test of a screen.
public var screenColumns: [Column] { ScreenEvaluation.measures.map(\.column) }

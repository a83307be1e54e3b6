internal import CoinModel

/// Whether signals say something about what comes: a row of evidence for each signal and horizon.
///
/// It reads nothing but the panel; that the panel's rows hold only what was known then is the caller's duty.
public struct Evaluation: Sendable {
    /// The panel's coins, its oldest week, and how many weeks.
    let panel: EvaluationPanel
    /// By signal, by horizon, both in the order in which they were given, then by ending.
    public let evidence: [SignalEvidence]
    /// The mean rank IC of each signal by horizon, over 1 to 26 weeks.
    let decay: [GroupedIC]
    /// The mean rank IC of each signal by size and tag.
    let groups: [GroupedIC]
    /// What p says of placebos in place of the first signal.
    public let placebos: PlaceboTrial

    /// The evidence that trials and calls rest on: coins that died count as lost.
    public var decisive: [SignalEvidence] { evidence.filter { $0.ending == .loss } }

    private static let decayHorizons = [1, 2, 4, 8, 12, 16, 20, 26]

    /// Judges signals, over all cores; p is tried on so many placebos of each kind.
    ///
    /// Exchange takes most of the time: O(signals · horizons · 999 · coins · weeks).
    public init(
        _ panel: EvaluationPanel,
        _ signals: [EvaluatedSignal],
        horizons: [Int],
        costs: TradingCosts = TradingCosts(),
        placebos count: Int = 1000
    ) {
        self.panel = panel
        let charges = costs.byWeek(panel)
        // Without a death both endings are alike.
        let endings = Array(EvaluationPanel.Ending.allCases.prefix(panel.isDead.contains(true) ? 2 : 1))
        let outcomes = horizons.map { horizon in
            endings.map { Outcome(panel, horizon: horizon, $0, charges) }
        }
        let members = signals.map { panel.members($0.values) }
        evidence = zip(signals, members).flatMap { signal, counted in
            let autocorrelation = SignalEvidence.autocorrelation(counted)
            let cuts = QuintileBounds.weekly(counted)
            return outcomes.flatMap { ofHorizon in
                let judged = ofHorizon.map { $0.judge(signal.name, counted, autocorrelation, cuts, panel) }
                var censored = judged[judged.count - 1]
                censored.ending = .lastPrice
                return [judged[0], censored]
            }
        }
        let plain = zip(signals, members).filter { !$0.0.isVariation }.map { (name: $0.name, values: $1) }
        let spans = endings.flatMap { ending in Evaluation.decayHorizons.map { (horizon: $0, ending: ending) } }
        let bySpan = onAllCores(parts: spans.count) { part in
            let outcome = Outcome(panel, horizon: spans[part].horizon, spans[part].ending, charges)
            return plain.map { GroupedIC($0.name, $0.values, outcome) }
        }
        decay = plain.indices.flatMap { signal in spans.indices.map { bySpan[$0 * plain.count + signal] } }
        let groups = CoinGroup.all(panel)
        self.groups = plain.flatMap { signal in
            groups.flatMap { group in
                let members = group.members(signal.values)
                return outcomes.joined().map { GroupedIC(signal.name, members, of: group.name, $0) }
            }
        }
        placebos = PlaceboTrial(
            plain.isEmpty ? 0 : count,
            of: plain.first?.values ?? PanelMatrix(coins: panel.coins.count, weeks: panel.weeks),
            panel,
            outcomes.map { $0[0] },
            autocorrelation: evidence.first?.autocorrelation ?? .nan
        )
    }
}

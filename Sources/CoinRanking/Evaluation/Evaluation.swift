internal import CoinModel

/// What is asked of an evaluation beside its panel and signals.
public struct EvaluationOptions: Sendable {
    /// h: the weeks between buying and selling.
    public var horizons = [4, 12]
    /// What trades cost.
    public var costs = TradingCosts()
    /// How many signals without power the test is tried on.
    public var placebos = 1000

    /// The options of a plain evaluation.
    public init() {}
}

/// Whether signals say something about what comes: a row of evidence for each signal and horizon.
///
/// It reads nothing but the panel; that the panel's rows hold only what was known then is the caller's duty.
public struct Evaluation: Sendable {
    /// The panel's coins, its oldest week, and how many weeks.
    let panel: EvaluationPanel
    /// By signal, then by horizon, both in the order in which they were given.
    public let evidence: [SignalEvidence]
    /// The mean rank IC of each signal by horizon, over 1 to 26 weeks.
    let decay: [(signal: String, horizon: Int, ic: PhaseError)]
    /// What the test says of placebos of the first signal.
    public let placebos: PlaceboTrial

    static let decayHorizons = [1, 2, 4, 8, 12, 16, 20, 26]

    /// Judges signals, over all cores.
    ///
    /// The permutations take most of the time: O(signals · horizons · 999 · coins · weeks).
    public init(
        _ panel: EvaluationPanel,
        _ signals: [EvaluatedSignal],
        _ options: EvaluationOptions
    ) {
        let charges = options.costs.byWeek(panel)
        let outcomes = options.horizons.map { horizon in
            Outcome(horizon: horizon, values: panel.futureReturns(weeks: horizon), charges)
        }
        var evidence: [SignalEvidence] = []
        var first: (ranked: [(horizon: Int, panel: RankedPanel)], autocorrelation: Double) = ([], .nan)
        for signal in signals {
            let counted = panel.members(signal.values)
            let autocorrelation = SignalEvidence.autocorrelation(counted)
            let cuts = FifthCut.weekly(counted)
            let judged = outcomes.map { $0.judge(signal.name, counted, autocorrelation, cuts, panel) }
            if evidence.isEmpty { first = (zip(outcomes, judged).map { ($0.horizon, $1.ranked) }, autocorrelation) }
            evidence += judged.map(\.evidence)
        }
        (self.panel, self.evidence) = (panel, evidence)
        decay = Evaluation.decay(panel, signals.filter { !$0.isVariation })
        placebos = PlaceboTrial(
            options.placebos,
            of: first.ranked,
            autocorrelation: first.autocorrelation,
            seeds: panel.seeds
        )
    }

    private static func decay(
        _ panel: EvaluationPanel,
        _ signals: [EvaluatedSignal]
    ) -> [(signal: String, horizon: Int, ic: PhaseError)] {
        let members = signals.map { panel.members($0.values) }
        let byHorizon = onAllCores(parts: decayHorizons.count) { part in
            let horizon = decayHorizons[part]
            let returns = panel.futureReturns(weeks: horizon)
            return [members.map { PhaseError(RankedPanel($0, returns).correlations, horizon: horizon) }]
        }
        return signals.enumerated().flatMap { index, signal in
            zip(decayHorizons, byHorizon).map { (signal.name, $0, $1[index]) }
        }
    }
}

/// What came of coins over one horizon.
private struct Outcome {
    let horizon: Int
    let values: PanelMatrix
    /// What trades cost.
    let charges: PanelMatrix
    /// The median of each week's outcomes.
    let usual: [Double]

    init(horizon: Int, values: PanelMatrix, _ charges: PanelMatrix) {
        (self.horizon, self.values, self.charges) = (horizon, values, charges)
        usual = (0..<values.weeks).map { week in
            median((0..<values.coins).map { values[$0, week] }.filter { !$0.isNaN })
        }
    }

    func judge(
        _ name: String,
        _ signal: PanelMatrix,
        _ autocorrelation: Double,
        _ cuts: [FifthCut],
        _ panel: EvaluationPanel
    ) -> (ranked: RankedPanel, evidence: SignalEvidence) {
        let ranked = RankedPanel(signal, values)
        let partial = panel.controls.isEmpty ? [] : PartialIC.series(signal, values, controls: panel.controls)
        let evidence = SignalEvidence(
            signal: name,
            horizon: horizon,
            ic: PhaseError(ranked.correlations, horizon: horizon),
            p: PermutationTest(ranked, horizon: horizon, seeds: panel.seeds).p,
            correlations: ranked.correlations,
            counts: ranked.counts,
            neweyWest: NeweyWest(ranked.correlations, horizon: horizon),
            partial: PhaseError(partial, horizon: horizon),
            autocorrelation: autocorrelation,
            subperiods: Subperiods(ranked.correlations, usual: usual, horizon: horizon),
            withoutOne: LeaveOneOut(signal, values, ranked, horizon: horizon),
            fifths: Fifths(panel, cuts, returns: values, usual: usual, horizon: horizon, costs: charges)
        )
        return (ranked, evidence)
    }
}

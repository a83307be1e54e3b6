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
    /// By signal, then by horizon, both in the order in which they were given.
    public let evidence: [SignalEvidence]

    /// Judges signals by returns.
    public init(_ panel: EvaluationPanel, _ signals: [EvaluatedSignal], _ options: EvaluationOptions) {
        let returns = options.horizons.map { panel.futureReturns(weeks: $0) }
        evidence = signals.flatMap { signal in
            zip(options.horizons, returns).map { horizon, returns in
                let ranked = RankedPanel(signal.values, returns)
                return SignalEvidence(
                    signal: signal.name,
                    horizon: horizon,
                    ic: PhaseError(ranked.correlations, horizon: horizon),
                    p: PermutationTest(ranked, horizon: horizon, seeds: panel.seeds).p,
                    correlations: ranked.correlations
                )
            }
        }
    }
}

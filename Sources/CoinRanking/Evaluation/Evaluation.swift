internal import CoinModel

/// What is asked of an evaluation beside its panel and signals.
public struct EvaluationOptions: Sendable {
    /// h: the weeks between buying and selling.
    public var horizons = [4, 12]
    /// What trades cost.
    public var costs = TradingCosts()
    /// How many signals without power of each kind p is tried on.
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
    /// By signal, then by horizon, both in the order in which they were given; coins that died count as lost.
    public let evidence: [SignalEvidence]
    /// The same in the same order; their returns end at the last price.
    let censored: [SignalEvidence]
    /// The mean rank IC of each signal by horizon, over 1 to 26 weeks.
    let decay: [Decay]
    /// The mean rank IC of each signal by size and tag.
    let groups: [GroupedIC]
    /// What p says of placebos in place of the first signal.
    public let placebos: PlaceboTrial

    /// The mean rank IC of a signal over one horizon.
    struct Decay {
        let signal: String
        let horizon: Int
        let ending: EvaluationPanel.Ending
        let ic: PhaseError
    }

    private static let decayHorizons = [1, 2, 4, 8, 12, 16, 20, 26]

    /// Judges signals, over all cores.
    ///
    /// Exchange takes most of the time: O(signals · horizons · 999 · coins · weeks).
    public init(
        _ panel: EvaluationPanel,
        _ signals: [EvaluatedSignal],
        _ options: EvaluationOptions
    ) {
        let charges = options.costs.byWeek(panel)
        // Without a death both endings are alike.
        let endings = EvaluationPanel.Ending.allCases.prefix(panel.isDead.contains(true) ? 2 : 1)
        let outcomes = endings.map { ending in
            options.horizons.map { Outcome(panel, horizon: $0, ending, charges) }
        }
        let judged = signals.map { signal in
            let counted = panel.members(signal.values)
            let autocorrelation = SignalEvidence.autocorrelation(counted)
            let cuts = FifthCut.weekly(counted)
            return outcomes.map { ofEnding in
                ofEnding.map { $0.judge(signal.name, counted, autocorrelation, cuts, panel) }
            }
        }
        self.panel = panel
        evidence = judged.flatMap { $0[0] }
        censored = judged.flatMap { $0[$0.count - 1] }.map { evidence in
            var evidence = evidence
            evidence.ending = .lastPrice
            return evidence
        }
        let plain = signals.filter { !$0.isVariation }.map { (name: $0.name, values: panel.members($0.values)) }
        decay = Evaluation.decay(panel, plain, Array(endings))
        let groups = CoinGroup.all(panel)
        self.groups = plain.flatMap { signal in
            groups.flatMap { group in
                let members = group.members(signal.values)
                return outcomes.joined().map { outcome in
                    let ranked = RankedPanel(members, outcome.values)
                    return GroupedIC(
                        signal: signal.name,
                        horizon: outcome.horizon,
                        ending: outcome.ending,
                        group: group.name,
                        ic: PhaseError(ranked.correlations, horizon: outcome.horizon),
                        coins: ranked.coinsPerWeek
                    )
                }
            }
        }
        placebos = PlaceboTrial(
            plain.isEmpty ? 0 : options.placebos,
            of: plain.first?.values ?? PanelMatrix(coins: panel.coins.count, weeks: panel.weeks),
            panel,
            outcomes: outcomes[0].map { ($0.horizon, $0.values) },
            autocorrelation: evidence.first?.autocorrelation ?? .nan
        )
    }

    private static func decay(
        _ panel: EvaluationPanel,
        _ signals: [(name: String, values: PanelMatrix)],
        _ endings: [EvaluationPanel.Ending]
    ) -> [Decay] {
        let spans = endings.flatMap { ending in decayHorizons.map { (horizon: $0, ending: ending) } }
        let byHorizon = onAllCores(parts: spans.count) { part in
            let (horizon, ending) = spans[part]
            let returns = panel.futureReturns(weeks: horizon, ending)
            return [signals.map { PhaseError(RankedPanel($0.values, returns).correlations, horizon: horizon) }]
        }
        return signals.enumerated().flatMap { index, signal in
            zip(spans, byHorizon).map {
                Decay(signal: signal.name, horizon: $0.horizon, ending: $0.ending, ic: $1[index])
            }
        }
    }
}

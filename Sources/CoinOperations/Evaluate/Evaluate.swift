internal import CoinModel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// Whether a ranking, or columns of it, say anything about what comes: one row a signal and horizon, with errors that hold
/// their level.
///
/// Each complete week with a year behind it is scored as `rank --as-of` scores it, bought a week later, and judged by what
/// followed, coins that were lost among it. All trials that were ever made on the store count when p-values are adjusted. Beside the
/// table stand the rank IC by size and tag, and what all is worked out from.
///
/// - Throws: `OperationError` `few-periods` (8) when no horizon has 30 periods that do not overlap, unless that is forced;
///   other ones as `rank` has them.
public func evaluate(
    _ request: EvaluationRequest,
    in location: StoreLocation,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> (table: Table, groups: Table, panel: Table) {
    let weeks = try EvaluatedWeeks(request, in: location, progress: progress)
    let evaluation = weeks.evaluation
    try request.check(evaluation.periods, of: location)
    let trials = weeks.trials(request)
    let log = try TrialLog(noting: trials, first: request.trials, writes: request.notesTrials, of: location)
    var table = evaluation.table(
        adjusted: log.adjusted(trials),
        trials: log.trials.count,
        sharpes: log.trials.compactMap(\.sharpe)
    )
    table.title = "Evidence for \(request.signals.joined(separator: ", ")) of \(request.ranking.preset)"
    table.notes =
        weeks.past.notes(request, log, coins: weeks.panel.coins) + table.notes
        + (request.isVaried ? [EvaluationRequest.variationNote] : [])
    var story = EvidenceStory(evaluation, table, signals: request.signals).story
    story.asOf = weeks.past.asOf
    table.story = story
    table.frame.credits = try Freshness.credits(of: request.ranking, in: location)
    table.notes.append(weeks.past.provenance(request).note)
    var panel = weeks.panel.table(of: weeks.signals, horizons: request.horizons)
    var groups = evaluation.groupTable
    panel.notes += table.notes.suffix(1)
    groups.notes += table.notes.suffix(1)
    return (table, groups, panel)
}

/// Past weeks with what was made of them.
struct EvaluatedWeeks {
    let past: PastWeeks
    let panel: EvaluationPanel
    let signals: [EvaluatedSignal]
    let evaluation: Evaluation

    init(_ request: EvaluationRequest, in location: StoreLocation, progress: (Int, Int) -> Void) throws {
        try request.checkSignals()
        past = try PastWeeks(request, in: location, progress: progress)
        (panel, signals) = past.panel(request.signals, try request.variations())
        evaluation = Evaluation(panel, signals, horizons: request.horizons, costs: request.tradingCosts)
    }

    /// The trials of a request, in the order of the evidence.
    func trials(_ request: EvaluationRequest) -> [TrialLog.Trial] {
        evaluation.decisive.map {
            past.trial(request, signal: $0.signal, horizon: $0.horizon, p: $0.neutral.p, sharpe: $0.sharpe)
        }
    }
}

extension Evaluation {
    /// How many periods that do not overlap each signal has of each horizon.
    var periods: [(horizon: Int, periods: Int)] { decisive.map { ($0.horizon, $0.neutral.periods) } }
}

extension EvaluationRequest {
    /// Checks that some horizon has periods enough, unless figures are asked for all the same.
    ///
    /// - Throws: `OperationError` `few-periods`, which says how many there are of each.
    func check(_ counts: [(horizon: Int, periods: Int)], of location: StoreLocation) throws {
        guard !isForced, !counts.contains(where: { $0.periods >= SignalEvidence.fewestPeriods }) else { return }
        let counts = horizons.map { horizon in
            let periods = counts.filter { $0.horizon == horizon }.map(\.periods).max() ?? 0
            return "\(periods) of \(horizon) weeks"
        }.joined(separator: ", ")
        let detail =
            "has fewer than \(SignalEvidence.fewestPeriods) periods that do not overlap (\(counts)), too few to call "
            + "anything; --force shows the figures all the same, a longer history gives more"
        throw OperationError(.nothingSelected, "few-periods", place: location.path, detail)
    }

    /// What trades cost, by how much coins are traded.
    var tradingCosts: TradingCosts { TradingCosts(low: costs.low, middle: costs.middle, high: costs.high) }
}

extension TrialLog {
    /// p of some trials adjusted for all that count; NaN of one that does not.
    func adjusted(_ made: [Trial]) -> [Double] {
        let adjusted = FalseDiscovery.adjusted(trials.map { $0.p ?? .nan })
        return made.map { trial in zip(trials, adjusted).first { $0.0.isSame(as: trial) }?.1 ?? .nan }
    }
}

extension TrialLog.Trial {
    /// Whether it is the same trial, whatever came of it.
    fileprivate func isSame(as other: TrialLog.Trial) -> Bool {
        var (own, others) = (self, other)
        (own.p, others.p) = (nil, nil)
        (own.sharpe, others.sharpe) = (nil, nil)
        return own == others
    }
}

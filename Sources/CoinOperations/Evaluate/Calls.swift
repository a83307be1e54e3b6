internal import CoinModel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// What can be said of each coin today, by the evidence for the score that it is ranked by: the ranking with its calls.
///
/// BUY and SELL only where 30 periods or more bear it, the interval of the rank IC leaves 0 out, and coins of such scores
/// beat or missed the universe's median by more than the costs more often than not. The score over this horizon is a trial
/// as it is in `evaluate`. What was found is noted beside the store: rankings of the next four weeks rest their calls on it.
/// Of a request the first horizon counts, its signals do not.
///
/// - Throws: an error when the store holds less than a year, or cannot be read; other ones as `rank` has them.
public func calls(
    _ request: EvaluationRequest,
    in location: StoreLocation,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> (table: Table, failure: OperationError?) {
    var (request, shown) = (request, request.ranking)
    shown.columns = shown.columns ?? callColumns
    try shown.check()
    request.signals = ["score"]
    request.horizons = Array(request.horizons.prefix(1))
    let weeks = try EvaluatedWeeks(request, in: location, progress: progress)
    guard let evidence = weeks.evaluation.decisive.first, let scores = weeks.signals.first else {
        preconditionFailure("one signal over one horizon is one piece of evidence")
    }
    let found = weeks.evaluation.evidence.map { evidence in
        CallEvidence(
            weeks.panel,
            scores: scores,
            horizon: evidence.horizon,
            costs: request.tradingCosts,
            ending: evidence.ending
        )
    }
    let basis = found[0].basis(
        preset: try shown.knownPreset().digest(shown.options),
        asOf: weeks.past.asOf,
        known: shown.known,
        evidence: evidence
    )
    let trials = weeks.trials(request)
    let log = try TrialLog(noting: trials, first: request.trials, of: location)
    try CallLog(of: location).note(basis)
    let scored = try score(shown, in: location, showing: [shown])
    var table = try scored.table(for: shown)
    table.title = "Calls by \(shown.preset), held \(counted(evidence.horizon, "week"))"
    let adjusted = log.adjusted(trials).first ?? .nan
    // Without a death both endings are alike.
    let hasDeath = weeks.panel.isDead.contains(true)
    let sentences = zip(found, weeks.evaluation.evidence).prefix(hasDeath ? 2 : 1).map { found, evidence in
        (hasDeath ? "`\(evidence.ending.rawValue)`: " : "") + found.sentences(evidence, adjusted: adjusted)
    }
    table.notes = weeks.past.notes(request, log, coins: weeks.panel.coins) + sentences + table.notes
    return (table, scored.failure ?? scored.staleness?.error)
}

/// The columns that are shown where none are chosen.
private let callColumns =
    "rank,coin_id,symbol,name,call,call_reason,fifth,p_excess,p_excess_low,p_excess_high,effective_n,base_rate,"
    + "p_loss,p_loss_low,p_loss_high,effective_n_loss,base_rate_loss,score,state,coverage"

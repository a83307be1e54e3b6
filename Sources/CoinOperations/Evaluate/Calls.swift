internal import CoinModel
internal import CoinPanel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// What can be said of each coin today, by the evidence for the score that it is ranked by: one row a coin.
///
/// BUY and SELL only where 30 periods or more bear it, the interval of the rank IC leaves 0 out, and coins of such scores
/// beat or missed the universe's median by more than the costs more often than not. The score over this horizon is a trial
/// as it is in `evaluate`.
///
/// - Parameters:
///   - request: how coins are ranked and what trades cost; the first horizon counts, signals do not.
///   - location: the store.
///   - progress: takes the number of weeks read and of all.
/// - Returns: the table.
/// - Throws: an error when the store holds less than a year, or cannot be read; other ones as `rank` has them.
public func calls(
    _ request: EvaluationRequest,
    in location: StoreLocation,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> Table {
    var request = request
    request.signals = ["score"]
    request.horizons = Array(request.horizons.prefix(1))
    let judged = try JudgedWeeks(request, in: location, progress: progress)
    guard let evidence = judged.evaluation.evidence.first,
        let scores = judged.past.signals(["score"], of: judged.panel).first
    else { preconditionFailure("one signal over one horizon is one piece of evidence") }
    let found = CallEvidence(judged.panel, scores: scores, horizon: evidence.horizon, costs: request.tradingCosts)
    let ranking = request.ranking
    let preset = try ranking.knownPreset()
    let candidates = try location.panel(for: ranking) { panel in
        let section = try panel.wholeSection(at: judged.past.asOf, callParts(preset), needsRates: false)
        return try callCandidates(of: section, preset: preset, options: ranking.options)
    }
    let book = try TrialBook(noting: judged.trials(request), first: request.trials, of: location)
    var table = found.table(
        of: candidates,
        by: evidence,
        adjusted: book.adjusted(judged.trials(request)).first ?? .nan
    )
    table.title = "Calls by \(ranking.preset), held \(evidence.horizon) weeks"
    table.notes = judged.notes(request, book) + table.notes + [judged.provenance(request).note]
    return table
}

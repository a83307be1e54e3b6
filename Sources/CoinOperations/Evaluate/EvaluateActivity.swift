internal import CoinModel
internal import CoinRanking
internal import CoinStore
internal import CoinTables
internal import RawInput

/// Whether developer activity that rankings called rising stayed up: a row for each figure.
///
/// - Throws: as `evaluate`.
func evaluateActivity(
    _ request: EvaluationRequest,
    in location: StoreLocation,
    progress: (Int, Int) -> Void
) throws -> Table {
    let past = try PastWeeks(request, in: location, progress: progress)
    let panel = past.panel()
    let evidence = ActivityEvidence(past.forecasts, outcomes: past.work, coins: panel.coins)
    try request.check([(ActivityEvidence.ahead, evidence.correlation.periods)], of: location)
    let trial = past.trial(request, signal: "activity", horizon: ActivityEvidence.ahead, p: evidence.correlation.p)
    let book = try TrialLog(noting: [trial], first: request.trials, of: location)
    var table = evidence.table
    table.title = "Does developer activity go on as it is said to? (\(request.ranking.preset))"
    let method =
        "Forecasts rest on R and on every other week of B; outcomes are the rate of the 12 weeks after over that of the other "
        + "weeks of B. A coin whose work is no longer counted has no outcome."
    table.notes = past.notes(request, book, coins: panel.coins) + [method, past.provenance(request).note]
    return table
}

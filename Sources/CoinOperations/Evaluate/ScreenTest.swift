internal import CoinModel
internal import CoinRanking
internal import CoinStore
public import CoinTables

/// The coins that pass a screen, under what it asks: that none does is an answer.
///
/// - Throws: an error when a column, order or filter does not read.
public func screen(
    _ request: RankRequest,
    asking question: String,
    in location: StoreLocation
) throws -> (table: Table, failure: OperationError?) {
    var request = request
    request.mayBeEmpty = true
    var (table, failure) = try rank(request, in: location)
    let place = table.place(of: "name") ?? table.place(of: "coin_id")
    let names = place.map { place in table.rows.compactMap { $0[place].text } } ?? []
    let count = table.rows.count
    table.title = question
    table.lead =
        count == 0
        ? "No coin passes."
        : "\(counted(count, "coin")) \(count == 1 ? "passes" : "pass")"
            + (names.isEmpty ? "." : ": \(listed(names, most: 12)).")
    return (table, failure)
}

/// What the coins that passed a screen earned in past weeks against all that were ranked.
///
/// Each complete week with a year behind it is screened as `screen run --as-of` would have shown it, its members bought a week
/// later, coins that were lost among them. The screen's definition is the trial: another name for it is none.
///
/// - Throws: `OperationError` `few-periods` (8) when no horizon has 30 periods that do not overlap, unless that is forced;
///   other ones as `rank` has them.
public func testScreen(
    _ request: EvaluationRequest,
    named name: String,
    in location: StoreLocation,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> Table {
    var request = request
    (request.isScreen, request.signals) = (true, [])
    (request.ranking.columns, request.ranking.form, request.ranking.mayBeEmpty) = ("coin_id", .rows, true)
    let past = try PastWeeks(request, in: location, progress: progress)
    let panel = past.panel([], []).panel
    let evaluation = ScreenEvaluation(
        panel,
        members: past.members(in: panel),
        horizons: request.horizons,
        costs: request.tradingCosts
    )
    try request.check(evaluation.decisive.map { ($0.horizon, $0.neutral.periods) }, of: location)
    let trials = evaluation.decisive.map { evidence in
        past.trial(
            request,
            signal: request.ranking.screenText,
            horizon: evidence.horizon,
            p: evidence.neutral.p,
            sharpe: evidence.sharpe
        )
    }
    let book = try TrialLog(noting: trials, first: request.trials, of: location)
    var table = evaluation.table(adjusted: book.adjusted(trials))
    table.title = "Test of the screen \(name)"
    let now = past.members.last ?? []
    let names = now.compactMap { past.coins[$0]?.name ?? $0 }
    table.lead =
        evaluation.decisive.map { "Held \(counted($0.horizon, "week")): \($0.verdict)" }
        .joined(separator: "; ") + "."
    table.notes =
        [
            "Judged is the \(request.ranking.screenText).",
            "Members in the newest week: \(names.isEmpty ? "none" : listed(names, most: 20)).",
        ] + past.notes(request, book, coins: panel.coins)
    table.frame.asOf = past.asOf
    table.frame.credits = try Freshness.credits(of: request.ranking, in: location)
    table.notes.append(past.provenance(request).note)
    return table
}

/// The coins that pass a screen as of a moment, as bytes: what `screen test --self-test` compares.
public func screenMembers(_ request: RankRequest, _ location: StoreLocation) throws -> [UInt8] {
    var request = request
    (request.columns, request.form, request.mayBeEmpty) = ("coin_id", .rows, true)
    let scored = try score(request, in: location, showing: [request])
    return try OutputWriter(format: "csv").bytes(of: scored.table(for: request))
}

extension PastWeeks {
    /// Which coins passed the screen in each week: 1 for those.
    func members(in panel: EvaluationPanel) -> PanelMatrix {
        let places = Dictionary(firstOf: panel.coins.enumerated().map { ($1, $0) })
        var matrix = PanelMatrix(coins: panel.coins.count, weeks: panel.weeks)
        for (week, ids) in members.enumerated() {
            for place in ids.compactMap({ places[$0] }) { matrix[place, week] = 1 }
        }
        return matrix
    }
}

extension RankRequest {
    /// What a screen is, whatever it is called: its condition, order and length.
    var screenText: String {
        let parts = [filter.map { "where \($0)" }, sort.map { "sort \($0)" }, top.map { "top \($0)" }].compactMap { $0 }
        return "screen of \(preset): " + (parts.isEmpty ? "all" : parts.joined(separator: "; "))
    }
}
